import Admission
package import LinuxSystem
import Synchronization

/// Runs the long requests of all connections on a bounded number of threads, and queues the rest.
///
/// Apps get threads in turn, each at most its share; some are reserved for the owner (`AdmissionQueue`). The pool
/// starts threads on demand, and idle ones end after `idleTime`. The transport answers a request whose deadline passes;
/// its thread counts against its app until the work has ended. `state` guards everything.
package final class ThreadPool: Sendable {
    package struct Limits: Hashable, Sendable {
        package var threads = 64
        /// Threads that only the owner's tools get.
        package var reservedThreads = 8
        /// Requests of one app that may run at once.
        package var runningPerApp = 8
        /// Requests of one app that may wait.
        package var waitingPerApp = 1_024

        package init() {}
    }

    /// Sends what connections could not send at once.
    let drainer: OutboxDrainer
    /// Receives the descriptors that peers attach.
    let descriptors: DescriptorIntake
    /// Tells connections when a deadline of theirs has passed.
    let timer = DeadlineTimer()
    /// For the queued requests of all connections.
    package let waitingQuota: RequestQuota
    /// For large frames that are arriving. Separate from `waitingQuota`, because a peer may never finish a frame.
    package let arrivalQuota: RequestQuota
    private let limits: Limits
    private let state: Mutex<State>

    /// Nanoseconds after which an idle thread ends.
    private static let idleTime: UInt64 = 10_000_000_000
    /// Bytes: SQLite and image code run on these threads.
    private static let stackSize = 1 << 20

    private struct State {
        var queue: AdmissionQueue<UInt64> { didSet { queue.assertInvariants() } }
        var nextTicket: UInt64 = 0
        /// Requests that wait for admission or for a thread.
        var requests: [UInt64: QueuedRequest] = [:]
        /// Admitted tickets that no thread has taken yet.
        var ready = Deque()
        /// The most recently idle worker comes last and is taken first: its stack is still in the cache.
        var idle: [Worker] = []
        var threadCount = 0

        /// Reserves a thread for one more ready request.
        mutating func claimThread(_ limits: Limits) -> Wakeup {
            if let worker = idle.popLast() { return .idle(worker) }
            if threadCount >= limits.threads { return .nothing }
            threadCount += 1
            return .newThread
        }

        /// Gives back a ticket's admission. Returns the number of tickets that became ready.
        mutating func release(_ ticket: UInt64) -> Int {
            let admitted = queue.leave(ticket)
            for next in admitted { ready.append(next) }
            return admitted.count
        }
    }

    /// Tickets in order of admission.
    private struct Deque {
        private var tickets: [UInt64] = []
        private var start = 0

        mutating func append(_ ticket: UInt64) { tickets.append(ticket) }

        mutating func popFirst() -> UInt64? {
            guard start < tickets.count else { return nil }
            let first = tickets[start]
            start += 1
            if start == tickets.count {
                tickets.removeAll(keepingCapacity: true)
                start = 0
            }
            return first
        }
    }

    private final class Worker: Sendable {
        let parker = Parker()
    }

    package init(
        limits: Limits = Limits(),
        transportLimits: TransportLimits = .standard
    ) throws(SystemCallError) {
        self.limits = limits
        waitingQuota = RequestQuota(
            capacity: .init(
                bytes: transportLimits.maximumWaitingBytes,
                descriptors: transportLimits.maximumWaitingDescriptors
            )
        )
        arrivalQuota = RequestQuota(capacity: .init(bytes: transportLimits.maximumArrivingBytes, descriptors: 0))
        descriptors = try DescriptorIntake()
        drainer = try OutboxDrainer(limits: transportLimits)
        state = Mutex(
            State(
                queue: AdmissionQueue(
                    limits: .init(
                        capacity: limits.threads,
                        reserved: limits.reservedThreads,
                        perApp: limits.runningPerApp,
                        waitingPerApp: limits.waitingPerApp
                    )
                )
            )
        )
    }

    /// The number of requests that run or wait.
    package var load: Int { state.withLock { $0.queue.usedUnits + $0.queue.waitingCount } }

    /// Queues a request of a share. Returns its ticket; nil when the queue is full or no thread can be started.
    func submit(_ request: QueuedRequest, of share: Share) -> UInt64? {
        let (ticket, wakeup): (UInt64?, Wakeup) = state.withLock { state in
            let ticket = state.nextTicket
            switch state.queue.arrive(ticket, of: share) {
            case .refused: return (nil, .nothing)
            case .waits:
                state.nextTicket += 1
                state.requests[ticket] = request
                return (ticket, .nothing)
            case .admitted:
                state.nextTicket += 1
                state.requests[ticket] = request
                state.ready.append(ticket)
                return (ticket, state.claimThread(limits))
            }
        }
        guard let ticket else { return nil }
        if perform(wakeup) { return ticket }
        return withdraw(ticket) ? nil : ticket
    }

    /// Removes a request that has not begun. Returns false when it has.
    @discardableResult
    func withdraw(_ ticket: UInt64) -> Bool {
        let (wasWaiting, wakeups): (Bool, [Wakeup]) = state.withLock { state in
            guard state.requests.removeValue(forKey: ticket) != nil else { return (false, []) }
            let admitted = state.release(ticket)
            return (true, (0..<admitted).map { _ in state.claimThread(limits) })
        }
        for wakeup in wakeups { _ = perform(wakeup) }
        return wasWaiting
    }

    // MARK: Threads

    /// How a ready request gets its thread, after `state` was released.
    private enum Wakeup {
        case nothing
        case idle(Worker)
        case newThread
    }

    /// Returns false when no thread will take the request: none runs and none can be started.
    private func perform(_ wakeup: Wakeup) -> Bool {
        switch wakeup {
        case .nothing: return true
        case .idle(let worker):
            worker.parker.unpark()
            return true
        case .newThread:
            do throws(SystemCallError) {
                _ = try SystemThread(name: "request", stackSize: ThreadPool.stackSize) { self.run(Worker()) }
                return true
            } catch {
                return state.withLock { state in
                    state.threadCount -= 1
                    return state.threadCount > 0
                }
            }
        }
    }

    private func run(_ worker: Worker) {
        while true {
            let next: (ticket: UInt64, request: QueuedRequest?)? = state.withLock { state in
                if let ticket = state.ready.popFirst() { return (ticket, state.requests.removeValue(forKey: ticket)) }
                state.idle.append(worker)
                return nil
            }
            if let next {
                // Withdrawn meanwhile: it has given its admission back.
                guard let request = next.request else { continue }
                request.serve()
                // This thread takes the first that became ready itself.
                let wakeups = state.withLock { state in
                    let admitted = state.release(next.ticket)
                    return (0..<max(admitted - 1, 0)).map { _ in state.claimThread(limits) }
                }
                for wakeup in wakeups { _ = perform(wakeup) }
                continue
            }
            if worker.parker.park(until: MonotonicClock.deadline(after: ThreadPool.idleTime)) { continue }
            let mayEnd = state.withLock { state in
                guard let index = state.idle.firstIndex(where: { $0 === worker }) else { return false }
                state.idle.remove(at: index)
                state.threadCount -= 1
                return true
            }
            if mayEnd { return }
            // Another thread has just popped this worker: its unpark follows.
            worker.parker.park()
        }
    }
}
