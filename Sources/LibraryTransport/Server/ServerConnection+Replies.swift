import LinuxSystem
import Synchronization

/// Sending replies, refusals and events.
extension ServerConnection {
    /// Sends a request's reply as the last frame of its stream, or a refusal when its deadline has passed.
    func sendReply(
        _ message: consuming MessageBuffer,
        descriptors: consuming DescriptorList,
        stream: UInt32,
        _ deadline: UInt64?
    ) {
        if message.payloadCount > limits.maximumPayloadLength
            || descriptors.count > TransportLimits.maximumDescriptorsPerFrame
        {
            return refuse(stream, .failed)
        }
        if let deadline, MonotonicClock.now() >= deadline { return refuseAtOnce(stream, .deadlineExceeded) }
        finishing(stream) {
            message.setHeader(.response, stream: stream, flags: .endStream, descriptorCount: descriptors.count)
            if writer.write(&message, descriptors: descriptors, deadline: deadline ?? 0) == .deadlineExceeded {
                enqueueRefusal(stream, .deadlineExceeded)
            }
        }
        giveBack(message)
    }

    /// Answers an open request for its handler. May wait until the peer takes the frame.
    func refuse(_ stream: UInt32, _ refusal: TransportRefusal) {
        finishing(stream) { sendRefusal(stream, refusal) }
    }

    /// Like `refuse`, without waiting for the peer.
    func refuseAtOnce(_ stream: UInt32, _ refusal: TransportRefusal) {
        finishing(stream) { enqueueRefusal(stream, refusal) }
    }

    private func enqueueRefusal(_ stream: UInt32, _ refusal: TransportRefusal) {
        writer.enqueue(.response, stream: stream, flags: .endStream, payload: handler.encodeRefusal(refusal).span)
    }

    /// Sends a refusal for a stream that is not open, or no longer.
    func sendRefusal(_ stream: UInt32, _ refusal: TransportRefusal) {
        send(.response, stream: stream, flags: .endStream, payload: handler.encodeRefusal(refusal).span)
    }

    /// Sends a frame, waiting until the peer takes it: a peer that does not read cannot pile up replies.
    func send(_ type: FrameType, stream: UInt32, flags: FrameFlags = [], payload: Span<UInt8>) {
        var message = takeSpareBuffer()
        message.setPayload(payload)
        message.setHeader(type, stream: stream, flags: flags, descriptorCount: 0)
        _ = writer.write(&message, descriptors: DescriptorList())
        giveBack(message)
    }

    /// Closes the stream, then has `body` send its last frame; does nothing when the stream is closed already. In this
    /// order, so that a peer that has the reply can open another stream.
    private func finishing(_ stream: UInt32, _ body: () -> Void) {
        repliesBeingWritten.add(1, ordering: .sequentiallyConsistent)
        let isOpen = state.withLock { $0.machine.streamFinished(stream) }
        if isOpen { body() }
        repliesBeingWritten.subtract(1, ordering: .sequentiallyConsistent)
        closeIfDrained()
    }

    // MARK: Streams of events

    func openStream(
        _ message: consuming MessageBuffer,
        stream: UInt32,
        cancellation: Cancellation,
        keepsDeadline: Bool,
        onCreditReturned: @escaping @Sendable (OutgoingStream) -> Void,
        onEnd: @escaping @Sendable () -> Void
    ) -> OutgoingStream? {
        if message.payloadCount > limits.maximumPayloadLength {
            refuse(stream, .failed)
            return nil
        }
        let outgoing = OutgoingStream(
            self,
            stream,
            deadline: keepsDeadline ? cancellation.deadline : nil,
            onCreditReturned: onCreditReturned,
            onEnd: onEnd
        )
        // Holding `ordering`, so that the first response precedes all events and the stream's end.
        let isOpen = outgoing.ordering.withLock { _ in
            let (isOpen, cause): (Bool, Cancellation.Cause?) = state.withLock { state in
                if state.hasEnded { return (false, nil) }
                // Checked under the lock: a later cancellation finds the stream in the list.
                if let cause = cancellation.cause { return (false, cause) }
                guard state.machine.eventsOpened(stream) else { return (false, nil) }
                state.streams.append(outgoing)
                return (true, nil)
            }
            if let cause { refuse(stream, cause == .deadline ? .deadlineExceeded : .cancelled) }
            if !isOpen { return false }
            message.setHeader(.response, stream: stream, flags: [], descriptorCount: 0)
            let deadline = cancellation.deadline ?? 0
            if writer.write(&message, descriptors: DescriptorList(), deadline: deadline) == .written { return true }
            state.withLock { state in state.streams.removeAll { $0 === outgoing } }
            refuseAtOnce(stream, .deadlineExceeded)
            return false
        }
        giveBack(message)
        if !isOpen { return nil }
        let timerMoment = state.withLock { $0.needsTimer(at: outgoing.deadline) }
        if let timerMoment, !pool.timer.schedule(self, at: timerMoment) { endStream(outgoing, .busy) }
        // A graceful close that began before the stream was listed has not ended it.
        if isDraining.load(ordering: .sequentiallyConsistent) { endStream(outgoing, .goingAway) }
        return outgoing
    }

    /// Sends an event within the consumer's credit. The caller holds the stream's `ordering`.
    func offerEvent(_ stream: UInt32, _ payload: Span<UInt8>) -> OutgoingStream.Offer {
        precondition(payload.count <= limits.maximumPayloadLength, "an event fits into a frame")
        let decision = state.withLock { $0.machine.eventOffered(stream, payloadCount: payload.count) }
        switch decision {
        case .send:
            writer.enqueue(.data, stream: stream, payload: payload)
            return .accepted
        case .noCredit: return .noCredit
        case .ended: return .ended
        }
    }

    /// Ends a stream of events with a last response. The caller holds the stream's `ordering`.
    func finishStream(_ stream: UInt32, _ payload: Span<UInt8>) -> Bool {
        let isOpen = state.withLock { state in
            state.streams.removeAll { $0.stream == stream }
            return state.machine.streamFinished(stream)
        }
        if !isOpen { return false }
        writer.enqueue(.response, stream: stream, flags: .endStream, payload: payload)
        closeIfDrained()
        return true
    }

    /// Ends an event stream for its publisher, with a refusal.
    func endStream(_ stream: OutgoingStream, _ refusal: TransportRefusal) {
        if stream.finish(handler.encodeRefusal(refusal).span) { stream.onEnd() }
    }
}
