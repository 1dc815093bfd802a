import LinuxSystem
import Synchronization

/// Events from the server, for one thread that takes them. Taking them lets the server send more.
///
/// Dropping the stream ends it.
package final class IncomingStream: Sendable {
    /// What the server answered when it opened the stream; the last response, when it refused.
    package let response: DetachedPayload
    /// False when the server refused: there are no events then.
    package let isOpen: Bool
    private let connection: ClientConnection
    private let answer: PendingAnswer
    /// Bytes that were taken and not yet given back as credit.
    private let owedCredit = Mutex(0)
    /// Cancels the stream, for as long as it is there.
    private let registration: Cancellation.Registration?

    init(
        _ connection: ClientConnection,
        _ answer: PendingAnswer,
        response: consuming Reply,
        isOpen: Bool,
        _ registration: Cancellation.Registration?
    ) {
        self.registration = registration
        self.connection = connection
        self.answer = answer
        self.response = response.payload
        self.isOpen = isOpen
    }

    deinit { _ = connection.abandon(answer, evenWithNews: true) }

    /// Waits for the next event; nil after the last one.
    package func next() throws(TransportError) -> DetachedPayload? {
        if !isOpen { return nil }
        while true {
            let (event, hasEnded, failure) = connection.state.withLock { _ in
                (answer.takeEvent(), answer.hasEnded, answer.failure)
            }
            if let event {
                returnCredit(FrameHeader.byteCount + event.count)
                return event
            }
            if hasEnded { return nil }
            if let failure { throw failure }
            _ = connection.wait(answer, 0, false)
        }
    }

    /// The last response, once `next` has returned nil.
    package var finalResponse: DetachedPayload? {
        if !isOpen { return response }
        return connection.state.withLock { _ in answer.hasEnded ? answer.lastResponse?.payload : nil }
    }

    /// Asks the server to end the stream; `next` returns nil when it has. From any thread.
    package func cancel() { connection.cancel(answer.stream) }

    private func returnCredit(_ count: Int) {
        let due = owedCredit.withLock { owed in
            owed += count
            // Half of the window at a time keeps the stream flowing at few frames.
            if owed < connection.limits.maximumStreamCredit / 2 { return 0 }
            defer { owed = 0 }
            return owed
        }
        // A stream that has ended meanwhile needs none.
        if due > 0 { _ = connection.giveCredit(answer.stream, due) }
    }
}
