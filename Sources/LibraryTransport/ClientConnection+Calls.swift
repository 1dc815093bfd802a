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
            stopReading()
            started = .success((answer, reads: false))
        }
        let (answer, reads) = try started.get()
        if outcome == .written { return (answer, reads) }
        // Not sent as a whole, so the server cannot have acted on it.
        let next = state.withLock { state in
            state.machine.requestWithdrawn(answer.stream)
            state.remove(answer)
            return reads ? state.passReading() : nil
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
                let reads = !state.hasReader
                state.hasReader = true
                return .success((answer, reads))
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
                    stopReading()
                    return false
                }
            }
            let (hasNews, isTurn) = state.withLock { state in
                answer.isWaiting = false
                if answer.hasNews {
                    let next = answer.isPromoted ? state.passReading() : nil
                    answer.isPromoted = false
                    next?.parker.unpark()
                    return (true, false)
                }
                if answer.isPromoted || !state.hasReader {
                    answer.isPromoted = false
                    state.hasReader = true
                    return (false, true)
                }
                answer.isWaiting = true
                return (false, false)
            }
            if hasNews { return true }
            reads = isTurn
            if isTurn { continue }
            if !answer.parker.park(until: deadline == 0 ? nil : deadline) {
                let (hasNews, next) = state.withLock { state -> (Bool, PendingAnswer?) in
                    answer.isWaiting = false
                    let next = answer.isPromoted ? state.passReading() : nil
                    answer.isPromoted = false
                    return (answer.hasNews, next)
                }
                next?.parker.unpark()
                return hasNews
            }
        }
    }

    /// This thread does not read any more: hands the turn to one that waits.
    func stopReading() {
        let next = state.withLock { $0.passReading() }
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
            state.hasReader = false
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
