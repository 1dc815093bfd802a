internal import Digests
internal import HTTPTransfer
internal import LinuxSystem
internal import Synchronization

/// Signs and sends requests, and retries transient failures.
final class S3Connection: Sendable {
    struct Request: Sendable {
        var method: String
        /// The object's full name; nil for the bucket.
        var name: String?
        var query: [(name: String, value: String)] = []
        /// Names in lower case.
        var headers: [(name: String, value: String)] = []
        var body: HTTPBody?
        /// SHA-256 of the body.
        var bodyDigest: [UInt8]

        init(_ method: String, _ name: String?, query: [(name: String, value: String)] = [], body: [UInt8]? = nil) {
            self.method = method
            self.name = name
            self.query = query
            self.body = body.map { .bytes($0) }
            bodyDigest = SHA256.digest(of: body ?? [])
        }
    }

    /// Bytes of an XML response. A page of a listing has some 400,000.
    static let answerLimit = 8 * 1024 * 1024

    let endpoint: S3Endpoint
    let pace: TransferPace
    private let signer: RequestSigner
    private let client: HTTPClient
    /// Milliseconds by which the store's clock is ahead, once the store has reported the skew.
    private let clockOffset = Mutex<Int64>(0)

    init(_ endpoint: S3Endpoint, _ signer: RequestSigner, _ client: HTTPClient, _ pace: TransferPace) {
        self.endpoint = endpoint
        self.signer = signer
        self.client = client
        self.pace = pace
    }

    /// Sends a request, with retries. The response keeps its body.
    func send(
        _ request: Request,
        _ cancellation: Cancellation,
        progress: ((HTTPProgress) -> Void)? = nil
    ) throws(BucketFailure) -> HTTPResponse {
        try send(cancellation, progress: progress) {
            (request, .bytes(limit: S3Connection.answerLimit), gotFurther: false)
        }
    }

    /// `next` returns the request of each attempt, the receiver, and whether the attempt before made progress.
    func send(
        _ cancellation: Cancellation,
        progress: ((HTTPProgress) -> Void)? = nil,
        next: () -> (Request, HTTPReceiver, gotFurther: Bool)
    ) throws(BucketFailure) -> HTTPResponse {
        var schedule = RetrySchedule()
        var random = SystemRandomNumberGenerator()
        var hasSetClock = false
        while true {
            let (request, receiver, gotFurther) = next()
            if gotFurther { schedule.gotFurther() }
            try pace.wait(for: 1, of: .request, cancellation)
            let failure: BucketFailure
            var wish: Int?
            switch try attempt(request, receiver, cancellation, progress) {
            case .success(.done(let response)): return response
            case .success(.failed(let failure)): throw failure
            case .success(.skewed(let time)):
                if hasSetClock { throw .denied }
                hasSetClock = true
                clockOffset.withLock { $0 = Int64(clamping: time) - WallClock.milliseconds() }
                continue
            case .success(.busy(let status, let asked)):
                failure = .busy(status: status)
                wish = asked
            case .failure(let transient): failure = .unreachable(transient)
            }
            guard let pause = schedule.pause(wish: wish, using: &random) else { throw failure }
            if cancellation.pause(pause) { try checkStopped(cancellation) }
        }
    }

    /// Returns the transient failure of an attempt; throws others.
    private func attempt(
        _ request: Request,
        _ receiver: HTTPReceiver,
        _ cancellation: Cancellation,
        _ progress: ((HTTPProgress) -> Void)?
    ) throws(BucketFailure) -> Result<S3Answer, HTTPFailure> {
        do throws(HTTPFailure) {
            let request = signed(request)
            return .success(
                S3Answer(try client.perform(request, into: receiver, cancellation: cancellation, progress: progress))
            )
        } catch {
            switch error {
            case .stopped(let cause): throw .stopped(cause)
            case .body(let error): return try BucketFailure.catching { throw error }
            case .tooLarge: throw .tooLarge
            default:
                if error.isTransient { return .failure(error) }
                throw .unreachable(error)
            }
        }
    }

    private func signed(_ request: Request) -> HTTPRequest {
        var unsigned = RequestSigner.Unsigned(
            method: request.method,
            host: endpoint.host,
            path: endpoint.path(of: request.name),
            bodyDigest: request.bodyDigest
        )
        unsigned.query = request.query
        unsigned.headers = request.headers
        let time = WallClock.milliseconds() + clockOffset.withLock { $0 }
        let query = unsigned.encodedQuery
        return HTTPRequest(
            request.method,
            "\(endpoint.scheme)://\(endpoint.host)\(unsigned.path)\(query.isEmpty ? "" : "?\(query)")",
            headers: signer.headers(for: unsigned, time: UInt64(clamping: time)),
            body: request.body
        )
    }
}
