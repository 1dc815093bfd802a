package import LinuxSystem

/// The path of a server's management socket: in a folder of its own, named like the apps' folder plus `-manage`, so
/// that a sandbox with access to the apps' folder has none to it.
package enum ManagementSocket {
    private static let ending = Array("-manage".utf8)

    /// `/run/photolibrary-manage/library.sock` for `/run/photolibrary/library.sock`.
    package static func path(besideApps apps: FilePath) -> FilePath {
        FilePath(bytes: apps.folder.bytes + ending).appending(apps.lastComponent)
    }
}
