internal import CLinux
import Glibc

/// A listening Unix stream socket.
package struct UnixSocketListener: ~Copyable, Sendable {
    package let descriptor: OwnedDescriptor

    /// Takes over a socket that is listening already, for example one that systemd made.
    package init(adopting descriptor: consuming OwnedDescriptor) { self.descriptor = descriptor }

    /// Makes the socket file `path` and listens.
    ///
    /// A socket file that nobody listens on any more is replaced; when somebody does, or when the file is not a socket,
    /// this throws `EADDRINUSE`. A path longer than `UnixSocket.maximumPathLength` is `ENAMETOOLONG`. The mode is set
    /// before the first client can connect, and what clients send is received with its sender (`askForSenders`).
    package init(at path: FilePath, mode: UInt32 = 0o600, backlog: CInt = 128) throws(SystemCallError) {
        let socket = try UnixSocket.make()
        try socket.askForSenders()
        do throws(SystemCallError) {
            try bindSocket(socket, to: path)
        } catch {
            if error.errorNumber != EADDRINUSE { throw error }
            try removeStaleSocket(at: path, otherwise: error)
            try bindSocket(socket, to: path)
        }
        try FileNames.setMode(mode, of: path)
        let rawValue = socket.rawValue
        _ = try retryingInterruptions("listen") { listen(rawValue, backlog) }
        descriptor = socket
    }

    /// Waits for the next client.
    package borrowing func accept() throws(SystemCallError) -> OwnedDescriptor {
        let rawValue = descriptor.rawValue
        return OwnedDescriptor(
            owning: try retryingInterruptions("accept") { clinux_accept(rawValue) }
        )
    }

    /// Waits for the next client, or for `stop` to be signalled: nil.
    package borrowing func accept(until stop: borrowing EventDescriptor) throws(SystemCallError) -> OwnedDescriptor? {
        while true {
            var entries = [
                PollEntry(descriptor.rawValue, .readable), PollEntry(stop.descriptor.rawValue, .readable),
            ]
            _ = try Poll.wait(&entries)
            if !entries[1].ready.isEmpty { return nil }
            do throws(SystemCallError) {
                return try accept()
            } catch {
                // The client has gone again.
                if error.errorNumber != ECONNABORTED { throw error }
            }
        }
    }
}

private func bindSocket(_ socket: borrowing OwnedDescriptor, to path: FilePath) throws(SystemCallError) {
    let rawValue = socket.rawValue
    try unsafe path.withCString("bind") { path throws(SystemCallError) in
        _ = try retryingInterruptions("bind") { unsafe clinux_bind_path(rawValue, path) }
    }
}

private func removeStaleSocket(at path: FilePath, otherwise inUse: SystemCallError) throws(SystemCallError) {
    // Connecting to a file that is no socket is refused as well, and such a file is not ours to remove.
    guard try FileStatus(of: path, followingLinks: false).kind == .socket else { throw inUse }
    do throws(SystemCallError) {
        _ = try UnixSocket.connect(to: path)
    } catch {
        if error.errorNumber != ECONNREFUSED { throw inUse }
        try FileNames.remove(path)
        return
    }
    throw inUse
}
