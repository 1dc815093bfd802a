import LinuxSystem
import Synchronization

/// Long requests: which thread runs them, and where they wait.
extension ServerConnection {
    /// Who reads on while this thread runs a long request.
    enum Promotion: Hashable { case follower, nobody }

    /// Notes that a request runs, if it may run now.
    private func start(_ request: WaitingRequest, limit: Int) -> Bool {
        state.withLock { state in
            if state.hasEnded || state.running.count >= limit { return false }
            state.running.append(request)
            return true
        }
    }

    /// Finds a thread that reads on, if this request may run now.
    func promoteFollower(for request: WaitingRequest) -> Promotion {
        if !start(request, limit: limits.maximumRunningRequests) { return .nobody }
        if promoteFollower() == .follower { return .follower }
        state.withLock { state in state.running.removeAll { $0 === request } }
        return .nobody
    }

    /// Finds a thread that reads on in the place of this one, if what runs here is not more than may run.
    private func promoteFollower() -> Promotion {
        let (mayReadOn, hasStandby) = state.withLock { state -> (Bool, Bool) in
            if state.hasEnded || state.running.count > limits.maximumRunningRequests { return (false, false) }
            if state.isStandbyFree {
                state.isStandbyFree = false
                state.isStandbyPromoted = true
                return (true, true)
            }
            state.workers += 1
            return (true, false)
        }
        if !mayReadOn { return .nobody }
        if hasStandby {
            standby.unpark()
            return .follower
        }
        if pool.start(.read(self)) { return .follower }
        state.withLock { $0.workers -= 1 }
        return .nobody
    }

    /// Runs a request that may be short on this thread, which is the one that reads, however many run: it takes nobody's
    /// place and is not refused. When it takes long after all, a follower reads on meanwhile, as soon as there may be one.
    func serveBeforeReadingOn(_ request: WaitingRequest) -> Promotion {
        if !start(request, limit: .max) { return .nobody }
        let end = MonotonicClock.deadline(after: ServerConnection.shortRequestTime)
        request.cancellation.watch(from: end) { [self] in promoteFollower() == .follower }
        serve(request)
        return request.cancellation.endWatch() ? .follower : .nobody
    }

    /// Nanoseconds after which a request that may be short is long: some times what handing the reading over costs.
    private static let shortRequestTime: UInt64 = 50_000

    /// Keeps a request until a thread is free for it, or refuses it.
    func keepWaiting(_ request: WaitingRequest) {
        guard let place = waitingRoom.enter(request.need) else {
            refuse(request.stream, .busy)
            return
        }
        request.keptWaiting(since: MonotonicClock.now(), in: place)
        state.withLock { state in
            if !state.hasEnded { state.waiting.append(request) }
        }
        if submitTicket() { return }
        let wasWaiting = state.withLock { state in
            guard let index = state.waiting.firstIndex(where: { $0 === request }) else { return false }
            state.waiting.remove(at: index)
            return true
        }
        if wasWaiting { refuse(request.stream, .busy) }
    }

    /// A thread of the pool comes for a request that was kept waiting.
    func serveWaiting() {
        let request: WaitingRequest? = state.withLock { state in
            state.tickets -= 1
            let request = state.startWaiting(limits)
            if request != nil { state.workers += 1 }
            return request
        }
        guard let request else { return }
        serve(request)
        passWaitingOn()
        workerLeft()
    }

    /// Runs a request on this thread.
    func serve(_ request: WaitingRequest) {
        let incoming = IncomingRequest(self, request.stream, request.cancellation, arrival: request.arrival)
        let descriptors = request.takeDescriptors()
        let payload = request.payload
        handler.handle(
            incoming,
            payload: payload.storage.span.extracting(payload.range),
            descriptors: descriptors
        )
        if !request.cancellation.hasAnswer { refuse(request.stream, .failed) }
        state.withLock { state in state.running.removeAll { $0 === request } }
        closeIfDrained()
    }

    /// A thread of the pool has served a request of this connection: what waits takes its turn with everybody else's.
    func passWaitingOn() {
        if !submitTicket() { serveAllWaiting() }
    }

    /// Runs on this thread what waits and may run.
    func serveAllWaiting() {
        while let request = state.withLock({ $0.startWaiting(limits) }) { serve(request) }
    }

    /// The peer no longer wants the answer of a request.
    func cancelRequest(_ stream: UInt32) {
        let (wasWaiting, opened): (Bool, OutgoingStream?) = state.withLock { state in
            if let index = state.waiting.firstIndex(where: { $0.stream == stream }) {
                state.waiting.remove(at: index)
                return (true, nil)
            }
            // It may have become a stream since the frame was judged; `openStream` looks for the reverse.
            if let opened = state.streams.first(where: { $0.stream == stream }) { return (false, opened) }
            state.running.first { $0.stream == stream }?.cancellation.raise()
            return (false, nil)
        }
        if wasWaiting { refuse(stream, .cancelled) }
        if let opened { endStream(opened, .cancelled) }
    }

    /// Asks the pool for a thread, if one could do anything here. False when the pool's queue is full.
    private func submitTicket() -> Bool {
        let needsTicket = state.withLock { state in
            // Whoever finishes a request submits the next ticket.
            if state.running.count >= limits.maximumRunningRequests { return false }
            if state.tickets >= state.waiting.count { return false }
            state.tickets += 1
            return true
        }
        if !needsTicket || pool.submit(.serveWaiting(self)) { return true }
        state.withLock { $0.tickets -= 1 }
        return false
    }
}

extension ServerConnection.State {
    /// Takes the request that has waited for the longest time, if one more may run.
    mutating func startWaiting(_ limits: TransportLimits) -> WaitingRequest? {
        if waiting.isEmpty || running.count >= limits.maximumRunningRequests { return nil }
        let request = waiting.removeFirst()
        running.append(request)
        return request
    }
}
