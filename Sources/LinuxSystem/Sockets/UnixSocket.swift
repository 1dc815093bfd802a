internal import CLinux
import Glibc

/// Making connected Unix stream sockets.
package enum UnixSocket {
    /// The longest path that a socket address holds, in bytes.
    package static let maximumPathLength = 107

    /// Connects to the socket at `path`. A path that does not fit into an address is `ENAMETOOLONG`.
    package static func connect(to path: FilePath) throws(SystemCallError) -> OwnedDescriptor {
        let socket = try make()
        let rawValue = socket.rawValue
        try unsafe path.withCString("connect") { path throws(SystemCallError) in
            _ = try retryingInterruptions("connect") { unsafe clinux_connect_path(rawValue, path) }
        }
        return socket
    }

    /// A datagram socket, connected to `path`, which starts with "/", or with "@" for an abstract name.
    package static func connectDatagrams(to path: FilePath) throws(SystemCallError) -> OwnedDescriptor {
        let type = CInt(SOCK_DGRAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue)
        let socket = OwnedDescriptor(owning: try retryingInterruptions("socket") { Glibc.socket(AF_UNIX, type, 0) })
        let rawValue = socket.rawValue
        try unsafe path.withCString("connect") { path throws(SystemCallError) in
            _ = try retryingInterruptions("connect") { unsafe clinux_connect_named(rawValue, path) }
        }
        return socket
    }

    /// Two sockets connected to each other.
    package static func pair() throws(SystemCallError) -> SocketPair {
        var ends: (CInt, CInt) = (-1, -1)
        let result = unsafe withUnsafeMutableBytes(of: &ends) { bytes in
            unsafe socketpair(AF_UNIX, streamType, 0, bytes.assumingMemoryBound(to: CInt.self).baseAddress)
        }
        if result == -1 { throw SystemCallError(errno, "socketpair") }
        return SocketPair(first: OwnedDescriptor(owning: ends.0), second: OwnedDescriptor(owning: ends.1))
    }

    static func make() throws(SystemCallError) -> OwnedDescriptor {
        OwnedDescriptor(owning: try retryingInterruptions("socket") { socket(AF_UNIX, streamType, 0) })
    }

    private static let streamType = CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue)
}

/// The two ends of a connection within one process.
package struct SocketPair: ~Copyable, Sendable {
    package var first: OwnedDescriptor
    package var second: OwnedDescriptor

    /// Hands the ends over to two owners.
    package consuming func take<Result: ~Copyable, Failure: Error>(
        _ body: (consuming OwnedDescriptor, consuming OwnedDescriptor) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(first, second)
    }
}
