import Synchronization

/// Events for one consumer. Sending never waits for the consumer: whoever sends keeps what finds no credit.
///
/// Everything may be called from any thread; `ordering` keeps the events of several publishers in the order in which
/// they were offered.
package final class OutgoingStream: Sendable {
    /// What came of an offer.
    package enum Offer: Hashable, Sendable {
        /// It is on its way.
        case accepted
        /// The consumer has granted too little credit. `onCreditReturned` is called when it has granted more.
        case noCredit
        /// Nobody listens any more.
        case ended
    }

    package let stream: UInt32
    let onCreditReturned: @Sendable (OutgoingStream) -> Void
    let onEnd: @Sendable () -> Void
    // The connection keeps its streams until they end, so this must not keep the connection.
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

    /// When the transport ends the stream, in nanoseconds of `MonotonicClock`; nil for never.
    var deadline: UInt64? {
        let moment = moment.load(ordering: .relaxed)
        return moment == .max ? nil : moment
    }

    /// What the request waited for has come: its deadline does not end the stream any more.
    package func waitIsOver() { moment.store(.max, ordering: .relaxed) }

    /// Sends an event if the consumer has granted credit for it.
    package func offer(_ payload: Span<UInt8>) -> Offer {
        ordering.withLock { _ in connection?.offerEvent(stream, payload) ?? .ended }
    }

    /// Ends the stream with a last response. False when it had ended before.
    @discardableResult
    package func finish(_ payload: Span<UInt8>) -> Bool {
        ordering.withLock { _ in connection?.finishStream(stream, payload) ?? false }
    }
}
