internal import Glibc
package import LibraryModel
package import LinuxSystem

/// The XMP file that another program keeps beside a photo: `IMG_1.CR2.xmp` (darktable, digiKam) or `IMG_1.xmp`
/// (Lightroom).
package struct SideCarFile {
    package let path: FilePath
    package let content: SideCar

    private static let endings = [".xmp", ".XMP"]

    /// Whether a file of this name belongs to another one.
    package static func isName(_ name: FilePath) -> Bool {
        endings.contains { name.bytes.suffix($0.utf8.count).elementsEqual($0.utf8) }
    }

    /// Names where there may be one, the one for this file alone first.
    package static func candidates(beside path: FilePath) -> [FilePath] {
        var stems = [path.bytes]
        let name = path.lastComponent.bytes
        if let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0 {
            stems.append(Array(path.bytes.dropLast(name.count - dot)))
        }
        return stems.flatMap { stem in endings.map { FilePath(bytes: stem + Array($0.utf8)) } }
    }

    /// Returns the first that exists, otherwise nil. Its failure does not affect the photo.
    static func read(beside path: FilePath, in source: any ImportSource) throws(ImportFailure) -> SideCarFile? {
        for candidate in candidates(beside: path) {
            do throws(SystemCallError) {
                let file = try source.open(candidate)
                guard try file.status().isRegularFile else { continue }
                let content = SideCar(try file.readToEnd(limit: SideCar.maximumSize))
                return content.map { SideCarFile(path: candidate, content: $0) }
            } catch {
                switch error.errorNumber {
                // A name with no room for the ending has none.
                case ENOENT, ENAMETOOLONG: continue
                case EFBIG: throw failure(candidate, "larger than \(SideCar.maximumSize >> 10) KiB")
                default: throw failure(candidate, error.reason)
                }
            }
        }
        return nil
    }

    /// The failure of one that the library could not read.
    package var unreadable: ImportFailure { SideCarFile.failure(path, "not XMP, or cut off") }

    private static func failure(_ path: FilePath, _ reason: String) -> ImportFailure {
        ImportFailure(path: path, reason: reason + "; what it lies beside was taken in without it")
    }
}
