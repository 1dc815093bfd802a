/// Why the transport itself answered a request instead of its handler.
package enum TransportRefusal: Hashable, Sendable {
    /// Every thread is taken and the queue is full. The same request may succeed later.
    case busy
    /// The server is stopping, and has not started with the request: another server may take it.
    case goingAway
    /// More streams are open than a connection may have.
    case tooManyStreams
    /// The payload is longer than a frame may carry.
    case payloadTooLarge
    /// The peer cancelled.
    case cancelled
    /// The answer could not be delivered within the request's time.
    case deadlineExceeded
    /// The handler did not answer, or its answer does not fit into a frame: a bug of this program's.
    case failed

    /// Whether the same request may succeed later, unchanged.
    package var isRetryable: Bool {
        switch self {
        case .busy, .goingAway, .tooManyStreams: true
        case .payloadTooLarge, .cancelled, .deadlineExceeded, .failed: false
        }
    }
}
