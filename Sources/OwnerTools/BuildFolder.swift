internal import Languages
package import LibraryModel
package import LinuxSystem
internal import TerminalText

/// A developer's folder of builds, in words for people.
package struct BuildFolder {
    private let folder: DeveloperFolder

    package init(_ folder: DeveloperFolder) { self.folder = folder }

    /// Safe to print.
    package var path: String { folder.path.sanitized }

    /// Why it does not count now; nil when it counts.
    package var problem: String? { folder.problem.map { BuildFolder.words($0) } }

    /// What the server says of a folder that cannot be one of builds.
    package static func words(_ problem: String) -> String {
        if let writable = problem.afterPrefix("others can write to ") {
            return localized("others can write to {folder}", ["folder": writable.sanitized])
        }
        return switch problem {
        case "it is no folder": localized("it is no folder")
        case "it belongs to another user": localized("it belongs to another user")
        case "it is on a file system of others": localized("it is on a file system of others")
        case "a symbolic link is on its path": localized("a symbolic link is on its path")
        case "it is not there": localized("it is not there")
        default: problem.sanitized
        }
    }

    /// Why the server refused a folder.
    package static func words(_ error: LibraryError) -> String {
        guard error.code == .accessDenied,
            let problem = error.reason.afterPrefix("that folder cannot be one of builds: ")
        else { return error.reason.sanitized }
        return localized("That folder cannot be one of builds: {reason}", ["reason": words(problem)])
    }

    /// The whole path of a folder, without symbolic links; as it was named when there is none. Nil when the path is not
    /// text.
    package static func wholePath(of path: String) throws(SystemCallError) -> String? {
        do throws(SystemCallError) {
            return try OwnedDescriptor(opening: FilePath(path), [.unread]).path().exactText
        } catch {
            if error.isAbsence, path.hasPrefix("/") { return path }
            throw error
        }
    }
}

extension String {
    fileprivate func afterPrefix(_ prefix: String) -> String? {
        hasPrefix(prefix) ? String(dropFirst(prefix.count)) : nil
    }
}
