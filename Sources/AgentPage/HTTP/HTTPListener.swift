internal import CMicroHTTP
internal import Glibc
internal import LinuxSystem
internal import Synchronization

/// The HTTP server on the loopback addresses. Each connection has a thread, which calls the handlers; they may block.
///
/// There are at most `maximumConnections` (`ConnectionPlaces` decides which), and each has
/// `ConnectionDeadlines.requestTime` for a request.
package final class HTTPListener: Sendable {
    /// What a listener calls, on threads of its own.
    package struct Handlers: Sendable {
        /// Whether a client may connect.
        package var admits: @Sendable (LoopbackPeer) -> Bool
        /// Whether a request that was not refused has a session.
        package var knows: @Sendable (HTTPRequest) -> Bool
        /// What becomes of a request, by its head.
        var admission: @Sendable (_ head: HTTPRequest) -> Admission
        package var response: @Sendable (HTTPRequest) -> HTTPResponse

        init(
            admits: @escaping @Sendable (LoopbackPeer) -> Bool,
            knows: @escaping @Sendable (HTTPRequest) -> Bool,
            admission: @escaping @Sendable (_ head: HTTPRequest) -> Admission,
            response: @escaping @Sendable (HTTPRequest) -> HTTPResponse
        ) {
            self.admits = admits
            self.knows = knows
            self.admission = admission
            self.response = response
        }
    }

    /// More than a browser opens to one address (six), for each of a few windows.
    package static let maximumConnections = 64
    /// Connections that were shut down and are still closing.
    private static let endingConnections = 64
    /// Bytes of a request's head and of libmicrohttpd's own data for a connection.
    package static let maximumHead = 32 * 1024
    /// Bytes of a request's body that is read whole: room for 10,000 identifiers.
    package static let maximumBody = 1024 * 1024
    /// Seconds without any progress after which a connection is closed.
    package static let idleTimeout: UInt32 = 30

    package let port: UInt16
    private let exchanges: HTTPExchanges
    private let server: Mutex<RunningServer?>

    /// Listens on `port`, or with 0 on any that is free.
    init(
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

    /// Returns once every request is answered, so streams have to be ended before.
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
/// `@unchecked`: libmicrohttpd locks what the pointer refers to; here it is asked for the port, and stopped once.
@safe private struct RunningServer: @unchecked Sendable {
    private let pointer: OpaquePointer

    /// `exchanges` has to live until it has stopped. Nil, with errno set, when it cannot listen.
    init?(_ exchanges: HTTPExchanges, _ limits: cmicrohttp_limits) {
        var callbacks = unsafe exchanges.callbacks()
        var limits = limits
        guard let pointer = unsafe cmicrohttp_start(&callbacks, &limits) else { return nil }
        unsafe self.pointer = pointer
    }

    var port: UInt16 { unsafe cmicrohttp_port(pointer) }

    func stop() { unsafe cmicrohttp_stop(pointer) }
}
