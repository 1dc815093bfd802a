import LinuxSystem
import Synchronization

/// An event stream from the server, for one consuming thread. Taking events gives the server credit for more.
/// Releasing the stream ends it.
package final class IncomingStream: Sendable {
    /// The first response; the last one, when the server refused to open the stream.
    package let response: DetachedPayload
    /// False when the server refused: then there are no events.
    package let isOpen: Bool
    private let connection: ClientConnection
    private let call: PendingCall
    /// Bytes that were taken and are not given back as credit yet.
    private let owedCredit = Mutex(0)
    /// Has the caller's `Cancellation` cancel the stream.
    private let registration: Cancellation.Registration?

    init(
        _ connection: ClientConnection,
        _ call: PendingCall,
        response: consuming Reply,
        isOpen: Bool,
        _ registration: Cancellation.Registration?
    ) {
        self.registration = registration
        self.connection = connection
        self.call = call
        self.response = response.payload
        self.isOpen = isOpen
    }

    deinit { _ = connection.abandon(call, evenWithNews: true) }

    /// Waits for the next event. Returns nil after the last one.
    package func next() throws(TransportError) -> DetachedPayload? {
        if !isOpen { return nil }
        while true {
            let (event, hasEnded, failure) = connection.state.withLock { _ in
                (call.takeEvent(), call.hasEnded, call.failure)
            }
            if let event {
                returnCredit(FrameHeader.byteCount + event.count)
                return event
            }
            if hasEnded { return nil }
            if let failure { throw failure }
            _ = connection.wait(call, 0, false)
        }
    }

    /// The last response, once `next` has returned nil.
    package var finalResponse: DetachedPayload? {
        if !isOpen { return response }
        return connection.state.withLock { _ in call.hasEnded ? call.lastResponse?.payload : nil }
    }

    /// Asks the server to end the stream; `next` then returns nil. From any thread.
    package func cancel() { connection.cancel(call.stream) }

    private func returnCredit(_ count: Int) {
        let due = owedCredit.withLock { owed in
            owed += count
            // Half a window at a time: few CREDIT frames, and the server never runs dry.
            if owed < connection.limits.maximumStreamCredit / 2 { return 0 }
            defer { owed = 0 }
            return owed
        }
        // Fails when the stream has ended, which needs no credit.
        if due > 0 { _ = connection.giveCredit(call.stream, due) }
    }
}
