package import LinuxSystem

/// Whom a client takes for its server: a process of its own user or of root, or of the user whom root has given the
/// socket's folder. Anybody else can put a socket where the server's would be, before it is there, and would be given
/// what is meant for the library.
enum ServerOwner {
    /// Who listens, as the kernel tells, at the socket file that was connected to.
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
    /// Not the system's: `ServerOwner` refuses.
    package static let anotherUsersServer = SystemCallError(permissionDenied, "connect to another user's server")
}
