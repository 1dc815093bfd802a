import Languages
import LinuxSystem
import OwnerTools
import TerminalText

/// The room on the library's disk.
struct LibraryDisk {
    private let folder: FilePath?
    /// Whether it is known to be a library's, so that it has to be there.
    private let isKnown: Bool

    /// Bytes below which imports soon fail: a few videos.
    private static let leastFree: UInt64 = 1_000_000_000

    /// `named`: by the person; `ofServer`: of the library that the server has. Else it is the default folder.
    init(_ named: FilePath?, ofServer folder: FilePath?) {
        self.folder = named ?? folder ?? LibraryDisk.standard
        isKnown = named != nil || folder != nil
    }

    var finding: Finding {
        let subject = localized("disk")
        guard let folder else {
            return .problem(
                subject,
                localized("neither XDG_DATA_HOME nor HOME is set"),
                localized("name the library's folder with {option}", ["option": "--library"])
            )
        }
        let name = folder.sanitized
        do throws(SystemCallError) {
            guard try FileStatus.ifPresent(folder) != nil else {
                return isKnown
                    ? .problem(
                        subject,
                        localized("there is no {folder}", ["folder": name]),
                        localized("name the library's folder with {option}", ["option": "--library"])
                    )
                    : .well(
                        subject,
                        localized(
                            "no library at {folder} yet; {option} names another",
                            ["folder": name, "option": "--library"]
                        )
                    )
            }
            let space = try FileSystemSpace(at: folder)
            let free: KeyValuePairs<String, any CustomStringConvertible> =
                ["size": SizeText.bytes(Int64(clamping: space.freeBytes)), "folder": name]
            guard space.freeBytes >= LibraryDisk.leastFree else {
                return .problem(
                    subject,
                    localized("only {size} are free at {folder}", free),
                    localized("make room: {command} erases what was deleted", ["command": "photos trash empty"])
                )
            }
            return .well(subject, localized("{size} are free at {folder}", free))
        } catch {
            return .problem(
                subject,
                "\(name): \(error.localizedReason)",
                localized("see whether its disk is there")
            )
        }
    }

    /// Where a server without `--library` has it.
    static var standard: FilePath? {
        if let data = EnvironmentVariables.value("XDG_DATA_HOME"), !data.isEmpty {
            return FilePath(data).appending("photolibrary/Photos.photolibrary")
        }
        guard let home = EnvironmentVariables.value("HOME"), !home.isEmpty else { return nil }
        return FilePath(home).appending(".local/share/photolibrary/Photos.photolibrary")
    }
}
