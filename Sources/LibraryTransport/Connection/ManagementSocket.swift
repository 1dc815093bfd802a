package import LinuxSystem

/// Where the management socket of a server is: in a folder beside that of the apps' socket, with `-manage` behind its
/// name. So a sandbox that is let into the apps' folder is not let in there.
package enum ManagementSocket {
    private static let ending = Array("-manage".utf8)

    /// `/run/photolibrary-manage/library.sock` for `/run/photolibrary/library.sock`.
    package static func path(besideApps apps: FilePath) -> FilePath {
        FilePath(bytes: apps.folder.bytes + ending).appending(apps.lastComponent)
    }
}
