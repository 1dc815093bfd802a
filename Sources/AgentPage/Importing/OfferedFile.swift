internal import LinuxSystem
internal import PhotoImport

/// A file that the person has given to the page, as the page describes it.
struct OfferedFile: Decodable, Hashable, Sendable {
    /// The folders that it was in when a folder was given, with slashes between them, and its name. It names no file of
    /// this machine's.
    var path: String
    /// Bytes.
    var size: Int64
    /// When it was changed, in milliseconds since 1970.
    var modified: Int64?

    /// Bytes of a path.
    private static let maximumPath = 4096

    /// Microseconds since 1970; nil for none that a file can have.
    var modificationTime: Int64? {
        guard let modified, modified.magnitude < 1 << 43 else { return nil }
        return modified * 1000
    }

    /// The files for an import. Those of one name in different places each have a path of their own.
    static func found(_ files: [OfferedFile]) throws(RequestFailure) -> [FoundFile] {
        var counts: [String: Int] = [:]
        var taken = Set(files.map(\.path))
        var result: [FoundFile] = []
        for file in files {
            guard file.size >= 0, !file.path.isEmpty, file.path.utf8.count <= maximumPath, !file.path.utf8.contains(0)
            else { throw RequestFailure(400, "that is no file") }
            var number = counts[file.path, default: 0]
            var path = file.path
            // Not that of a file in a folder that is called so.
            while number > 0, !taken.insert(path).inserted {
                path = "\(number)/\(file.path)"
                number += 1
            }
            counts[file.path] = max(number, 1)
            result.append(FoundFile(path: FilePath(path), size: file.size))
        }
        return result
    }
}
