import LinuxSystem
import Synchronization

/// The steps of a call: start, send, wait, and what comes after.
extension ClientConnection {
    /// Opens a stream for the request and sends it. True when this thread is to read, because nobody does.
    func send(
        _ message: inout MessageBuffer,
        _ descriptors: consuming DescriptorList,
        _ deadline: UInt64
    ) throws(TransportError) -> (PendingAnswer, reads: Bool) {
        let descriptorCount = descriptors.count
        if message.payloadCount > limits.maximumPayloadLength
            || descriptorCount > TransportLimits.maximumDescriptorsPerFrame
        {
            throw TransportError(.messageTooLarge)
        }
        var started = Result<(PendingAnswer, reads: Bool), TransportError>.failure(TransportError(.connectionClosed))
        let outcome = writer.write(&message, descriptors: descriptors, deadline: deadline) { message in
            started = start()
            guard case .success((let answer, _)) = started else { return false }
            message.setHeader(.request, stream: answer.stream, flags: [], descriptorCount: descriptorCount)
            return true
        } whenBlocked: {
            // The server may have to be read from before it takes more.
            guard case .success((let answer, reads: true)) = started else { return }
            stopReading(answer)
            started = .success((answer, reads: false))
        }
        let (answer, reads) = try started.get()
        if outcome == .written { return (answer, reads) }
        // Not sent as a whole, so the server cannot have acted on it.
        let next = state.withLock { state in
            state.machine.requestWithdrawn(answer.stream)
            state.remove(answer)
            return state.waitEnded(answer)
        }
        next?.parker.unpark()
        if outcome == .deadlineExceeded { throw TransportError(.deadlineExceeded) }
        fail(TransportError(.connectionClosed, mayHaveBeenReceived: true))
        throw TransportError(.connectionClosed)
    }

    private func start() -> Result<(PendingAnswer, reads: Bool), TransportError> {
        state.withLock { state in
            if let failure = state.failure { return .failure(failure.withoutReceipt) }
            switch state.machine.requestStarted() {
            case .refused(let code): return .failure(TransportError(code))
            case .opened(let stream):
                let answer = state.spare.popLast() ?? PendingAnswer()
                answer.reset(stream)
                state.pending.append(answer)
                return .success((answer, state.turn.requestBegan(stream)))
            }
        }
    }

    /// Waits until there is something for `answer`, reading when it is this thread's turn. False when the time is over.
    func wait(_ answer: PendingAnswer, _ deadline: UInt64, _ readsFirst: Bool) -> Bool {
        var reads = readsFirst
        while true {
            if reads {
                let end = reading.withLock { receiver in read(&receiver, for: answer, deadline) }
                switch end {
                case .hasNews(let next):
                    next?.parker.unpark()
                    return true
                case .timedOut:
                    stopReading(answer)
                    return false
                }
            }
            let (hasNews, next): (Bool, PendingAnswer?) = state.withLock { state in
                if answer.hasNews { return (true, state.waitEnded(answer)) }
                reads = state.turn.waitBegan(answer.stream)
                return (false, nil)
            }
            next?.parker.unpark()
            if hasNews { return true }
            if reads { continue }
            if !answer.parker.park(until: deadline == 0 ? nil : deadline) {
                let (hasNews, next) = state.withLock { state in (answer.hasNews, state.waitEnded(answer)) }
                next?.parker.unpark()
                return hasNews
            }
        }
    }

    /// This thread does not read any more: hands the turn to one that waits.
    func stopReading(_ answer: PendingAnswer) {
        let next = state.withLock { $0.waitEnded(answer) }
        next?.parker.unpark()
    }

    /// Gives a stream up and tells the server. False when the answer has come after all.
    func abandon(_ answer: PendingAnswer, evenWithNews: Bool = false) -> Bool {
        let (isAbandoned, needsCancel) = state.withLock { state in
            if answer.hasNews && !evenWithNews { return (false, false) }
            state.remove(answer)
            return (true, state.machine.streamAbandoned(answer.stream))
        }
        if needsCancel { writer.enqueue(.cancel, stream: answer.stream, payload: [UInt8]().span) }
        return isAbandoned
    }

    /// Asks the server to end a stream early.
    func cancel(_ stream: UInt32) {
        if state.withLock({ $0.machine.isOpen(stream) }) {
            writer.enqueue(.cancel, stream: stream, payload: [UInt8]().span)
        }
    }

    /// The place can be used for another call.
    func recycle(_ answer: PendingAnswer) {
        state.withLock { state in
            if state.spare.count < ClientConnection.maximumSpare { state.spare.append(answer) }
        }
    }

    /// The bytes of an answer have been read: their memory serves for another one.
    package func recycle(_ payload: consuming DetachedPayload) {
        guard FrameDecoder.isStandard(payload.storage) else { return }
        state.withLock { $0.spareStorage = payload.storage }
    }

    /// Lets the server send so many more bytes of events.
    func giveCredit(_ stream: UInt32, _ count: Int) -> Bool {
        if !state.withLock({ $0.machine.creditGiven(stream, count) }) { return false }
        var message = MessageBuffer(payload: bigEndianBytes(UInt32(count)))
        message.setHeader(.credit, stream: stream, flags: [], descriptorCount: 0)
        return writer.write(&message, descriptors: DescriptorList()) == .written
    }

    /// The connection is of no use any more: everybody who waits gets the error.
    func fail(_ error: TransportError) {
        writer.shutDown()
        let waiting = state.withLock { state in
            if state.failure == nil { state.failure = error }
            state.machine.connectionClosed()
            state.turn.connectionEnded()
            defer { state.pending = [] }
            for answer in state.pending where !answer.hasEnded && answer.failure == nil {
                answer.failure = state.failure
            }
            return state.pending
        }
        for answer in waiting { answer.parker.unpark() }
    }
}

extension TransportError {
    /// The same error for a request that was not sent.
    fileprivate var withoutReceipt: TransportError {
        var error = self
        error.mayHaveBeenReceived = false
        return error
    }
}
