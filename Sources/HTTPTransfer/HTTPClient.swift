package import LinuxSystem
internal import Synchronization

/// Sends HTTP requests with libcurl. Thread-safe: a request runs on the calling thread, and connections are kept for
/// later requests.
///
/// Servers are verified by the system's certificate authorities. Proxies are taken from the environment as curl does
/// (`https_proxy`, `no_proxy`, …).
package final class HTTPClient: Sendable {
    /// Idle handles that are kept, each with its connections.
    private static let idleHandles = 8

    private let idle = Mutex<[CurlHandle]>([])
    private let authorities: FilePath?

    /// `authorities`: a file of certificates (PEM) to trust instead of the system's.
    package init(authorities: FilePath? = nil) { self.authorities = authorities }

    /// Sends a request and waits for the whole response. Stops soon after `cancellation` does.
    package func perform(
        _ request: HTTPRequest,
        into receiver: HTTPReceiver,
        cancellation: Cancellation,
        progress: ((HTTPProgress) -> Void)? = nil
    ) throws(HTTPFailure) -> HTTPResponse {
        if let cause = cancellation.cause { throw .stopped(cause) }
        guard request.isWellFormed else { throw .invalidRequest }
        let handle: CurlHandle
        if let kept = idle.withLock({ $0.popLast() }) { handle = kept } else { handle = try CurlHandle() }
        let exchange = HTTPExchange(request, receiver, cancellation, progress)
        let result = try handle.perform(exchange, authorities: authorities)
        idle.withLock { idle in if idle.count < HTTPClient.idleHandles { idle.append(handle) } }
        if let failure = exchange.failure { throw failure }
        if let failure = HTTPFailure(curl: result) {
            if case .notConnected = failure, exchange.hasRefusedAddress { throw .addressRefused }
            throw failure
        }
        return exchange.response
    }
}
