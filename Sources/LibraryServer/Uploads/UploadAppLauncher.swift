internal import Glibc
internal import LibraryModel
internal import LibraryStore
internal import LinuxSystem
internal import Synchronization

/// Starts apps for upload jobs that are over (`UploadAppSchedule`): those that asked for it, may read, and are not
/// connected. An app acknowledges and retries its jobs then, and makes others.
final class UploadAppLauncher: Sendable {
    /// Nanoseconds that a started app may run, and that it has to end after SIGTERM.
    private static let longestRun: UInt64 = 600_000_000_000
    private static let endTime: UInt64 = 5_000_000_000
    /// Variables that an app gets of the server's own, which may hold secrets. Those that begin with `LC_` and `XDG_`,
    /// too.
    private static let variables: Set<String> = [
        "DBUS_SESSION_BUS_ADDRESS", "DISPLAY", "HOME", "LANG", "LANGUAGE", "LOGNAME", "PATH", "SHELL", "TMPDIR", "TZ",
        "USER", "WAYLAND_DISPLAY",
    ]

    private struct State {
        var schedule = UploadAppSchedule()
        var processes: [String: SupervisedProcess] = [:]
    }

    private let socket: FilePath
    private let log: EventLog
    private let state = Mutex(State())
    private let thread = ServiceThread()

    /// `socket`: the apps' socket of this server.
    init(socket: FilePath, log: EventLog) { (self.socket, self.log) = (socket, log) }

    func start(_ library: ServedLibrary) throws {
        for app in try library.store.appsWithUploadsToProcess() { jobIsOver(of: app) }
        try thread.start("upload-apps") { [self, unowned library] in
            while thread.wait(until: work(library)) {}
        }
    }

    /// Ends the apps that it started, without waiting for them, and starts none any more.
    func stop() {
        thread.stop()
        for process in state.withLock({ Array($0.processes.values) }) { send(SIGTERM, to: process) }
    }

    func jobIsOver(of app: String) {
        state.withLock { $0.schedule.jobIsOver(of: app, at: MonotonicClock.now()) }
        thread.wake()
    }

    /// An app has left, perhaps before it took notice of its jobs.
    func sessionEnded() {
        if state.withLock({ !$0.schedule.waitingApps.isEmpty }) { thread.wake() }
    }

    // MARK: The thread

    /// Starts what is due. Returns when something else will be.
    private func work(_ library: ServedLibrary) -> UInt64? {
        var next: UInt64?
        for app in state.withLock({ $0.schedule.waitingApps }) {
            do {
                guard try library.startsForUploads(app) else {
                    state.withLock { $0.schedule.dismiss(app) }
                    continue
                }
                let hasOtherJobs = try library.store.isSendingUploads(of: app)
                let isConnected = library.programs.isConnected(app)
                let start = state.withLock {
                    $0.schedule.start(of: app, hasOtherJobs: hasOtherJobs, isConnected: isConnected)
                }
                guard let start else { continue }
                if start <= MonotonicClock.now() {
                    try begin(app, library)
                } else {
                    next = min(next ?? start, start)
                }
            } catch {
                state.withLock { $0.schedule.dismiss(app) }
                log.event("upload-app-not-started", ["app": app, "error": "\(error)"])
            }
        }
        return next
    }

    private func begin(_ app: String, _ library: ServedLibrary) throws {
        let program = try UploadAppProgram(of: app, library.store)
        let environment = EnvironmentVariables.adding(["PHOTOLIBRARY_SOCKET": socket.text]) { name in
            UploadAppLauncher.variables.contains(name) || name.hasPrefix("LC_") || name.hasPrefix("XDG_")
        }
        let process = SupervisedProcess(try program.start(environment: environment))
        log.event("upload-app-started", ["app": app, "pid": "\(process.processIdentifier)"])
        state.withLock { state in
            state.schedule.started(app, at: MonotonicClock.now())
            state.processes[app] = process
        }
        do throws(SystemCallError) {
            _ = try SystemThread(name: "upload-app") { [self] in watch(process, app) }
        } catch {
            send(SIGKILL, to: process)
            watch(process, app)
        }
    }

    private func watch(_ process: SupervisedProcess, _ app: String) {
        do throws(SystemCallError) {
            if try !process.hasEnded(within: UploadAppLauncher.longestRun) {
                log.event("upload-app-ended-by-force", ["app": app])
                try process.send(signal: SIGTERM)
                if try !process.hasEnded(within: UploadAppLauncher.endTime) { try process.send(signal: SIGKILL) }
            }
            try process.wait()
        } catch {
            log.event("upload-app-watch-failed", ["error": error.reason])
        }
        log.event("upload-app-ended", ["app": app, "pid": "\(process.processIdentifier)"])
        state.withLock { state in
            state.schedule.ended(app)
            state.processes[app] = nil
        }
        thread.wake()
    }

    private func send(_ signal: CInt, to process: SupervisedProcess) {
        do throws(SystemCallError) { try process.send(signal: signal) } catch {
            log.event("upload-app-not-ended", ["error": error.reason])
        }
    }
}

extension ServedLibrary {
    /// Whether an app has jobs to process, and wants to be started for them.
    fileprivate func startsForUploads(_ app: String) throws(LibraryError) -> Bool {
        guard try store.viewForOthers(of: .app(app)).visibility().reads else { return false }
        return try store.appsWithUploadsToProcess().contains(app)
    }
}
