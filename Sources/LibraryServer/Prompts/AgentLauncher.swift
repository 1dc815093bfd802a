internal import Glibc
internal import LinuxSystem
internal import Synchronization

/// Starts the person's agent when an app asks and none is there, one at a time.
final class AgentLauncher: Sendable {
    /// Nanoseconds that a started agent has before the apps that wait for it are told that nobody is there.
    static let patience: UInt64 = 20_000_000_000

    private let program: FilePath
    private let socket: FilePath
    private let log: EventLog
    private let startThread: ThreadStart

    /// Runs something on a thread of its own.
    typealias ThreadStart = @Sendable (@escaping @Sendable () -> Void) throws(SystemCallError) -> Void

    private enum State {
        case idle
        case running(Child)
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

    /// True when an agent was started that has not attended yet, or was started now. `abandon` is called when it ends,
    /// or has had its time; it must not call back.
    func launch(abandon: @escaping @Sendable () -> Void) -> Bool {
        state.withLock { state in
            switch state {
            case .stopped: return false
            case .running: return true
            case .idle:
                do {
                    let nowhere = try OwnedDescriptor(opening: "/dev/null", [.readWrite])
                    let process = try ChildProcess(
                        spawning: program,
                        arguments: [],
                        environment: EnvironmentVariables.adding(["PHOTOLIBRARY_SOCKET": socket.text]),
                        descriptors: [
                            .init(nowhere, as: STDIN_FILENO), .init(nowhere, as: STDOUT_FILENO),
                            .init(rawValue: STDERR_FILENO, as: STDERR_FILENO),
                        ]
                    )
                    log.event("agent-started", ["pid": "\(process.processIdentifier)"])
                    let child = Child(process)
                    do throws(SystemCallError) { try watch(child, abandon) } catch {
                        // Without anybody who waits for its end no other could ever be started.
                        try child.kill()
                        throw error
                    }
                    // Its watch waits for this lock before it says that it has ended.
                    state = .running(child)
                    return true
                } catch {
                    log.event("agent-not-started", ["error": "\(error)"])
                    return false
                }
            }
        }
    }

    /// Ends the agent that runs, and starts none any more.
    func stop() {
        let running: Child? = state.withLock { state in
            defer { state = .stopped }
            if case .running(let child) = state { return child }
            return nil
        }
        do throws(SystemCallError) { try running?.terminate() } catch {
            log.event("agent-not-stopped", ["error": error.reason])
        }
    }

    private func watch(_ child: Child, _ abandon: @escaping @Sendable () -> Void) throws(SystemCallError) {
        try startThread { [self] in
            do throws(SystemCallError) {
                if try !child.hasEnded(within: AgentLauncher.patience) { abandon() }
                try child.wait()
            } catch {
                log.event("agent-watch-failed", ["error": error.reason])
            }
            // Together, so that nobody who asks for the next agent is told that this one did not come.
            state.withLock { state in
                if case .running = state { state = .idle }
                abandon()
            }
        }
    }

    private static let startThread: ThreadStart = { body throws(SystemCallError) in
        _ = try SystemThread(name: "agent-watch", body)
    }

    /// The agent's process, for the thread that watches it and the one that ends it.
    private final class Child: Sendable {
        private let process: ChildProcess

        init(_ process: consuming ChildProcess) { self.process = process }

        func hasEnded(within nanoseconds: UInt64) throws(SystemCallError) -> Bool {
            try Poll.wait(process.pidfd, for: .readable, timeoutNanoseconds: nanoseconds)
        }

        func wait() throws(SystemCallError) { _ = try process.wait() }

        /// Ends it, whatever it does, and waits for that.
        func kill() throws(SystemCallError) {
            try process.send(signal: SIGKILL)
            _ = try process.wait()
        }

        /// Fine when it has ended.
        func terminate() throws(SystemCallError) {
            do throws(SystemCallError) { try process.send(signal: SIGTERM) } catch {
                guard error.errorNumber == ESRCH else { throw error }
            }
        }
    }
}
