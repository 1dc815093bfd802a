import Synchronization

/// An event stream to one consumer. Sending never waits: the publisher keeps an event that finds no credit.
///
/// Thread-safe; `ordering` sends events in the order of the offers.
package final class OutgoingStream: Sendable {
    /// The outcome of an offer.
    package enum Offer: Hashable, Sendable {
        /// The event is sent or buffered.
        case accepted
        /// Too little credit; `onCreditReturned` is called when there is more.
        case noCredit
        /// The stream has ended.
        case ended
    }

    package let stream: UInt32
    let onCreditReturned: @Sendable (OutgoingStream) -> Void
    let onEnd: @Sendable () -> Void
    // Weak: the connection holds its streams until they end.
    private weak let connection: ServerConnection?
    let ordering = Mutex(())
    /// Monotonic nanoseconds, `.max` for none.
    private let moment: Atomic<UInt64>

    init(
        _ connection: ServerConnection,
        _ stream: UInt32,
        deadline: UInt64?,
        onCreditReturned: @escaping @Sendable (OutgoingStream) -> Void,
        onEnd: @escaping @Sendable () -> Void
    ) {
        self.connection = connection
        self.stream = stream
        moment = Atomic(deadline ?? .max)
        self.onCreditReturned = onCreditReturned
        self.onEnd = onEnd
    }

    /// When the transport ends the stream, in monotonic nanoseconds; nil for never.
    var deadline: UInt64? {
        let moment = moment.load(ordering: .relaxed)
        return moment == .max ? nil : moment
    }

    /// What the request waited for has happened: its deadline no longer ends the stream.
    package func clearDeadline() { moment.store(.max, ordering: .relaxed) }

    /// Sends an event if the consumer has granted credit for it.
    package func offer(_ payload: Span<UInt8>) -> Offer {
        ordering.withLock { _ in connection?.offerEvent(stream, payload) ?? .ended }
    }

    /// Ends the stream with a last response. Returns false when it had ended before.
    @discardableResult
    package func finish(_ payload: Span<UInt8>) -> Bool {
        ordering.withLock { _ in connection?.finishStream(stream, payload) ?? false }
    }
}
