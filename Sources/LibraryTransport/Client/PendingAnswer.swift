import LinuxSystem

/// Where a thread waits for what comes on its stream.
///
/// Everything but the parker is guarded by the `state` lock of the connection.
final class PendingAnswer: @unchecked Sendable {
    let parker = Parker()
    var stream: UInt32 = 0
    /// The response, until it is taken; the first of a stream.
    var response: Reply?
    /// The first response has opened a stream.
    var isStream = false
    /// The response that ended a stream.
    var lastResponse: Reply?
    /// Events that have not been taken; the credit that was given bounds them.
    var events: [DetachedPayload] = []
    var takenEvents = 0
    /// Nothing follows.
    var hasEnded = false
    var failure: TransportError?

    var hasNews: Bool { response != nil || takenEvents < events.count || hasEnded || failure != nil }

    func take(_ reply: consuming Reply, isLast: Bool) {
        if isStream {
            lastResponse = .some(reply)
        } else {
            response = .some(reply)
            isStream = !isLast
        }
    }

    func takeEvent() -> DetachedPayload? {
        guard takenEvents < events.count else { return nil }
        let event = events[takenEvents]
        takenEvents += 1
        if takenEvents == events.count {
            events.removeAll()
            takenEvents = 0
        }
        return event
    }

    func reset(_ stream: UInt32) {
        self.stream = stream
        response = nil
        isStream = false
        lastResponse = nil
        events = []
        takenEvents = 0
        hasEnded = false
        failure = nil
    }
}
