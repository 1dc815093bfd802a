import LinuxSystem
import Synchronization

/// Reading, by the thread that leads.
extension ClientConnection {
    enum ReadEnd {
        /// The thread's own frame has arrived. It leads no more; `next`, if any, was promoted and has to be woken.
        case isReady(next: PendingCall?)
        /// The deadline passed. The thread still leads.
        case timedOut
    }

    /// Reads until a frame for `call` arrives. The caller wakes the promoted thread after releasing the receiver, or
    /// that thread would only wait for it.
    func read(_ receiver: inout FrameReceiver, for call: PendingCall, _ deadline: UInt64) -> ReadEnd {
        while true {
            switch receiver.decoder.next() {
            case .frame(let header, let range):
                let outcome = frameReceived(header, range, &receiver, call)
                if outcome.isOwn { return .isReady(next: outcome.next) }
            case .oversize(let header):
                _ = receiver.takeDescriptors(of: header)
                let outcome = oversizeFrameReceived(header, call)
                if outcome.isOwn { return .isReady(next: outcome.next) }
            case .violation(let violation):
                fail(TransportError(.protocolViolation, mayHaveBeenReceived: true, violation: violation))
                return .isReady(next: nil)
            case .needsBytes:
                do throws(SystemCallError) {
                    if try !receive(&receiver, deadline) { return .timedOut }
                } catch {
                    fail(TransportError(.connectionClosed, mayHaveBeenReceived: true, cause: error))
                    return .isReady(next: nil)
                }
            }
            if state.withLock({ $0.failure != nil && call.isReady }) { return .isReady(next: nil) }
        }
    }

    /// One receive. Returns false at the deadline; throws ECONNRESET when the server has gone.
    private func receive(_ receiver: inout FrameReceiver, _ deadline: UInt64) throws(SystemCallError) -> Bool {
        while true {
            if deadline != 0 {
                let now = MonotonicClock.now()
                if now >= deadline { return false }
                try receiver.limitTimeout(to: deadline - now, of: writer.socket)
            }
            switch try receiver.receive(from: writer.socket) {
            case .received: return true
            // `refused` cannot occur: only servers use a `DescriptorIntake`.
            case .ended, .refused: throw SystemCallError(SystemCallError.connectionReset, "recv")
            case .timedOut:
                // The socket's timeout may be an earlier call's shorter one.
                let now = MonotonicClock.now()
                if deadline != 0 && now >= deadline { return false }
                try receiver.setTimeout(deadline == 0 ? 0 : max(deadline - now, 1000), of: writer.socket)
            }
        }
    }

    /// Acts on a frame. When it was for `own`, the thread leads no more.
    private func frameReceived(
        _ header: FrameHeader,
        _ range: Range<Int>,
        _ receiver: inout FrameReceiver,
        _ own: PendingCall
    ) -> Outcome {
        var descriptors = receiver.takeDescriptors(of: header)
        let outcome = state.withLock { state -> Outcome in
            let action = state.machine.frameReceived(
                header,
                payload: receiver.decoder.storage.span.extracting(range)
            )
            switch action {
            case .deliverResponse(let isLast):
                guard let call = state.waiter(header.stream) else { return Outcome() }
                var taken = DescriptorList()
                swap(&taken, &descriptors)
                call.take(Reply(receiver.decoder.detach(range, spares: &state.sparePayloads), taken), isLast: isLast)
                return state.delivered(to: call, isLast: isLast, own)
            case .deliverEvent(let isLast):
                guard let call = state.waiter(header.stream) else { return Outcome() }
                call.events.append(receiver.decoder.detach(range))
                return state.delivered(to: call, isLast: isLast, own)
            case .goingAway(let lastStream): return state.goingAway(lastStream, own)
            case .sendPong: return Outcome(action: action, pong: Array(receiver.decoder.storage[range]))
            default: return Outcome(action: action)
            }
        }
        return finish(outcome)
    }

    private func oversizeFrameReceived(_ header: FrameHeader, _ own: PendingCall) -> Outcome {
        let outcome = state.withLock { state in
            let action = state.machine.oversizeFrameReceived(header)
            guard action == .failOversizeResponse, let call = state.waiter(header.stream) else {
                return Outcome(action: action)
            }
            call.failure = TransportError(.messageTooLarge, mayHaveBeenReceived: true)
            return state.delivered(to: call, isLast: true, own)
        }
        return finish(outcome)
    }

    /// What to do after `state` was released.
    struct Outcome {
        /// The state machine's action when nothing was delivered.
        var action = ConnectionStateMachine.Action.ignore
        /// The payload of the PONG that is due.
        var pong: [UInt8] = []
        /// Followers whose frame has arrived.
        var wakes: [PendingCall] = []
        /// The leader's own frame has arrived.
        var isOwn = false
        /// The follower that was promoted then.
        var next: PendingCall?
    }

    private func finish(_ outcome: Outcome) -> Outcome {
        for call in outcome.wakes { call.parker.unpark() }
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
    fileprivate func waiter(_ stream: UInt32) -> PendingCall? { pending.first { $0.stream == stream } }

    /// A frame was stored in its pending call.
    fileprivate mutating func delivered(
        to call: PendingCall,
        isLast: Bool,
        _ own: PendingCall
    ) -> ClientConnection.Outcome {
        var outcome = ClientConnection.Outcome()
        if isLast {
            call.hasEnded = true
            remove(call)
        }
        if call === own {
            outcome.isOwn = true
            outcome.next = endWaiting(own)
        } else {
            election.delivered(call.stream)
            outcome.wakes.append(call)
        }
        return outcome
    }

    /// The server will not serve the streams after `lastStream`.
    fileprivate mutating func goingAway(_ lastStream: UInt32, _ own: PendingCall) -> ClientConnection.Outcome {
        var outcome = ClientConnection.Outcome()
        isGoingAway = true
        for call in pending where call.stream > lastStream {
            machine.requestWithdrawn(call.stream)
            call.failure = TransportError(.goingAway)
            if call === own {
                outcome.isOwn = true
            } else {
                election.delivered(call.stream)
                outcome.wakes.append(call)
            }
        }
        pending.removeAll { $0.stream > lastStream }
        if outcome.isOwn { outcome.next = endWaiting(own) }
        return outcome
    }
}
