internal import LibraryModel
internal import LibraryProtocol
internal import LibraryTransport
internal import Synchronization

/// Brings an agent its events, all of them and in order: what finds no credit waits for some.
final class AgentStream: Sendable {
    /// Events that may wait. An agent that lets more come together is not there.
    static let maximumWaiting = 256

    private struct State {
        var waiting: [AgentEvent] = []
        /// Nil until `begin`, and after `end`.
        var stream: OutgoingStream?
    }

    private let state = Mutex(State())

    /// Events go out through this from now on, those first that came before it was there. False when nobody listens.
    func begin(on stream: OutgoingStream) -> Bool {
        state.withLock { $0.stream = stream }
        return sendWaiting()
    }

    /// Nothing goes out any more. Returns what it went out through.
    @discardableResult
    func end() -> OutgoingStream? {
        state.withLock { state in
            defer { state.stream = nil }
            return state.stream
        }
    }

    /// False when the agent takes no events.
    func send(_ event: AgentEvent) -> Bool {
        let isRoom = state.withLock { state in
            state.waiting.append(event)
            return state.waiting.count <= AgentStream.maximumWaiting
        }
        return isRoom && sendWaiting()
    }

    /// Sends what waits; also when credit has returned. False when nobody listens any more.
    @discardableResult
    func sendWaiting() -> Bool {
        state.withLock { state in
            guard let stream = state.stream else { return true }
            while let event = state.waiting.first {
                switch stream.offer(LibraryReply.agentEvent(event).encoded.span) {
                case .accepted: state.waiting.removeFirst()
                case .noCredit: return true
                case .ended: return false
                }
            }
            return true
        }
    }
}
