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
        /// The origin of the files that the process has opened.
        var origin: FileOrigin?
        var jobs = 0
        var number: UInt32 = 0
        var outcome = Outcome.done
    }

    // The lock is for `killProcess` and `processIdentifier`, which others may call; everything else is the taker's.
    private let state: Mutex<State>

    /// For a process that will have a file of this origin.
    init(for origin: FileOrigin) { state = Mutex(State(origin: origin)) }

    var processIdentifier: Int32? { state.withLock { $0.process?.processIdentifier } }

    var process: WorkerProcess? { state.withLock { $0.process } }

    var outcome: Outcome {
        get { state.withLock { $0.outcome } }
        set { state.withLock { $0.outcome = newValue } }
    }

    /// Whether its process has opened no file, or files of this origin only.
    func isFit(for origin: FileOrigin) -> Bool { state.withLock { $0.origin == nil || $0.origin == origin } }

    /// Returns a process for a job with a file of this origin: the existing one, unless it has ended, has done enough
    /// jobs, or had files of another origin; otherwise a new one. `origin`: nil without a file.
    func readyProcess(
        _ kind: WorkerKind,
        for origin: FileOrigin?,
        jobsPerProcess: Int
    ) throws(LibraryError) -> WorkerProcess {
        let current = state.withLock { state -> WorkerProcess? in
            guard let origin else { return state.process }
            state.jobs += 1
            guard state.jobs <= jobsPerProcess, state.origin == nil || state.origin == origin else { return nil }
            state.origin = origin
            return state.process
        }
        if let current, !current.hasEnded { return current }
        // An idle one ends when it is killed.
        _ = endProcess()
        let process = try WorkerProcess(kind)
        state.withLock { state in
            state.process = process
            state.origin = origin
            state.jobs = origin == nil ? 0 : 1
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
        state.withLock { ($0.process, $0.origin) = (nil, nil) }
        return true
    }

    /// Waits for a process that was killed, however long it takes.
    func awaitEndOfProcess() {
        process?.awaitEnd()
        state.withLock { ($0.process, $0.origin) = (nil, nil) }
    }

    /// Kills the process of a slot that another caller uses; that caller notices.
    func killProcess() { state.withLock { $0.process?.kill() } }
}
