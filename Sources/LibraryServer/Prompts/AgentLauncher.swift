internal import Glibc
internal import LinuxSystem
internal import Synchronization

/// Starts the person's agent when an app asks and none subscribes, one process at a time.
final class AgentLauncher: Sendable {
    /// Nanoseconds for a started agent to subscribe before waiting questions end with `nobodyToAsk`.
    static let patience: UInt64 = 20_000_000_000

    private let program: FilePath
    private let socket: FilePath
    private let log: EventLog
    private let startThread: ThreadStart

    /// Runs something on a thread of its own.
    typealias ThreadStart = @Sendable (@escaping @Sendable () -> Void) throws(SystemCallError) -> Void

    private enum State {
        case idle
        case running(SupervisedProcess)
        case stopped
    }

    private let state = Mutex(State.idle)

    /// `socket`: the apps' socket of this server.
    init(
        program: FilePath,
        socket: FilePath,
        log: EventLog,
        startThread: @escaping ThreadStart = AgentLauncher.startThread
    ) {
        self.startThread = startThread
        self.program = program
        self.socket = socket
        self.log = log
    }

    /// Starts an agent unless one runs. Returns false when it cannot. `abandon` is called when the process ends, or
    /// after `patience`; it must not call back.
    func launch(abandon: @escaping @Sendable () -> Void) -> Bool {
        state.withLock { state in
            switch state {
            case .stopped: return false
            case .running: return true
            case .idle:
                do {
                    let child = try SupervisedProcess(
                        program,
                        [],
                        environment: ["PHOTOLIBRARY_SOCKET": socket.text]
                    )
                    log.event("agent-started", ["pid": "\(child.processIdentifier)"])
                    do throws(SystemCallError) { try watch(child, abandon) } catch {
                        // Unwatched, it would keep every later agent from being started.
                        try child.kill()
                        throw error
                    }
                    // The watching thread waits for this lock before it sets `idle`.
                    state = .running(child)
                    return true
                } catch {
                    log.event("agent-not-started", ["error": "\(error)"])
                    return false
                }
            }
        }
    }

    /// Ends the running agent, and starts none any more.
    func stop() {
        let running: SupervisedProcess? = state.withLock { state in
            defer { state = .stopped }
            if case .running(let child) = state { return child }
            return nil
        }
        do throws(SystemCallError) { try running?.send(signal: SIGTERM) } catch {
            log.event("agent-not-stopped", ["error": error.reason])
        }
    }

    private func watch(_ child: SupervisedProcess, _ abandon: @escaping @Sendable () -> Void) throws(SystemCallError) {
        try startThread { [self] in
            do throws(SystemCallError) {
                if try !child.hasEnded(within: AgentLauncher.patience) { abandon() }
                try child.wait()
            } catch {
                log.event("agent-watch-failed", ["error": error.reason])
            }
            // Under the lock, so that it does not abandon questions for which the next agent is started.
            state.withLock { state in
                if case .running = state { state = .idle }
                abandon()
            }
        }
    }

    private static let startThread: ThreadStart = { body throws(SystemCallError) in
        _ = try SystemThread(name: "agent-watch", body)
    }
}
