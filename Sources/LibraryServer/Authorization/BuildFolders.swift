internal import LibraryModel
internal import LibraryStore
internal import LinuxSystem

/// A developer's folders of builds (`DeveloperFolder`): a program in one that was allowed something keeps that when it
/// is built anew.
///
/// Whoever can write to such a folder can put a program of theirs in the place of one that was allowed. So a folder
/// counts only while nobody but root and the server's user can do that: they own the program, the folder and all
/// folders on the way, and nobody else may write there. It is looked at again for each program that is recognised.
/// Programs of the person's own user remain: the folder is for builds of one's own, and a sandbox must not have it.
struct BuildFolders: Sendable {
    private let store: LibraryStore

    init(_ store: LibraryStore) { self.store = store }

    /// Whether a program that is another now keeps what was allowed to the one before at its path.
    func contain(_ executable: ExecutableFile) throws(LibraryError) -> Bool {
        let path = executable.path.text
        guard try store.developerFolders().contains(where: { path.hasPrefix($0.path + "/") }) else { return false }
        return executable.isOnlyOurs
    }

    /// The folders, each with what keeps it from counting.
    func all() throws(LibraryError) -> [DeveloperFolder] {
        try store.developerFolders().map { folder in
            DeveloperFolder(
                path: folder.path,
                until: folder.until,
                problem: BuildFolders.problem(FilePath(folder.path))
            )
        }
    }

    /// Throws for a folder that others can write to, and for one that is none.
    func set(_ path: String, until: Int64?) throws(LibraryError) {
        guard path.utf8.count <= DeveloperFolder.maximumPathLength, path.hasPrefix("/"), path != "/",
            path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
                .allSatisfy({ !["", ".", ".."].contains($0) })
        else {
            throw LibraryError(.invalidRequest, "a folder of builds is named by its whole path, without . and ..")
        }
        if until != nil, let problem = BuildFolders.problem(FilePath(path)) {
            throw LibraryError(.accessDenied, "that folder cannot be one of builds: \(problem)")
        }
        try store.setDeveloperFolder(path, until: until)
    }

    private static func problem(_ path: FilePath) -> String? {
        do throws(SystemCallError) {
            let status = try OwnedDescriptor(openingWithoutLinks: path, [.unread]).status()
            guard status.kind == .folder else { return "it is no folder" }
            guard status.owner == OwnProcess.user else { return "it belongs to another user" }
            if try FileSystemKind(at: path).isMadeByAProgramOrElsewhere { return "it is on a file system of others" }
            return try OthersWriting.folder(from: path).map { "others can write to \($0.text)" }
        } catch {
            if error.errorNumber == SystemCallError.symbolicLink { return "a symbolic link is on its path" }
            return error.isAbsence ? "it is not there" : "it cannot be read (\(error))"
        }
    }
}

/// Who can write where a program is.
enum OthersWriting {
    /// The first folder, from this one up to the root, to which others than root and the server's user can write.
    ///
    /// A folder of root's with the sticky bit, such as /tmp, is none: nobody can put anything there in the place of
    /// what belongs to somebody else. (An ACL's mask shows in the group bits.)
    static func folder(from path: FilePath) throws(SystemCallError) -> FilePath? {
        var folder = path
        while true {
            let status = try FileStatus(of: folder, followingLinks: false)
            let isSticky = status.owner == 0 && status.mode & 0o1000 != 0
            guard status.isOfRootOrServer, status.mode & 0o022 == 0 || isSticky else { return folder }
            if folder == "/" { return nil }
            folder = folder.folder
        }
    }
}

extension FileStatus {
    /// Only root and the server's user own it.
    fileprivate var isOfRootOrServer: Bool { owner == 0 || owner == OwnProcess.user }
}

extension ExecutableFile {
    /// Whether only root and the server's user can change or replace the file.
    fileprivate var isOnlyOurs: Bool {
        guard status.isOfRootOrServer, status.mode & 0o022 == 0 else { return false }
        do throws(SystemCallError) {
            if try FileSystemKind(at: path).isMadeByAProgramOrElsewhere { return false }
            return try OthersWriting.folder(from: path.folder) == nil
        } catch {
            // A folder has gone meanwhile: not known to be ours.
            return false
        }
    }
}
