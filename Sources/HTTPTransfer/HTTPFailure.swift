package import LinuxSystem

/// Why a request has no response. A response of any status is not a failure.
package enum HTTPFailure: Error, Sendable {
    /// The URL, the method or a header is not one that can be sent.
    case invalidRequest
    /// No address for the host's or the proxy's name, or nothing answers there.
    case notConnected
    /// `HTTPRequest.isAddressAllowed` allows none of the addresses of the host.
    case addressRefused
    /// Connecting took too long, or nothing moved for too long.
    case timedOut
    /// No secure connection: the certificate is not trusted, is another host's, or TLS failed.
    case untrusted
    /// The connection ended before the answer did.
    case interrupted
    /// The response is not HTTP.
    case malformedAnswer
    /// The answer's headers, or its body, are larger than they may be.
    case tooLarge
    case stopped(Cancellation.Cause)
    /// The reader of the request's body, or the receiver of the answer's, threw this.
    case body(any Error)
    /// libcurl's number of another error: out of memory or descriptors, or a bug of this program.
    case other(UInt32)

    /// Whether the same request may succeed later. It may have been done nevertheless.
    package var isTransient: Bool {
        switch self {
        case .notConnected, .timedOut, .interrupted, .malformedAnswer: true
        case .invalidRequest, .addressRefused, .untrusted, .tooLarge, .stopped, .body, .other: false
        }
    }
}

extension HTTPFailure: CustomStringConvertible {
    /// Never the URL, which may have a query that nobody else should see.
    package var description: String {
        switch self {
        case .invalidRequest: "the request cannot be sent"
        case .notConnected: "the server cannot be reached"
        case .addressRefused: "the server's address is not allowed"
        case .timedOut: "the server does not answer in time"
        case .untrusted: "there is no secure connection to the server, or its certificate is not trusted"
        case .interrupted: "the connection was interrupted"
        case .malformedAnswer: "the server's answer is not HTTP"
        case .tooLarge: "the server's answer is too large"
        case .stopped(.cancelled): "cancelled"
        case .stopped(.deadline): "the deadline has passed"
        case .body(let error): "\(error)"
        case .other(let code): "libcurl's error \(code)"
        }
    }
}
