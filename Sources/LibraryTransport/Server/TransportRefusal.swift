/// Why the transport answered a request instead of its handler.
package enum TransportRefusal: Hashable, Sendable {
    /// Every thread is taken and the queue is full. The same request may succeed later.
    case busy
    /// The server is stopping and has not begun the request: the next server may take it.
    case goingAway
    /// More streams are open than a connection may have.
    case tooManyStreams
    /// The payload is longer than a frame may carry.
    case payloadTooLarge
    /// The peer cancelled.
    case cancelled
    /// The deadline passed before the reply was sent.
    case deadlineExceeded
    /// The handler did not answer, or its reply does not fit into a frame: a bug in the server.
    case failed

    /// Whether the same request may succeed later, unchanged.
    package var isRetryable: Bool {
        switch self {
        case .busy, .goingAway, .tooManyStreams: true
        case .payloadTooLarge, .cancelled, .deadlineExceeded, .failed: false
        }
    }
}
