import LinuxSystem
import OwnerTools

/// The room on the library's disk.
struct LibraryDisk {
    /// The library's folder; nil for the default one.
    private let named: FilePath?

    /// Bytes below which imports soon fail: a few videos.
    private static let leastFree: UInt64 = 1_000_000_000

    init(_ named: FilePath?) { self.named = named }

    var finding: Finding {
        guard let folder = named ?? LibraryDisk.standard else {
            return .problem("disk", "neither XDG_DATA_HOME nor HOME is set", "name the library's folder with --library")
        }
        do throws(SystemCallError) {
            guard try FileStatus.ifPresent(folder) != nil else {
                return named == nil
                    ? .well("disk", "no library at \(folder.text) yet; --library names another")
                    : .problem("disk", "there is no \(folder.text)", "name the library's folder")
            }
            let space = try FileSystemSpace(at: folder)
            let free = SizeText.bytes(Int64(clamping: space.freeBytes))
            guard space.freeBytes >= LibraryDisk.leastFree else {
                return .problem(
                    "disk",
                    "only \(free) are free at \(folder.text)",
                    "make room: photos trash empty erases what was deleted"
                )
            }
            return .well("disk", "\(free) are free at \(folder.text)")
        } catch {
            return .problem("disk", "\(folder.text): \(error.reason)", "see whether its disk is there")
        }
    }

    /// Where a server without `--library` has it.
    private static var standard: FilePath? {
        if let data = EnvironmentVariables.value("XDG_DATA_HOME"), !data.isEmpty {
            return FilePath(data).appending("photolibrary/Photos.photolibrary")
        }
        guard let home = EnvironmentVariables.value("HOME"), !home.isEmpty else { return nil }
        return FilePath(home).appending(".local/share/photolibrary/Photos.photolibrary")
    }
}
