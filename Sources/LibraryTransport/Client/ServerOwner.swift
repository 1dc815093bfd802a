package import LinuxSystem

/// Which users a client accepts as its server: its own, root, or the owner of a socket folder that only root can have
/// created. Otherwise another user could bind the server's socket path first and receive what is meant for the library.
enum ServerOwner {
    /// Checks the user that listens at the path, as SO_PEERCRED reports it.
    static func check(_ listener: UInt32, at path: FilePath) throws(SystemCallError) {
        if listener == OwnProcess.user || listener == 0 { return }
        let folder = try OwnedDescriptor(opening: path.folder, [.unread, .folder])
        var above = try folder.path()
        guard try folder.status().owner == listener else { throw .anotherUsersServer }
        while above != "/" {
            above = above.folder
            let status = try FileStatus(of: above, followingLinks: false)
            guard status.owner == 0, status.mode & 0o022 == 0 else { throw .anotherUsersServer }
        }
    }
}

extension SystemCallError {
    /// Not from the system: `ServerOwner` refused the server.
    package static let anotherUsersServer = SystemCallError(permissionDenied, "connect to another user's server")
}
