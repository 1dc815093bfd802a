internal import LibraryModel
internal import LinuxSystem
internal import Synchronization

/// A place for one worker process. It is used by one caller at a time, who has taken it out of the pool.
final class Slot: Sendable {
    private struct State {
        var process: WorkerProcess?
        var jobs = 0
        var stream: UInt32 = 1
    }

    // The lock is for `killProcess` and `processIdentifier`, which others may call; everything else is the taker's.
    private let state = Mutex(State())

    var processIdentifier: Int32? { state.withLock { $0.process?.processIdentifier } }

    /// A process that can take a job: the one that is there, unless it has ended or done enough, or a new one.
    func readyProcess(program: FilePath, jobsPerProcess: Int) throws(LibraryError) -> WorkerProcess {
        let current = state.withLock { state in
            state.jobs += 1
            return state.jobs > jobsPerProcess ? nil : state.process
        }
        if let current, !current.hasEnded { return current }
        endProcess()
        let process = try WorkerProcess(program: program)
        state.withLock { state in
            state.process = process
            state.jobs = 1
            state.stream = 1
        }
        return process
    }

    func nextStream() -> UInt32 {
        state.withLock { state in
            defer { state.stream &+= 2 }
            return state.stream
        }
    }

    /// Ends the process, if there is one, and waits for that.
    func endProcess() {
        let process = state.withLock { state in
            defer { state.process = nil }
            return state.process
        }
        process?.end()
    }

    /// Kills the process of a slot that somebody else has taken; the taker finds it gone.
    func killProcess() {
        state.withLock { $0.process?.kill() }
    }
}

/// A caller that waits for a slot. `slot` is guarded by the pool's lock.
final class Waiter: Sendable {
    private let parker = Parker()
    private let given = Mutex<Slot?>(nil)

    var slot: Slot? {
        get { given.withLock { $0 } }
        set { given.withLock { $0 = newValue } }
    }

    /// False when the deadline passed first.
    func wait(until deadline: UInt64?) -> Bool { parker.park(until: deadline) }

    func wake() { parker.unpark() }
}
