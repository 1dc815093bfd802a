import LinuxSystem

/// An open call, and where its thread waits for the frames of its stream.
///
/// The connection's `state` lock guards everything but the parker.
final class PendingCall: @unchecked Sendable {
    let parker = Parker()
    var stream: UInt32 = 0
    /// The response, of an event stream the first, until it is taken.
    var response: Reply?
    /// The first response has made it an event stream.
    var isStream = false
    /// The response that ended an event stream.
    var lastResponse: Reply?
    /// Events from `takenEvents` on are not taken yet. Bounded by the credit given.
    var events: [DetachedPayload] = []
    var takenEvents = 0
    /// The last frame has arrived.
    var hasEnded = false
    var failure: TransportError?

    var isReady: Bool { response != nil || takenEvents < events.count || hasEnded || failure != nil }

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
