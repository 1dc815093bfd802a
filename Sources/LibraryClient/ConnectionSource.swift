internal import LibraryModel
internal import LibraryProtocol
internal import LibraryTransport
internal import LinuxSystem

/// Where a client finds its server.
package struct ServerAddress: Sendable {
    /// Makes a connected socket.
    let connect: @Sendable () throws(SystemCallError) -> OwnedDescriptor

    /// A connection to somewhere else than a socket file, for example to a server in the same process.
    package init(connect: @escaping @Sendable () throws(SystemCallError) -> OwnedDescriptor) {
        self.connect = connect
    }

    /// A server's socket file.
    package init(path: String) {
        connect = { () throws(SystemCallError) in try UnixSocket.connect(to: FilePath(path)) }
    }

    /// `PHOTOLIBRARY_SOCKET`, or where a server listens by default.
    package static var ofEnvironment: ServerAddress {
        ServerAddress(path: defaultPath)
    }

    /// The management socket that belongs to an apps' socket; nil for the environment's.
    package static func management(_ path: String?) -> ServerAddress {
        ServerAddress(path: (path ?? defaultPath) + ".manage")
    }

    private static var defaultPath: String {
        if let path = EnvironmentVariables.value("PHOTOLIBRARY_SOCKET"), !path.isEmpty { return path }
        // Without a runtime folder there is no server to be found: connecting fails and says so.
        return (EnvironmentVariables.value("XDG_RUNTIME_DIR") ?? "") + "/photolibrary/library.sock"
    }
}
