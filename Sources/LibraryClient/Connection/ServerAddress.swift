package import LibraryTransport
internal import LinuxSystem

/// How a client reaches its server.
package struct ServerAddress: Sendable {
    /// Makes connections.
    let source: any ConnectionSource

    /// A server that is reached without a socket file, for example in the same process.
    package init(_ source: some ConnectionSource) {
        self.source = source
    }

    /// A server's socket file.
    package init(path: String) {
        source = UnixSocketTransport(path: FilePath(path))
    }

    /// `PHOTOLIBRARY_SOCKET`, or the default path.
    package static var ofEnvironment: ServerAddress {
        ServerAddress(path: defaultPath)
    }

    /// The management socket that belongs to an apps' socket; nil for the environment's.
    package static func management(_ path: String?) -> ServerAddress {
        let apps = FilePath(path ?? defaultPath)
        return ServerAddress(UnixSocketTransport(path: ManagementSocket.path(besideApps: apps)))
    }

    /// Where the environment says that the apps' socket is; nil when it does not.
    package static var environmentPath: String? {
        if let path = EnvironmentVariables.value("PHOTOLIBRARY_SOCKET"), !path.isEmpty { return path }
        guard let folder = EnvironmentVariables.value("XDG_RUNTIME_DIR"), !folder.isEmpty else { return nil }
        return folder + "/photolibrary/library.sock"
    }

    // Without XDG_RUNTIME_DIR connecting fails with an error that names the path.
    private static var defaultPath: String { environmentPath ?? "/photolibrary/library.sock" }
}
