import LinuxSystem
import Synchronization

/// Reading a connection, by whoever waits for an answer.
extension ClientConnection {
    enum ReadEnd {
        /// The reading has been handed on: to this one, if there is one, which is to be woken.
        case hasNews(next: PendingAnswer?)
        /// The reading has not been handed on.
        case timedOut
    }

    /// Reads until there is something for `answer`. Who reads on is woken by the caller, when the receiver is free:
    /// woken before, they would only wait for it.
    func read(_ receiver: inout FrameReceiver, for answer: PendingAnswer, _ deadline: UInt64) -> ReadEnd {
        while true {
            switch receiver.decoder.next() {
            case .frame(let header, let range):
                let outcome = frameReceived(header, range, &receiver, answer)
                if outcome.isOwn { return .hasNews(next: outcome.next) }
            case .oversize(let header):
                _ = receiver.takeDescriptors(of: header)
                let outcome = oversizeFrameReceived(header, answer)
                if outcome.isOwn { return .hasNews(next: outcome.next) }
            case .violation(let violation):
                fail(TransportError(.protocolViolation, mayHaveBeenReceived: true, violation: violation))
                return .hasNews(next: nil)
            case .needsBytes:
                do throws(SystemCallError) {
                    if try !receive(&receiver, deadline) { return .timedOut }
                } catch {
                    fail(TransportError(.connectionClosed, mayHaveBeenReceived: true, cause: error))
                    return .hasNews(next: nil)
                }
            }
            if state.withLock({ $0.failure != nil && answer.hasNews }) { return .hasNews(next: nil) }
        }
    }

    /// One receive. False when the deadline has passed; `ECONNRESET` when the server has gone.
    private func receive(_ receiver: inout FrameReceiver, _ deadline: UInt64) throws(SystemCallError) -> Bool {
        while true {
            if deadline != 0 {
                let now = MonotonicClock.now()
                if now >= deadline { return false }
                try receiver.limitTimeout(to: deadline - now, of: writer.socket)
            }
            switch try receiver.receive(from: writer.socket) {
            case .received: return true
            // Only a server refuses what its peer attaches.
            case .ended, .refused: throw SystemCallError(SystemCallError.connectionReset, "recv")
            case .timedOut:
                // The timeout may be an older and shorter one.
                let now = MonotonicClock.now()
                if deadline != 0 && now >= deadline { return false }
                try receiver.setTimeout(deadline == 0 ? 0 : max(deadline - now, 1000), of: writer.socket)
            }
        }
    }

    /// Acts on a frame. When it was for `own`, the reading has been handed on.
    private func frameReceived(
        _ header: FrameHeader,
        _ range: Range<Int>,
        _ receiver: inout FrameReceiver,
        _ own: PendingAnswer
    ) -> Outcome {
        var descriptors = receiver.takeDescriptors(of: header)
        let outcome = state.withLock { state -> Outcome in
            let action = state.machine.frameReceived(
                header,
                payload: receiver.decoder.storage.span.extracting(range)
            )
            switch action {
            case .deliverResponse(let isLast):
                guard let answer = state.waiter(header.stream) else { return Outcome() }
                var taken = DescriptorList()
                swap(&taken, &descriptors)
                answer.take(Reply(receiver.decoder.detach(range, spare: &state.spareStorage), taken), isLast: isLast)
                return state.delivered(to: answer, isLast: isLast, own)
            case .deliverEvent(let isLast):
                guard let answer = state.waiter(header.stream) else { return Outcome() }
                answer.events.append(receiver.decoder.detach(range))
                return state.delivered(to: answer, isLast: isLast, own)
            case .goingAway(let lastStream): return state.goingAway(lastStream, own)
            case .sendPong: return Outcome(action: action, pong: Array(receiver.decoder.storage[range]))
            default: return Outcome(action: action)
            }
        }
        return finish(outcome)
    }

    private func oversizeFrameReceived(_ header: FrameHeader, _ own: PendingAnswer) -> Outcome {
        let outcome = state.withLock { state in
            let action = state.machine.oversizeFrameReceived(header)
            guard action == .failOversizeResponse, let answer = state.waiter(header.stream) else {
                return Outcome(action: action)
            }
            answer.failure = TransportError(.messageTooLarge, mayHaveBeenReceived: true)
            return state.delivered(to: answer, isLast: true, own)
        }
        return finish(outcome)
    }

    /// What is to be done after the lock was released.
    struct Outcome {
        /// What the state machine said, where nothing was delivered.
        var action = ConnectionStateMachine.Action.ignore
        /// The payload of the PONG that is due.
        var pong: [UInt8] = []
        /// Those who have news.
        var wakes: [PendingAnswer] = []
        /// There is news for the reading thread itself.
        var isOwn = false
        /// Who reads on then.
        var next: PendingAnswer?
    }

    private func finish(_ outcome: Outcome) -> Outcome {
        for answer in outcome.wakes { answer.parker.unpark() }
        switch outcome.action {
        case .sendPong: writer.enqueue(.pong, stream: 0, payload: outcome.pong.span)
        case .close(let violation):
            fail(TransportError(.protocolViolation, mayHaveBeenReceived: true, violation: violation))
        default: break
        }
        return outcome
    }
}

extension ClientConnection.State {
    fileprivate func waiter(_ stream: UInt32) -> PendingAnswer? { pending.first { $0.stream == stream } }

    /// Something was put where the stream's thread finds it.
    fileprivate mutating func delivered(
        to answer: PendingAnswer,
        isLast: Bool,
        _ own: PendingAnswer
    ) -> ClientConnection.Outcome {
        var outcome = ClientConnection.Outcome()
        if isLast {
            answer.hasEnded = true
            remove(answer)
        }
        if answer === own {
            outcome.isOwn = true
            outcome.next = waitEnded(own)
        } else {
            turn.received(answer.stream)
            outcome.wakes.append(answer)
        }
        return outcome
    }

    /// The server will not look at the streams after `lastStream`.
    fileprivate mutating func goingAway(_ lastStream: UInt32, _ own: PendingAnswer) -> ClientConnection.Outcome {
        var outcome = ClientConnection.Outcome()
        isGoingAway = true
        for answer in pending where answer.stream > lastStream {
            machine.requestWithdrawn(answer.stream)
            answer.failure = TransportError(.goingAway)
            if answer === own {
                outcome.isOwn = true
            } else {
                turn.received(answer.stream)
                outcome.wakes.append(answer)
            }
        }
        pending.removeAll { $0.stream > lastStream }
        if outcome.isOwn { outcome.next = waitEnded(own) }
        return outcome
    }
}
