import LinuxSystem
import Synchronization

/// Queued requests: submission, cancellation, deadlines.
extension ServerConnection {
    /// Queues a request for the pool, or refuses it.
    func submit(
        _ stream: UInt32,
        _ cancellation: Cancellation,
        _ payload: DetachedPayload,
        _ descriptors: consuming DescriptorList,
        _ estimate: RequestEstimate
    ) {
        guard let request = QueuedRequest(self, stream, cancellation, payload, descriptors, estimate) else {
            return refuse(stream, .busy)
        }
        let timerMoment: UInt64? = state.withLock { state in
            state.queued.append(Queued(request: request))
            return state.needsTimer(at: cancellation.deadline)
        }
        if let timerMoment, !pool.timer.schedule(self, at: timerMoment) {
            forget(request)
            return refuse(stream, .busy)
        }
        guard let ticket = pool.submit(request, of: share) else {
            forget(request)
            return refuse(stream, .busy)
        }
        let isLate = state.withLock { state in
            guard let index = state.queued.firstIndex(where: { $0.request === request }) else { return false }
            state.queued[index].ticket = ticket
            return state.queued[index].isExpired
        }
        // The deadline passed before the ticket was noted, so `deadlinesPassed` could not withdraw it.
        if isLate, pool.withdraw(ticket) { forget(request) }
    }

    /// The handler has returned. On a thread of the pool.
    func served(_ request: QueuedRequest, wasAnswered: Bool) {
        if !wasAnswered { refuse(request.stream, .failed) }
        forget(request)
    }

    /// The peer sent CANCEL. Refuses a queued request; a running one sees its `cancellation` and replies itself.
    func cancelRequest(_ stream: UInt32) {
        let (queued, opened): (Queued?, OutgoingStream?) = state.withLock { state in
            // It may have become an event stream since; `openStream` checks the reverse order.
            if let opened = state.streams.first(where: { $0.stream == stream }) { return (nil, opened) }
            let queued = state.queued.first { $0.request.stream == stream }
            queued?.request.cancellation.cancel()
            return (queued, nil)
        }
        if let queued, let ticket = queued.ticket, pool.withdraw(ticket) {
            forget(queued.request)
            refuse(stream, .cancelled)
        }
        if let opened { endStream(opened, .cancelled) }
    }

    /// Refuses what is late and schedules the next deadline. On the timer's thread.
    func deadlinesPassed() {
        let now = MonotonicClock.now()
        let (requests, streams): ([Queued], [OutgoingStream]) = state.withLock { state in
            state.timerMoment = .max
            if state.hasEnded { return ([], []) }
            var late: [Queued] = []
            for index in state.queued.indices where !state.queued[index].isExpired {
                guard let deadline = state.queued[index].request.cancellation.deadline, deadline <= now else {
                    continue
                }
                state.queued[index].isExpired = true
                late.append(state.queued[index])
            }
            return (late, state.streams.filter { ($0.deadline ?? .max) <= now })
        }
        for entry in requests {
            entry.request.cancellation.stop(.deadline)
            if let ticket = entry.ticket, pool.withdraw(ticket) { forget(entry.request) }
            refuseAtOnce(entry.request.stream, .deadlineExceeded)
        }
        for stream in streams { endStream(stream, .deadlineExceeded) }
        let next: UInt64? = state.withLock { state in
            let requests = state.queued.filter { !$0.isExpired }.compactMap(\.request.cancellation.deadline)
            return state.needsTimer(at: (requests + state.streams.compactMap(\.deadline)).min())
        }
        if let next, !pool.timer.schedule(self, at: next) { end(nil) }
    }
}

extension ServerConnection.State {
    /// The moment to schedule; nil when the timer comes early enough already.
    mutating func needsTimer(at deadline: UInt64?) -> UInt64? {
        guard let deadline, deadline < timerMoment, !hasEnded else { return nil }
        timerMoment = deadline
        return deadline
    }
}
