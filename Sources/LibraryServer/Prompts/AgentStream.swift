internal import LibraryModel
internal import LibraryProtocol
internal import LibraryTransport
internal import Synchronization

/// Brings an agent its events, all of them and in order: what finds no credit waits for some, and what comes before the
/// stream is open waits for that. So an agent attends before it hears that it does.
final class AgentStream: Sendable {
    /// Events that may wait. An agent that lets more come together is not there.
    static let maximumWaiting = 256

    private struct State {
        var stream: OutgoingStream?
        var waiting: [AgentEvent] = []
        var hasFallenBehind = false
        /// Why no events are brought any more.
        var failure: LibraryError?
    }

    private let state = Mutex(State())

    /// False when the agent takes no events.
    func send(_ event: AgentEvent) -> Bool {
        let isRoom = state.withLock { state in
            state.waiting.append(event)
            return state.waiting.count <= AgentStream.maximumWaiting
        }
        return isRoom && sendWaiting()
    }

    /// Sends what waits, from now on on this stream. Ends it when that was said meanwhile.
    func open(_ stream: OutgoingStream) {
        let failure = state.withLock { state in
            state.stream = stream
            return state.failure
        }
        if let failure { return AgentStream.finish(stream, failure) }
        sendWaiting()
    }

    /// Ends the stream, or the one that will be opened.
    func fail(_ failure: LibraryError) {
        let stream = state.withLock { state in
            state.failure = failure
            state.waiting = []
            return state.stream
        }
        if let stream { AgentStream.finish(stream, failure) }
    }

    private static func finish(_ stream: OutgoingStream, _ failure: LibraryError) {
        stream.finish(LibraryReply.failure(failure).encoded.span)
    }

    /// Sends what waits; also when credit has returned. False when nobody listens any more.
    @discardableResult
    func sendWaiting() -> Bool {
        state.withLock { state in
            guard let stream = state.stream else { return true }
            while let event = state.waiting.first {
                let payload = LibraryReply.agentEvent(event).encoded
                var offer = OutgoingStream.Offer.fellBehind
                if !state.hasFallenBehind { offer = stream.offer(payload.span) }
                // Tried at once: credit may have come between the two.
                if offer == .fellBehind { offer = stream.offerResynchronization(payload.span) }
                switch offer {
                case .accepted:
                    state.waiting.removeFirst()
                    state.hasFallenBehind = false
                case .fellBehind:
                    state.hasFallenBehind = true
                    return true
                case .ended: return false
                }
            }
            return true
        }
    }
}
