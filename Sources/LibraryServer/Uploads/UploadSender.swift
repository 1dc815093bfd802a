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

    private struct State {
        /// By the job's row.
        var running: [Int64: Running] = [:]
        /// Attempts whose end the store could not note, because the disk is full, by the job's row.
        var unnoted: [Int64: (job: LibraryStore.TakenUpload, outcome: LibraryStore.UploadOutcome)] = [:]
        /// Apps about which something was decided.
        var changed: Set<String> = []
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

    /// The apps for which something is being sent.
    var apps: Set<String> { state.withLock { Set($0.running.values.map(\.app)) } }

    var runningCount: Int { state.withLock { $0.running.count } }

    /// There may be jobs that are due, or fewer to be sent.
    func wake() { thread.wake() }

    /// The library has changed: a job that is being sent may be over.
    func committed() {
        if state.withLock({ !$0.running.isEmpty }) { thread.wake() }
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
            while state.withLock({ $0.running.count < UploadPolicy.jobsAtOnce }), !thread.isStopping,
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
        if state.withLock({ $0.running.count < UploadPolicy.jobsAtOnce }),
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
            var error = error
            if error.code == .networkAccessRequired { error = awaitOriginal(of: job, library) }
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

    /// Has the original of a job downloaded that is in the cloud. Returns why it is not sent now.
    private func awaitOriginal(of job: LibraryStore.TakenUpload, _ library: ServedLibrary) -> LibraryError {
        do throws(LibraryError) {
            let resources = try library.store.viewForOthers(of: .app(job.app)).resources(of: job.asset)
            guard let resource = resources.first(where: { $0.info.kind == job.resource }) else {
                throw LibraryError(.missingResource, "the asset has no such resource")
            }
            try library.cloud.requireDownloads()
            let content = try resource.originalDigest().bytes
            if let generation = try library.store.evictedGeneration(of: content) {
                let listener = OriginalDownloads.Listener(size: resource.info.size, progress: { _ in }) { [self] _ in
                    wake()
                }
                let share = Principal.app(job.app).share
                _ = try library.cloud.downloads.wait(for: content, generation: generation, share, listener)
            }
            return LibraryError(.networkFailed, "the original has to be downloaded first", isRetryable: true)
        } catch {
            return error
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

extension ServedLibrary {
    /// Opens the file of a job as its app sees it: without places for one that gets none.
    fileprivate func openUpload(_ job: LibraryStore.TakenUpload) throws(LibraryError) -> OwnedDescriptor {
        let resources = try store.viewForOthers(of: .app(job.app)).resources(of: job.asset)
        guard let resource = resources.first(where: { $0.info.kind == job.resource }) else {
            throw LibraryError(.missingResource, "the asset has no such resource")
        }
        let digest = try resource.originalDigest()
        let requester = Requester(Principal.app(job.app).share, Cancellation())
        return try stripped.open(digest, without: resource.removal, from: resource.origin(digest), for: requester)
    }
}

extension UploadTask {
    fileprivate init(_ job: LibraryStore.TakenUpload, size file: borrowing OwnedDescriptor) throws(LibraryError) {
        let size: Int64
        do throws(SystemCallError) { size = try file.status().size } catch {
            throw LibraryError(error, "reading a file to be sent")
        }
        self.init(
            job.request,
            to: job.destinations,
            size: UInt64(clamping: size),
            bytesPerSecond: UploadPolicy.bytesPerSecond
        )
    }
}
