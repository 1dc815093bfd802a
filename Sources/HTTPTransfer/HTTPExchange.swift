internal import LinuxSystem

/// The state of libcurl's callbacks: a request that is being sent, and its response so far. Used on one thread.
final class HTTPExchange {
    /// Bytes of all header lines of a response, including interim responses and trailers.
    static let headerLimit = 64 * 1024
    /// Bytes kept of the body of an unsuccessful response: stores explain the error in it.
    static let failureBodyLimit = 64 * 1024
    /// Bytes of such a body that are read, so that the connection can be kept.
    static let failureBodyReadLimit: UInt64 = 1024 * 1024

    let request: HTTPRequest
    let cancellation: Cancellation
    private let receiver: HTTPReceiver
    private let progress: ((HTTPProgress) -> Void)?

    private(set) var response = HTTPResponse()
    /// Why a callback ended the transfer.
    private(set) var failure: HTTPFailure?
    /// An address of the host was refused. There may be others.
    private(set) var hasRefusedAddress = false
    private var headerBytes = 0
    private var bodyBytes: UInt64 = 0
    private var sent: UInt64 = 0
    private var lastProgress: HTTPProgress?

    init(
        _ request: HTTPRequest,
        _ receiver: HTTPReceiver,
        _ cancellation: Cancellation,
        _ progress: ((HTTPProgress) -> Void)?
    ) {
        self.request = request
        self.receiver = receiver
        self.cancellation = cancellation
        self.progress = progress
    }

    // MARK: Callbacks; false ends the transfer

    func take(headerLine line: [UInt8]) -> Bool {
        headerBytes += line.count
        if headerBytes > HTTPExchange.headerLimit { return fail(.tooLarge) }
        response.take(headerLine: line)
        return true
    }

    func take(body bytes: Span<UInt8>) -> Bool {
        bodyBytes += UInt64(bytes.count)
        guard response.isSuccess else {
            let room = HTTPExchange.failureBodyLimit - response.body.count
            response.body.append(bytes.extracting(first: min(room, bytes.count)))
            return bodyBytes <= HTTPExchange.failureBodyReadLimit || fail(.tooLarge)
        }
        if bodyBytes > receiver.limit { return fail(.tooLarge) }
        guard let receive = receiver.receive else {
            response.body.append(bytes)
            return true
        }
        do { try receive(response, bytes) } catch { return fail(.body(error)) }
        return true
    }

    /// The next bytes of the request's body; empty at its end, nil to end the transfer.
    func next(_ count: Int) -> [UInt8]? {
        guard let body = request.body, sent < body.length else { return [] }
        do {
            let bytes = try body.read(sent, Int(clamping: min(UInt64(clamping: count), body.length - sent)))
            // The file was truncated. The server would wait for the rest of the announced length.
            if bytes.isEmpty || bytes.count > count {
                _ = fail(.body(SystemCallError(SystemCallError.invalidArgument, "read")))
                return nil
            }
            sent += UInt64(bytes.count)
            return bytes
        } catch {
            _ = fail(.body(error))
            return nil
        }
    }

    /// Rewinds the body to `offset`, to send it again.
    func seek(to offset: Int64) -> Bool {
        guard let body = request.body, offset >= 0, UInt64(offset) <= body.length else { return false }
        sent = UInt64(offset)
        return true
    }

    /// Whether to connect to an address; nil for one that is neither IPv4 nor IPv6.
    func mayConnect(to address: [UInt8]?) -> Bool {
        guard let isAllowed = request.isAddressAllowed else { return true }
        if let address, isAllowed(address) { return true }
        hasRefusedAddress = true
        return false
    }

    func moved(sent: Int64, received: Int64) -> Bool {
        if stopIfCancelled() { return false }
        guard let progress else { return true }
        let now = HTTPProgress(sent: UInt64(clamping: sent), received: UInt64(clamping: received))
        if now != lastProgress { progress(now) }
        lastProgress = now
        return true
    }

    func stopIfCancelled() -> Bool {
        guard let cause = cancellation.cause else { return false }
        return !fail(.stopped(cause))
    }

    private func fail(_ failure: HTTPFailure) -> Bool {
        if self.failure == nil { self.failure = failure }
        return false
    }
}
