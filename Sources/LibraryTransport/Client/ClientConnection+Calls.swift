import LinuxSystem
import Synchronization

/// The steps of a call: send, wait, and afterwards.
extension ClientConnection {
    /// Opens a stream for the request and sends it. `reads`: this thread leads, and has to read.
    func send(
        _ message: inout MessageBuffer,
        _ descriptors: consuming DescriptorList,
        _ deadline: UInt64
    ) throws(TransportError) -> (PendingCall, reads: Bool) {
        let descriptorCount = descriptors.count
        if message.payloadCount > limits.maximumPayloadLength
            || descriptorCount > TransportLimits.maximumDescriptorsPerFrame
        {
            throw TransportError(.messageTooLarge)
        }
        var started = Result<(PendingCall, reads: Bool), TransportError>.failure(TransportError(.connectionClosed))
        let outcome = writer.write(&message, descriptors: descriptors, deadline: deadline) { message in
            started = start()
            guard case .success((let call, _)) = started else { return false }
            message.setHeader(.request, stream: call.stream, flags: [], descriptorCount: descriptorCount)
            return true
        } whenBlocked: {
            // The server may be waiting for its replies to be read: lets another thread lead.
            guard case .success((let call, reads: true)) = started else { return }
            stopReading(call)
            started = .success((call, reads: false))
        }
        let (call, reads) = try started.get()
        if outcome == .written { return (call, reads) }
        // Not sent completely, so the server cannot have acted on it.
        let next = state.withLock { state in
            state.machine.requestWithdrawn(call.stream)
            state.remove(call)
            return state.endWaiting(call)
        }
        next?.parker.unpark()
        if outcome == .deadlineExceeded { throw TransportError(.deadlineExceeded) }
        fail(TransportError(.connectionClosed, mayHaveBeenReceived: true))
        throw TransportError(.connectionClosed)
    }

    private func start() -> Result<(PendingCall, reads: Bool), TransportError> {
        state.withLock { state in
            if let failure = state.failure { return .failure(failure.withoutReceipt) }
            switch state.machine.requestStarted() {
            case .refused(let code): return .failure(TransportError(code))
            case .opened(let stream):
                let call = state.spare.popLast() ?? PendingCall()
                call.reset(stream)
                state.pending.append(call)
                return .success((call, state.election.beginCall(stream)))
            }
        }
    }

    /// Waits until a frame for `call` has arrived, reading while this thread leads. Returns false at the deadline.
    func wait(_ call: PendingCall, _ deadline: UInt64, _ readsFirst: Bool) -> Bool {
        var reads = readsFirst
        while true {
            if reads {
                let end = reading.withLock { receiver in read(&receiver, for: call, deadline) }
                switch end {
                case .isReady(let next):
                    next?.parker.unpark()
                    return true
                case .timedOut:
                    stopReading(call)
                    return false
                }
            }
            let (isReady, next): (Bool, PendingCall?) = state.withLock { state in
                if call.isReady { return (true, state.endWaiting(call)) }
                reads = state.election.beginWaiting(call.stream)
                return (false, nil)
            }
            next?.parker.unpark()
            if isReady { return true }
            if reads { continue }
            if !call.parker.park(until: deadline == 0 ? nil : deadline) {
                let (isReady, next) = state.withLock { state in (call.isReady, state.endWaiting(call)) }
                next?.parker.unpark()
                return isReady
            }
        }
    }

    /// Stops leading, and wakes the promoted follower.
    func stopReading(_ call: PendingCall) {
        let next = state.withLock { $0.endWaiting(call) }
        next?.parker.unpark()
    }

    /// Abandons a stream and sends CANCEL. Returns false when the reply has arrived after all.
    func abandon(_ call: PendingCall, evenWithNews: Bool = false) -> Bool {
        let (isAbandoned, needsCancel) = state.withLock { state in
            if call.isReady && !evenWithNews { return (false, false) }
            state.remove(call)
            return (true, state.machine.streamAbandoned(call.stream))
        }
        if needsCancel { writer.enqueue(.cancel, stream: call.stream, payload: [UInt8]().span) }
        return isAbandoned
    }

    /// Asks the server to end a stream early.
    func cancel(_ stream: UInt32) {
        if state.withLock({ $0.machine.isOpen(stream) }) {
            writer.enqueue(.cancel, stream: stream, payload: [UInt8]().span)
        }
    }

    /// Keeps a finished call for reuse.
    func recycle(_ call: PendingCall) {
        state.withLock { state in
            if state.spare.count < ClientConnection.maximumSpare { state.spare.append(call) }
        }
    }

    /// Keeps the memory of a reply for reuse.
    package func recycle(_ payload: consuming DetachedPayload) {
        state.withLock { $0.sparePayloads.keep(payload.storage) }
    }

    /// Gives the server credit for `count` more bytes of events.
    func giveCredit(_ stream: UInt32, _ count: Int) -> Bool {
        if !state.withLock({ $0.machine.creditGiven(stream, count) }) { return false }
        var message = MessageBuffer(payload: bigEndianBytes(UInt32(count)))
        message.setHeader(.credit, stream: stream, flags: [], descriptorCount: 0)
        return writer.write(&message, descriptors: DescriptorList()) == .written
    }

    /// Ends the connection. Every pending call fails with the error.
    func fail(_ error: TransportError) {
        writer.shutDown()
        let waiting = state.withLock { state in
            if state.failure == nil { state.failure = error }
            state.machine.connectionClosed()
            state.election.connectionEnded()
            defer { state.pending = [] }
            for call in state.pending where !call.hasEnded && call.failure == nil {
                call.failure = state.failure
            }
            return state.pending
        }
        for call in waiting { call.parker.unpark() }
    }
}

extension TransportError {
    /// The error for a request that was not sent.
    fileprivate var withoutReceipt: TransportError {
        var error = self
        error.mayHaveBeenReceived = false
        return error
    }
}
