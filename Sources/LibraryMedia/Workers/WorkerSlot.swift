internal import LibraryModel
internal import LinuxSystem
internal import Synchronization

/// A slot for one worker process, used only by the caller that has taken it out of the pool.
final class WorkerSlot: Sendable {
    /// The state of the process after a job.
    enum Outcome: Sendable {
        /// It can take the next job.
        case done
        /// It works on a job whose requester has stopped.
        case unwanted
        /// It is unusable.
        case useless
    }

    private struct State {
        var process: WorkerProcess?
        var jobs = 0
        var number: UInt32 = 0
        var outcome = Outcome.done
    }

    // The lock is for `killProcess` and `processIdentifier`, which others may call; everything else is the taker's.
    private let state = Mutex(State())

    var processIdentifier: Int32? { state.withLock { $0.process?.processIdentifier } }

    var process: WorkerProcess? { state.withLock { $0.process } }

    var outcome: Outcome {
        get { state.withLock { $0.outcome } }
        set { state.withLock { $0.outcome = newValue } }
    }

    /// A process that can take a job: the one that is there, unless it has ended or done enough, or a new one.
    func readyProcess(_ kind: WorkerKind, jobsPerProcess: Int) throws(LibraryError) -> WorkerProcess {
        let current = state.withLock { state in
            state.jobs += 1
            return state.jobs > jobsPerProcess ? nil : state.process
        }
        if let current, !current.hasEnded { return current }
        // An idle one ends when it is killed.
        _ = endProcess()
        let process = try WorkerProcess(kind)
        state.withLock { state in
            state.process = process
            state.jobs = 1
        }
        return process
    }

    func nextJobNumber() -> UInt32 {
        state.withLock { state in
            state.number &+= 1
            return state.number
        }
    }

    /// Kills the process, if there is one. False when it does not end in a second; then it is still there.
    func endProcess() -> Bool {
        guard let process else { return true }
        guard process.kill() else { return false }
        state.withLock { $0.process = nil }
        return true
    }

    /// Waits for a process that was killed, however long it takes.
    func awaitEndOfProcess() {
        process?.awaitEnd()
        state.withLock { $0.process = nil }
    }

    /// Kills the process of a slot that another caller uses; that caller notices.
    func killProcess() { state.withLock { $0.process?.kill() } }
}
