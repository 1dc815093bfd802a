internal import LibraryModel
internal import LibraryProtocol
internal import LibraryTransport
internal import Synchronization

/// Sends a subscriber its events, all of them and in order. Events that find no credit wait.
final class EventStream<Event: CallReply>: Sendable {
    /// Events that may wait. With more, the subscriber counts as gone.
    static var maximumWaiting: Int { 256 }

    private struct State {
        var waiting: [Event] = []
        /// Nil until `begin`, and after `end`.
        var stream: OutgoingStream?
    }

    private let state = Mutex(State())

    /// Sends events through `stream` from now on, those that wait first. Returns false when the stream has ended.
    func begin(on stream: OutgoingStream) -> Bool {
        state.withLock { $0.stream = stream }
        return sendWaiting()
    }

    /// Stops sending. Returns the stream.
    @discardableResult
    func end() -> OutgoingStream? {
        state.withLock { state in
            defer { state.stream = nil }
            return state.stream
        }
    }

    /// Sends or queues an event. Returns false when the subscriber takes no events.
    func send(_ event: Event) -> Bool {
        let isRoom = state.withLock { state in
            state.waiting.append(event)
            return state.waiting.count <= EventStream.maximumWaiting
        }
        return isRoom && sendWaiting()
    }

    /// Sends what waits, for example when credit has returned. Returns false when the stream has ended.
    @discardableResult
    func sendWaiting() -> Bool {
        state.withLock { state in
            guard let stream = state.stream else { return true }
            while let event = state.waiting.first {
                switch stream.offer(event.encoded.span) {
                case .accepted: state.waiting.removeFirst()
                case .noCredit: return true
                case .ended: return false
                }
            }
            return true
        }
    }
}
