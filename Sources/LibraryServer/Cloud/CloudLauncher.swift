internal import Glibc
internal import LinuxSystem
internal import Synchronization

/// Keeps `photolibrary-sync` running from `start` to `stop`: one process at a time, with longer and longer pauses when
/// it ends by itself.
final class CloudLauncher: Sendable {
    private let program: FilePath
    private let arguments: [FilePath]
    private let socket: FilePath
    private let log: EventLog
    private let onEnd: @Sendable (_ problem: String?) -> Void
    private let thread = ServiceThread()

    private struct State {
        /// The URL of the bucket, without credentials; nil when no process is wanted.
        var bucket: String?
        var isThreadStarted = false
        var process: SupervisedProcess?
        var problem: String?
    }

    private let state = Mutex(State())

    /// Nanoseconds: the first and the longest pause, and how long a process has run that was all right.
    private static let firstPause: UInt64 = 500_000_000
    private static let longestPause: UInt64 = 300_000_000_000
    private static let soundTime: UInt64 = 60_000_000_000
    /// Nanoseconds for the process to end after SIGTERM. It loses nothing when it is killed.
    private static let patience: UInt64 = 3_000_000_000

    /// `folder`: where it keeps its records. `socket`: the apps' socket of this server. `onEnd` is called when the
    /// process has ended, and with the problem when it could not be started.
    init(
        program: FilePath,
        folder: FilePath,
        socket: FilePath,
        log: EventLog,
        onEnd: @escaping @Sendable (_ problem: String?) -> Void
    ) {
        self.onEnd = onEnd
        self.program = program
        arguments = ["--folder", folder]
        self.socket = socket
        self.log = log
    }

    /// Why the process could not be started the last time.
    var problem: String? { state.withLock { $0.problem } }

    /// `bucket`: its URL. The process confines itself to it before it asks the server for anything.
    func start(_ bucket: String) throws(SystemCallError) {
        try state.withLock { state throws(SystemCallError) in
            state.bucket = bucket
            if state.isThreadStarted { return }
            try thread.start("cloud") { [self] in run() }
            state.isThreadStarted = true
        }
        thread.wake()
    }

    /// Ends a pause: somebody waits for the process.
    func hurry() { thread.wake() }

    /// Ends the process and waits for that.
    func stop() {
        let process = state.withLock { state in
            state.bucket = nil
            state.problem = nil
            return state.process
        }
        guard let process else { return }
        do throws(SystemCallError) {
            try process.send(signal: SIGTERM)
            if try !process.hasEnded(within: CloudLauncher.patience) { try process.send(signal: SIGKILL) }
        } catch { log.event("sync-not-stopped", ["error": error.reason]) }
    }

    /// Ends it, and the thread.
    func shutDown() {
        thread.requestStop()
        stop()
        thread.stop()
    }

    private func run() {
        var backoff = Backoff(first: CloudLauncher.firstPause, last: CloudLauncher.longestPause)
        while !thread.isStopping {
            guard let process = begin() else {
                let (isWanted, problem) = state.withLock { ($0.bucket != nil, $0.problem) }
                if let problem { onEnd(problem) }
                let pause = isWanted ? MonotonicClock.deadline(after: backoff.pause()) : nil
                if !thread.wait(until: pause) { return }
                continue
            }
            let start = MonotonicClock.now()
            do throws(SystemCallError) { try process.wait() } catch {
                log.event("sync-watch-failed", ["error": error.reason])
            }
            state.withLock { $0.process = nil }
            onEnd(nil)
            if MonotonicClock.now() - start > CloudLauncher.soundTime { backoff.reset() }
            guard state.withLock({ $0.bucket != nil }) else {
                backoff.reset()
                continue
            }
            log.event("sync-ended", ["pid": "\(process.processIdentifier)"])
            if !thread.wait(until: MonotonicClock.deadline(after: backoff.pause())) { return }
        }
    }

    /// Starts the process when it is wanted. Under the lock, so that `stop` finds it.
    private func begin() -> SupervisedProcess? {
        state.withLock { state in
            guard let bucket = state.bucket, !thread.isStopping else { return nil }
            do throws(SystemCallError) {
                let process = try SupervisedProcess(
                    program,
                    arguments,
                    environment: ["PHOTOLIBRARY_SOCKET": socket.text, "PHOTOLIBRARY_BUCKET": bucket]
                )
                log.event("sync-started", ["pid": "\(process.processIdentifier)"])
                state.process = process
                state.problem = nil
                return process
            } catch {
                log.event("sync-not-started", ["error": error.reason])
                state.problem = "photolibrary-sync cannot be started: \(error.reason)"
                return nil
            }
        }
    }
}
