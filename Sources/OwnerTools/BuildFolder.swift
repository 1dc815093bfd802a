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
    package var problem: String? { folder.problem.map { ReasonText.text($0).sanitized } }

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
