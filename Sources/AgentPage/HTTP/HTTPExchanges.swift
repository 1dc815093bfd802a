internal import CMicroHTTP
internal import Glibc
internal import LinuxSystem
internal import Synchronization

/// Bridges libmicrohttpd's callbacks to `HTTPRequest` and `HTTPResponse`, on the listener's threads.
final class HTTPExchanges: Sendable {
    let deadlines: ConnectionDeadlines
    private let handlers: HTTPListener.Handlers
    private let places: Mutex<ConnectionPlaces>

    init(_ handlers: HTTPListener.Handlers, _ deadlines: ConnectionDeadlines, _ places: ConnectionPlaces) {
        self.handlers = handlers
        self.deadlines = deadlines
        self.places = Mutex(places)
    }

    /// Callbacks with an unretained reference to this object: it has to outlive them.
    func callbacks() -> cmicrohttp_callbacks {
        unsafe cmicrohttp_callbacks(
            context: Unmanaged.passUnretained(self).toOpaque(),
            admit: { context, isIPv6, port, ownPort in
                let peer = LoopbackPeer(address: isIPv6 == 0 ? .ipv4 : .ipv6, port: port, ownPort: ownPort)
                return unsafe HTTPExchanges.from(context).handlers.admits(peer) ? 1 : 0
            },
            opened: { context, socket in unsafe HTTPExchanges.from(context).opened(socket) },
            closed: { context, socket in unsafe HTTPExchanges.from(context).closed(socket) },
            began: { context, exchange in unsafe HTTPExchanges.from(context).began(exchange) },
            received: { context, exchange in unsafe HTTPExchanges.from(context).received(exchange) },
            completed: { context, socket in unsafe HTTPExchanges.from(context).deadlines.requestBegins(socket) }
        )
    }

    private static func from(_ context: UnsafeMutableRawPointer?) -> HTTPExchanges {
        guard let context = unsafe context else { preconditionFailure("a callback without its context") }
        return unsafe Unmanaged<HTTPExchanges>.fromOpaque(context).takeUnretainedValue()
    }

    private func opened(_ socket: CInt) {
        deadlines.requestBegins(socket)
        places.withLock { places in
            // Its thread reads end of file and closes, which waits for this lock: the number cannot be reused before.
            if let one = places.begins(socket) { _ = shutdown(one, CInt(SHUT_RDWR)) }
        }
    }

    private func closed(_ socket: CInt) {
        deadlines.connectionEnds(socket)
        places.withLock { $0.ends(socket) }
    }

    private func began(_ exchange: OpaquePointer?) -> CInt {
        guard let request = unsafe HTTPRequest(head: exchange) else { return 0 }
        switch handlers.admission(request) {
        case .whole: return 1
        case .refused(let refusal):
            deadlines.answerBegins(request.socket)
            return unsafe answer(exchange, refusal)
        case .streamed(let receiver):
            // It takes as long as it takes; `HTTPListener.idleTimeout` ends it when nothing comes any more.
            deadlines.answerBegins(request.socket)
            if handlers.knows(request) { places.withLock { $0.isKnown(request.socket) } }
            let context = unsafe Unmanaged.passRetained(StreamedBody(receiver)).toOpaque()
            unsafe cmicrohttp_stream_body(
                exchange,
                { unsafe StreamedBody.write($0, $1, $2) },
                context,
                { context in
                    guard let context = unsafe context else { return }
                    unsafe Unmanaged<StreamedBody>.fromOpaque(context).release()
                }
            )
            return 1
        }
    }

    private func received(_ exchange: OpaquePointer?) -> CInt {
        guard var request = unsafe HTTPRequest(head: exchange) else { return 0 }
        if let context = unsafe cmicrohttp_streamed_body(exchange) {
            request.receiver = unsafe Unmanaged<StreamedBody>.fromOpaque(context).takeUnretainedValue().receiver
        }
        var count = 0
        if let bytes = unsafe cmicrohttp_body(exchange, &count) {
            request.body = unsafe Array(UnsafeBufferPointer(start: bytes, count: count))
        }
        deadlines.answerBegins(request.socket)
        if handlers.knows(request) { places.withLock { $0.isKnown(request.socket) } }
        return unsafe answer(exchange, handlers.response(request))
    }

    private func answer(_ exchange: OpaquePointer?, _ response: consuming HTTPResponse) -> CInt {
        let status = response.status
        let headers = response.headers
        guard let native = unsafe HTTPExchanges.native(response.body) else { return 0 }
        for (name, value) in headers {
            if unsafe cmicrohttp_add_header(native, name, value) == 0 {
                unsafe cmicrohttp_drop(native)
                return 0
            }
        }
        return unsafe cmicrohttp_answer(exchange, status, native)
    }

    private static func native(_ body: consuming HTTPResponse.Body) -> OpaquePointer? {
        switch consume body {
        case .bytes(let bytes):
            return unsafe bytes.withUnsafeBytes { unsafe cmicrohttp_respond_with_bytes($0.baseAddress, $0.count) }
        case .file(let descriptor, let range):
            let number = descriptor.release()
            let response = unsafe cmicrohttp_respond_with_file(number, range.offset, range.count)
            if unsafe response == nil { _ = close(number) }
            return unsafe response
        case .events(let stream):
            let context = unsafe Unmanaged.passRetained(stream)
            let response = unsafe cmicrohttp_respond_with_reader(
                readEvents,
                context.toOpaque(),
                { context in
                    guard let context = unsafe context else { return }
                    unsafe Unmanaged<EventStream>.fromOpaque(context).takeRetainedValue().end()
                }
            )
            if unsafe response == nil { unsafe context.release() }
            return unsafe response
        }
    }
}

private func readEvents(
    _ context: UnsafeMutableRawPointer?,
    _ bytes: UnsafeMutablePointer<CChar>?,
    _ capacity: Int
) -> Int {
    guard let context = unsafe context, let bytes = unsafe bytes else { return -1 }
    let stream = unsafe Unmanaged<EventStream>.fromOpaque(context).takeUnretainedValue()
    guard let next = stream.next(capacity) else { return -1 }
    for (offset, byte) in next.enumerated() { unsafe bytes[offset] = CChar(bitPattern: byte) }
    return next.count
}

extension HTTPRequest {
    /// The head of a request. Nil when a part of it is not UTF-8.
    fileprivate init?(head exchange: OpaquePointer?) {
        guard let method = unsafe cmicrohttp_method(exchange), let method = unsafe String(validatingCString: method),
            let path = unsafe cmicrohttp_path(exchange), let path = unsafe String(validatingCString: path)
        else { return nil }
        self.init(method: method, path: path)
        let fields = HTTPFields()
        let context = unsafe Unmanaged.passUnretained(fields).toOpaque()
        unsafe cmicrohttp_visit_headers(exchange, context) { unsafe HTTPFields.add($0, $1, $2, $3, $4) }
        for (name, value) in fields.pairs { headers[name.lowercased(), default: []].append(value) }
        fields.pairs = []
        unsafe cmicrohttp_visit_query(exchange, context) { unsafe HTTPFields.add($0, $1, $2, $3, $4) }
        for (name, value) in fields.pairs where query[name] == nil { query[name] = value }
        guard fields.areText else { return nil }
        var length: UInt64 = 0
        bodyLength = unsafe cmicrohttp_body_length(exchange, &length) != 0 ? length : nil
        socket = unsafe cmicrohttp_socket(exchange)
        ownPort = unsafe cmicrohttp_own_port(exchange)
    }
}

/// A receiver, as C holds it.
private final class StreamedBody: Sendable {
    let receiver: any BodyReceiver

    init(_ receiver: any BodyReceiver) { self.receiver = receiver }

    static func write(_ context: UnsafeMutableRawPointer?, _ bytes: UnsafePointer<CChar>?, _ count: Int) -> CInt {
        guard let context = unsafe context, let bytes = unsafe bytes else { return 0 }
        let piece = unsafe Array(UnsafeRawBufferPointer(start: bytes, count: count))
        unsafe Unmanaged<StreamedBody>.fromOpaque(context).takeUnretainedValue().receiver.receive(piece)
        return 1
    }
}

/// Collects the names and values that libmicrohttpd visits.
private final class HTTPFields {
    var pairs: [(name: String, value: String)] = []
    var areText = true

    static func add(
        _ context: UnsafeMutableRawPointer?,
        _ name: UnsafePointer<CChar>?,
        _ nameCount: Int,
        _ value: UnsafePointer<CChar>?,
        _ valueCount: Int
    ) {
        guard let context = unsafe context else { return }
        let fields = unsafe Unmanaged<HTTPFields>.fromOpaque(context).takeUnretainedValue()
        if let name = unsafe text(name, nameCount), let value = unsafe text(value, valueCount) {
            fields.pairs.append((name, value))
        } else {
            fields.areText = false
        }
    }

    private static func text(_ characters: UnsafePointer<CChar>?, _ count: Int) -> String? {
        guard let characters = unsafe characters else { return "" }
        let bytes = unsafe UnsafeRawBufferPointer(start: characters, count: count)
        return unsafe String(validating: bytes, as: UTF8.self)
    }
}
