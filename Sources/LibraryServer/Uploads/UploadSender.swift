internal import LibraryMedia
internal import LibraryModel
internal import LibraryStore
internal import LinuxSystem
internal import MediaWorkerProtocol
internal import Synchronization
internal import UploadWorkerProtocol

/// Sends apps' upload jobs, each in a process of its own (`UploadProcess`). A thread takes the jobs that are due from
/// the store; another one waits for each process.
///
/// Once `accessChanged` has returned, no process runs that was started for a job of the app before: what is still
/// allowed is sent anew.
final class UploadSender: Sendable {
    private struct Running {
        var app: String
        var process: UploadProcess
    }

    /// A job whose original is in the cloud, and is downloaded first. It keeps its turn meanwhile.
    private struct Awaiting {
        var job: LibraryStore.TakenUpload
        /// The request for the original.
        var request: UInt64?
        var isOver = false
        /// Why the original does not come.
        var failure: LibraryError?
    }

    private struct State {
        /// By the job's row.
        var running: [Int64: Running] = [:]
        /// By the job's row.
        var awaiting: [Int64: Awaiting] = [:]
        /// Attempts whose end the store could not note, because the disk is full, by the job's row.
        var unnoted: [Int64: (job: LibraryStore.TakenUpload, outcome: LibraryStore.UploadOutcome)] = [:]
        /// Apps about which something was decided.
        var changed: Set<String> = []

        /// Jobs that have a turn.
        var turns: Int { running.count + awaiting.count }
    }

    /// Nanoseconds until the store is asked again in any case: the wall clock may have been set.
    private static let longestWait: UInt64 = 60_000_000_000
    private static let shortestWait: UInt64 = 100_000_000
    /// Nanoseconds after the store has failed.
    private static let pauseAfterFailure: UInt64 = 5_000_000_000
    /// Nanoseconds for the processes to end when the server stops.
    private static let stopTime: UInt64 = 2_000_000_000

    private let program: FilePath
    private let log: EventLog
    private let state = Mutex(State())
    private let thread = ServiceThread()
    private let stopped = Parker()

    init(_ program: FilePath, log: EventLog) { (self.program, self.log) = (program, log) }

    /// `photolibrary-upload`, which is where the media worker is: beside this program, unless that one is given.
    static func program(mediaWorker: FilePath?) throws(SystemCallError) -> FilePath {
        if let mediaWorker { return mediaWorker.folder.appending("photolibrary-upload") }
        return try FileNames.target(ofLink: "/proc/self/exe").folder.appending("photolibrary-upload")
    }

    func start(_ library: ServedLibrary) throws {
        try library.store.resumeUploads()
        try thread.start("uploads") { [self, unowned library] in
            while thread.wait(until: work(library)) {}
        }
    }

    /// Stops sending. What is being sent is sent again by the next server.
    func stop() {
        thread.stop()
        for process in state.withLock({ $0.running.values.map(\.process) }) { kill(process) }
        let deadline = MonotonicClock.deadline(after: UploadSender.stopTime)
        while state.withLock({ !$0.running.isEmpty }), stopped.park(until: deadline) {}
    }

    /// The apps for which something is being sent, or downloaded to be sent.
    var apps: Set<String> {
        state.withLock { state in Set(state.running.values.map(\.app) + state.awaiting.values.map(\.job.app)) }
    }

    var runningCount: Int { state.withLock { $0.turns } }

    /// There may be jobs that are due, or fewer to be sent.
    func wake() { thread.wake() }

    /// The library has changed: a job that is being sent may be over.
    func committed() {
        if state.withLock({ $0.turns > 0 }) { thread.wake() }
    }

    /// Something was decided about an app: stops what is being sent for it.
    func accessChanged(of app: String) {
        let running = state.withLock { state in
            state.changed.insert(app)
            return state.running.values.filter { $0.app == app }.map(\.process)
        }
        for process in running { kill(process) }
        thread.wake()
    }

    // MARK: The thread

    /// Sends what is due. Returns when something else is.
    private func work(_ library: ServedLibrary) -> UInt64 {
        do throws(LibraryError) {
            for (row, end) in state.withLock({ $0.unnoted }) {
                try library.store.finishUpload(row, end.outcome)
                state.withLock { _ = $0.unnoted.removeValue(forKey: row) }
                tell(end.job, end.outcome, library)
            }
            let (changed, running) = state.withLock { state in
                defer { state.changed = [] }
                return (state.changed, state.running)
            }
            for app in changed { try library.store.endForbiddenUploads(of: app) }
            for (row, job) in running where try !library.store.isSending(row) { kill(job.process) }
            try endAwaiting(library)
            while state.withLock({ $0.turns < UploadPolicy.jobsAtOnce }), !thread.isStopping,
                let job = try library.store.takeUpload(atOnceOfAnApp: UploadPolicy.jobsAtOnceOfAnApp)
            {
                begin(job, library)
            }
            return try nextDeadline(library)
        } catch {
            log.event("uploads-failed", ["error": error.reason])
            return MonotonicClock.deadline(after: UploadSender.pauseAfterFailure)
        }
    }

    private func nextDeadline(_ library: ServedLibrary) throws(LibraryError) -> UInt64 {
        var wait = UploadSender.longestWait
        // With all processes busy, the one that ends wakes the thread.
        if state.withLock({ $0.turns < UploadPolicy.jobsAtOnce }),
            let next = try library.store.nextUpload(atOnceOfAnApp: UploadPolicy.jobsAtOnceOfAnApp)
        {
            let microseconds = max(0, next.saturatingSubtracting(library.store.now))
            wait = min(wait, UInt64(microseconds).saturatingMultiplied(by: 1_000))
        }
        return MonotonicClock.deadline(after: max(wait, UploadSender.shortestWait))
    }

    private func begin(_ job: LibraryStore.TakenUpload, _ library: ServedLibrary) {
        let process: UploadProcess
        let deadline: UInt64
        do throws(LibraryError) {
            let file = try library.openUpload(job)
            let task = try UploadTask(job, size: file)
            deadline = MonotonicClock.deadline(after: UploadPolicy.longestAttempt(task))
            process = try translatingSystemErrors("starting photolibrary-upload") { () throws(SystemCallError) in
                try UploadProcess(program)
            }
            do throws(WorkerChannelFailure) { try process.begin(task, file) } catch {
                // It has ended already, which `UploadProcess.finish` notices.
                log.event("upload-not-begun", ["error": "\(error)"])
            }
        } catch {
            if error.code == .networkAccessRequired { return awaitOriginal(of: job, library) }
            let outcome = UploadPolicy.outcome(of: error, attempts: job.attempts, now: library.store.now)
            return note(job, outcome, library)
        }
        state.withLock { $0.running[job.row] = Running(app: job.app, process: process) }
        do throws(SystemCallError) {
            _ = try SystemThread(name: "upload") { [self, unowned library] in
                finish(job, process, until: deadline, library)
            }
        } catch {
            kill(process)
            finish(job, process, until: deadline, library)
        }
        // A decision between taking the job and here found no process to kill.
        if state.withLock({ $0.changed.contains(job.app) }) { kill(process) }
    }

    /// Has the original of a job downloaded that is in the cloud.
    private func awaitOriginal(of job: LibraryStore.TakenUpload, _ library: ServedLibrary) {
        let row = job.row
        state.withLock { $0.awaiting[row] = Awaiting(job: job) }
        let end = { @Sendable [self] (failure: LibraryError?) in
            state.withLock { state in
                state.awaiting[row]?.isOver = true
                state.awaiting[row]?.failure = failure
            }
            thread.wake()
        }
        do throws(LibraryError) {
            let resource = try library.resource(of: job)
            let content = try resource.originalDigest().bytes
            guard let generation = try library.store.evictedGeneration(of: content) else { return end(nil) }
            try library.cloud.requireDownloads()
            let downloads = library.cloud.downloads
            let listener = OriginalDownloads.Listener(size: resource.info.size, progress: { _ in }, end: end)
            let share = Principal.app(job.app).share
            let request = try downloads.wait(for: content, generation: generation, share, listener)
            state.withLock { $0.awaiting[row]?.request = request }
            // It came before anybody was told that somebody waits.
            if try library.store.evictedGeneration(of: content) == nil { downloads.arrived(content) }
        } catch { end(error) }
    }

    /// Lets jobs be sent whose original has come, notes of others why it does not come, and waits no more for jobs that
    /// are over.
    private func endAwaiting(_ library: ServedLibrary) throws(LibraryError) {
        for (row, awaiting) in state.withLock({ $0.awaiting }) {
            if awaiting.isOver {
                // A download is no attempt. What has just come stays for longer than the job needs to open it.
                let now = library.store.now
                let outcome = awaiting.failure.map {
                    UploadPolicy.outcome(of: $0, attempts: awaiting.job.attempts, now: now)
                }
                note(awaiting.job, outcome ?? .interrupted, library)
            } else if try library.store.isSending(row) {
                continue
            } else if let request = awaiting.request {
                library.cloud.downloads.leave(request)
            }
            state.withLock { $0.awaiting[row] = nil }
        }
    }

    /// Waits for a process, and notes what became of its job.
    private func finish(
        _ job: LibraryStore.TakenUpload,
        _ process: UploadProcess,
        until deadline: UInt64,
        _ library: ServedLibrary
    ) {
        let answer = process.answer(until: deadline)
        do throws(SystemCallError) { try process.end() } catch {
            log.event("upload-process-not-ended", ["error": error.reason])
        }
        let outcome = answer.map { UploadPolicy.outcome(of: $0, attempts: job.attempts, now: library.store.now) }
        note(job, outcome ?? .interrupted, library)
        state.withLock { _ = $0.running.removeValue(forKey: job.row) }
        thread.wake()
        stopped.unpark()
    }

    private func kill(_ process: UploadProcess) {
        do throws(SystemCallError) { try process.kill() } catch {
            log.event("upload-process-not-killed", ["error": error.reason])
        }
    }

    private func note(
        _ job: LibraryStore.TakenUpload,
        _ outcome: LibraryStore.UploadOutcome,
        _ library: ServedLibrary
    ) {
        do throws(LibraryError) {
            try library.store.finishUpload(job.row, outcome)
            tell(job, outcome, library)
        } catch {
            log.event("upload-not-noted", ["app": job.app, "error": error.reason])
            state.withLock { $0.unnoted[job.row] = (job, outcome) }
        }
    }

    private func tell(
        _ job: LibraryStore.TakenUpload,
        _ outcome: LibraryStore.UploadOutcome,
        _ library: ServedLibrary
    ) {
        if outcome.isEnd { library.uploadApps?.jobIsOver(of: job.app) }
        // Neither the URL nor what the server said: both may hold secrets.
        log.event("upload", ["app": job.app, "outcome": outcome.name], of: .anybody)
    }
}

extension LibraryStore.UploadOutcome {
    fileprivate var isEnd: Bool {
        switch self {
        case .succeeded, .failed: true
        case .again, .interrupted: false
        }
    }

    fileprivate var name: String {
        switch self {
        case .succeeded: "succeeded"
        case .failed: "failed"
        case .again: "tried-again"
        case .interrupted: "interrupted"
        }
    }
}
