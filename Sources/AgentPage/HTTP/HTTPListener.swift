internal import CMicroHTTP
internal import Glibc
package import LinuxSystem
internal import Synchronization

/// The HTTP server on the loopback addresses. A thread for each connection calls the handlers, which may wait.
///
/// Connections are at most `maximumConnections` (`ConnectionPlaces` says which), and each has
/// `ConnectionDeadlines.requestTime` to say what it wants.
package final class HTTPListener: Sendable {
    /// What a listener calls, on threads of its own.
    package struct Handlers: Sendable {
        /// Whether a client may connect.
        package var admits: @Sendable (LoopbackPeer) -> Bool
        /// Whether a request that is not refused comes from somebody with a session.
        package var knows: @Sendable (HTTPRequest) -> Bool
        /// The answer to a request that is refused by its head; nil when the rest of it is wanted.
        package var refusal: @Sendable (_ head: HTTPRequest) -> HTTPResponse?
        package var response: @Sendable (HTTPRequest) -> HTTPResponse

        package init(
            admits: @escaping @Sendable (LoopbackPeer) -> Bool,
            knows: @escaping @Sendable (HTTPRequest) -> Bool,
            refusal: @escaping @Sendable (_ head: HTTPRequest) -> HTTPResponse?,
            response: @escaping @Sendable (HTTPRequest) -> HTTPResponse
        ) {
            self.admits = admits
            self.knows = knows
            self.refusal = refusal
            self.response = response
        }
    }

    /// More than a browser opens to one address (six), for each of a few windows.
    package static let maximumConnections = 64
    /// Connections that have been told to end and are still doing it.
    private static let endingConnections = 64
    /// Bytes of a request's head, and of what the library needs beside it.
    package static let maximumHead = 32 * 1024
    /// Bytes of a request's body: 10,000 identifiers and some room.
    package static let maximumBody = 1024 * 1024
    /// Seconds without any progress after which a connection is closed.
    package static let idleTimeout: UInt32 = 30

    package let port: UInt16
    private let exchanges: HTTPExchanges
    private let server: Mutex<RunningServer?>

    /// Listens on `port`, or with 0 on any that is free.
    package init(
        port: UInt16,
        requestTime: UInt64 = ConnectionDeadlines.requestTime,
        _ handlers: Handlers
    ) throws(SystemCallError) {
        let exchanges = HTTPExchanges(
            handlers,
            try ConnectionDeadlines(requestTime: requestTime),
            ConnectionPlaces(room: HTTPListener.maximumConnections)
        )
        let limits = cmicrohttp_limits(
            port: port,
            maximum_connections: UInt32(HTTPListener.maximumConnections + HTTPListener.endingConnections),
            idle_timeout: HTTPListener.idleTimeout,
            maximum_head: HTTPListener.maximumHead,
            maximum_body: HTTPListener.maximumBody
        )
        guard let server = RunningServer(exchanges, limits) else {
            let error = errno
            exchanges.deadlines.stop()
            throw SystemCallError(error, "listen")
        }
        self.exchanges = exchanges
        self.port = server.port
        self.server = Mutex(server)
    }

    deinit { stop() }

    /// Stops when every connection has been answered: streams must have been ended before.
    package func stop() {
        let running = server.withLock { server in
            defer { server = nil }
            return server
        }
        guard let running else { return }
        running.stop()
        exchanges.deadlines.stop()
    }
}

/// libmicrohttpd's server.
///
/// `@unchecked`: the library guards what the pointer leads to; it is used to ask for the port, and once to stop.
@safe private struct RunningServer: @unchecked Sendable {
    private let pointer: OpaquePointer

    /// `exchanges` must live until it has stopped. Nil, with errno set, when there can be none.
    init?(_ exchanges: HTTPExchanges, _ limits: cmicrohttp_limits) {
        var callbacks = unsafe exchanges.callbacks()
        var limits = limits
        guard let pointer = unsafe cmicrohttp_start(&callbacks, &limits) else { return nil }
        unsafe self.pointer = pointer
    }

    var port: UInt16 { unsafe cmicrohttp_port(pointer) }

    func stop() { unsafe cmicrohttp_stop(pointer) }
}
