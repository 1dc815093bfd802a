package import LinuxSystem

/// Where connections to a server come from.
package protocol ConnectionSource: Sendable {
    /// Returns a new connected socket.
    func connect() throws(SystemCallError) -> OwnedDescriptor
    /// The socket file to name in errors; nil where there is none.
    var socketFile: FilePath? { get }
}

extension ConnectionSource {
    package var socketFile: FilePath? { nil }
}

/// Connections over a socket file.
package struct UnixSocketTransport: ConnectionSource {
    package var path: FilePath

    package init(path: FilePath) { self.path = path }

    package var socketFile: FilePath? { path }

    /// Throws EACCES when another user listens there (`ServerOwner`), before anything is sent.
    package func connect() throws(SystemCallError) -> OwnedDescriptor {
        let socket = try UnixSocket.connect(to: path)
        try ServerOwner.check(socket.peerCredentials().user, at: path)
        return socket
    }

    /// The server's side: listens at the path.
    package func listen(mode: UInt32 = 0o600) throws(SystemCallError) -> UnixSocketListener {
        try UnixSocketListener(at: path, mode: mode)
    }
}

/// Connections within this process: a socket pair each, whose server's end goes to `accept`. Everything else is the
/// code for socket files.
package struct InProcessTransport: ConnectionSource {
    private let accept: @Sendable (consuming OwnedDescriptor) -> Void

    /// `accept` gets the server's end of each connection and must not wait.
    package init(accept: @escaping @Sendable (consuming OwnedDescriptor) -> Void) { self.accept = accept }

    package func connect() throws(SystemCallError) -> OwnedDescriptor {
        try UnixSocket.pair().take { client, server in
            accept(server)
            return client
        }
    }
}
