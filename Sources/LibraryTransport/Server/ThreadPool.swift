import Admission
package import LinuxSystem
import Synchronization

/// Threads for the long requests of all connections, and the queue for what has to wait for one.
///
/// Apps get threads in turn, each at most its share, and leave some to the owner (`AdmissionQueue`). `state` guards
/// everything. Threads are made when they are needed, and end when they have had nothing to do for a while. A request
/// whose deadline has passed is answered by the transport; its thread counts against its app until its work has ended.
package final class ThreadPool: Sendable {
    package struct Limits: Hashable, Sendable {
        package var threads = 64
        /// Threads that apps leave to the owner's tools.
        package var reservedThreads = 8
        /// Requests of one app that run at once.
        package var runningPerApp = 8
        /// Requests of one app that wait.
        package var waitingPerApp = 1_024

        package init() {}
    }

    /// Finishes what connections could not send at once.
    let drainer: OutboxDrainer
    /// Receives what peers attach to requests.
    let descriptors: DescriptorIntake
    /// Answers requests whose deadline has passed.
    let timer = DeadlineTimer()
    /// Where requests of all connections wait.
    package let waitingQuota: RequestQuota
    /// For large frames while they arrive. Apart from `waitingQuota`, because a frame may be left unfinished for ever.
    package let arrivalQuota: RequestQuota
    private let limits: Limits
    private let state: Mutex<State>

    /// How long an idle thread stays, in nanoseconds.
    private static let idleTime: UInt64 = 10_000_000_000
    /// SQLite and image code run on these threads.
    private static let stackSize = 1 << 20

    private struct State {
        var queue: AdmissionQueue<UInt64> { didSet { queue.assertInvariants() } }
        var nextTicket: UInt64 = 0
        /// Requests that wait for their turn or for a thread.
        var requests: [UInt64: QueuedRequest] = [:]
        /// Tickets that were admitted and for which a thread has to come.
        var ready = Deque()
        /// The one that was idle last comes first: its stack is still warm.
        var idle: [Worker] = []
        var threadCount = 0

        /// A thread for one more ready request.
        mutating func callThread(_ limits: Limits) -> Call {
            if let worker = idle.popLast() { return .idle(worker) }
            if threadCount >= limits.threads { return .nobody }
            threadCount += 1
            return .newThread
        }

        /// A ticket has left; the number of those that are ready by that.
        mutating func left(_ ticket: UInt64) -> Int {
            let admitted = queue.leave(ticket)
            for next in admitted { ready.append(next) }
            return admitted.count
        }
    }

    /// Tickets in the order in which they were admitted.
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

    /// Requests that run or wait.
    package var load: Int { state.withLock { $0.queue.usedUnits + $0.queue.waitingCount } }

    /// Has a request run in its share's turn. Returns its ticket; nil when as many wait as may, or no thread can be
    /// made.
    func submit(_ request: QueuedRequest, of share: Share) -> UInt64? {
        let (ticket, call): (UInt64?, Call) = state.withLock { state in
            let ticket = state.nextTicket
            switch state.queue.arrive(ticket, of: share) {
            case .refused: return (nil, .nobody)
            case .waits:
                state.nextTicket += 1
                state.requests[ticket] = request
                return (ticket, .nobody)
            case .admitted:
                state.nextTicket += 1
                state.requests[ticket] = request
                state.ready.append(ticket)
                return (ticket, state.callThread(limits))
            }
        }
        guard let ticket else { return nil }
        if answer(call) { return ticket }
        return withdraw(ticket) ? nil : ticket
    }

    /// Takes back a request that has not begun. False when it has.
    @discardableResult
    func withdraw(_ ticket: UInt64) -> Bool {
        let (wasWaiting, calls): (Bool, [Call]) = state.withLock { state in
            guard state.requests.removeValue(forKey: ticket) != nil else { return (false, []) }
            let admitted = state.left(ticket)
            return (true, (0..<admitted).map { _ in state.callThread(limits) })
        }
        for call in calls { _ = answer(call) }
        return wasWaiting
    }

    // MARK: Threads

    /// Who has to be woken or made for a request that is ready.
    private enum Call {
        case nobody
        case idle(Worker)
        case newThread
    }

    /// False when nobody will come: there is no thread, and none can be made.
    private func answer(_ call: Call) -> Bool {
        switch call {
        case .nobody: return true
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
                // One that was taken back has left the queue already.
                guard let request = next.request else { continue }
                request.serve()
                // This thread takes the first that is admitted now.
                let calls = state.withLock { state in
                    let admitted = state.left(next.ticket)
                    return (0..<max(admitted - 1, 0)).map { _ in state.callThread(limits) }
                }
                for call in calls { _ = answer(call) }
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
            // Somebody has just chosen this thread: the wake-up is on its way.
            worker.parker.park()
        }
    }
}
