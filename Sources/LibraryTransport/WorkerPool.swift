package import LinuxSystem
import Synchronization

/// Threads for the long requests of all connections, and a queue for what has to wait for one.
///
/// `state` guards everything. Threads are made when they are needed, up to a maximum, and end when they have had nothing
/// to do for a while.
package final class WorkerPool: Sendable {
    /// Finishes what connections could not send at once.
    let drainer: OutboxDrainer
    /// Where requests of all connections wait.
    package let waitingRoom: WaitingRoom
    private let maximumThreads: Int
    private let maximumQueueLength: Int
    private let state = Mutex(State())

    /// How long an idle thread stays, in nanoseconds.
    private static let idleTime: UInt64 = 10_000_000_000
    /// SQLite and image code run on these threads.
    private static let stackSize = 1 << 20

    /// What a thread is asked to do.
    enum Job: Sendable {
        /// Read this connection from here on.
        case read(ServerConnection)
        /// Run a request that is waiting in this connection.
        case serveWaiting(ServerConnection)

        func run() {
            switch self {
            case .read(let connection): connection.followReading()
            case .serveWaiting(let connection): connection.serveWaiting()
            }
        }
    }

    private struct State {
        /// The one that was idle last comes first: its stack is still warm.
        var idle: [Worker] = []
        var threadCount = 0
        var queue: [Job] = []
        var queueStart = 0

        mutating func takeQueued() -> Job? {
            guard queueStart < queue.count else { return nil }
            defer { queueStart += 1 }
            let job = queue[queueStart]
            if queueStart >= 64 && queueStart * 2 >= queue.count {
                queue.removeSubrange(0...queueStart)
                queueStart = -1
            }
            return job
        }
    }

    private final class Worker: Sendable {
        let parker = Parker()
        let job = Mutex<Job?>(nil)
    }

    package init(
        maximumThreads: Int = 64,
        maximumQueueLength: Int = 1024,
        limits: TransportLimits = .standard
    ) throws(SystemCallError) {
        self.maximumThreads = maximumThreads
        self.maximumQueueLength = maximumQueueLength
        waitingRoom = WaitingRoom(
            capacity: .init(bytes: limits.maximumWaitingBytes, descriptors: limits.maximumWaitingDescriptors)
        )
        drainer = try OutboxDrainer(limits: limits)
    }

    /// Hands the job to a thread that has nothing to do. False when there is none.
    func start(_ job: Job) -> Bool {
        let (worker, makesThread) = state.withLock { state -> (Worker?, Bool) in
            if let worker = state.idle.popLast() { return (worker, false) }
            if state.threadCount >= maximumThreads { return (nil, false) }
            state.threadCount += 1
            return (nil, true)
        }
        if let worker {
            worker.job.withLock { $0 = job }
            worker.parker.unpark()
            return true
        }
        return makesThread && startThread(with: job)
    }

    /// Hands the job to a thread, or queues it. False when the queue is full.
    func submit(_ job: Job) -> Bool {
        if start(job) { return true }
        let isQueued = state.withLock { state in
            if state.queue.count - state.queueStart >= maximumQueueLength { return false }
            state.queue.append(job)
            return true
        }
        if !isQueued { return false }
        // A thread may have become idle in between, and would not look again.
        if let next = state.withLock({ state in state.idle.isEmpty ? nil : state.takeQueued() }), !start(next) {
            state.withLock { $0.queue.append(next) }
        }
        return true
    }

    private func startThread(with job: Job) -> Bool {
        let worker = Worker()
        worker.job.withLock { $0 = job }
        do throws(SystemCallError) {
            _ = try SystemThread(name: "request", stackSize: WorkerPool.stackSize) { self.run(worker) }
            return true
        } catch {
            state.withLock { $0.threadCount -= 1 }
            return false
        }
    }

    private func run(_ worker: Worker) {
        while true {
            while let job = worker.job.withLock({ $0.take() }) { job.run() }
            let queued = state.withLock { state -> Job? in
                if let job = state.takeQueued() { return job }
                state.idle.append(worker)
                return nil
            }
            if let queued {
                queued.run()
                continue
            }
            if worker.parker.park(until: MonotonicClock.deadline(after: WorkerPool.idleTime)) { continue }
            let mayEnd = state.withLock { state in
                guard let index = state.idle.firstIndex(where: { $0 === worker }) else { return false }
                state.idle.remove(at: index)
                state.threadCount -= 1
                return true
            }
            if mayEnd { return }
            // Somebody has just chosen this thread: the job is on its way.
            worker.parker.park()
        }
    }
}
