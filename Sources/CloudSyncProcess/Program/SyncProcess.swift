internal import CloudBuckets
internal import CloudReplica
internal import CloudSync
internal import LibraryClient
internal import LibraryModel
internal import LinuxSystem

/// The work of `photolibrary-sync`, on one thread: looks when it is time, does what the server passes on, and says how
/// it stands. Ends when synchronisation is not set up any more, or the server has gone.
final class SyncProcess {
    private let folder: FilePath
    private let library: LibraryClient
    private let inbox: SyncInbox
    private let cancellation: Cancellation
    private let files: LibraryReplica
    private let sandbox: SyncSandbox
    private let control: TransferControl

    private var settings: CloudSettings
    private var opened: Opened?
    private var schedule = SyncSchedule(now: MonotonicClock.now())
    private var report = CloudReport(.starting)
    private var lastReportTime: UInt64 = 0
    /// The database was removed, and the next one is made for the bucket of the former, which need not be checked.
    private var isRebuilding = false

    /// What is open together.
    private struct Opened {
        var database: SyncDatabase
        var bucket: OpenedBucket
        var driver: SyncDriver
    }

    /// Nanoseconds between reports while it works.
    private static let reportInterval: UInt64 = 1_000_000_000
    private static let second: UInt64 = 1_000_000_000

    init(
        folder: FilePath,
        library: LibraryClient,
        settings: CloudSettings,
        sandbox: SyncSandbox,
        control: TransferControl,
        inbox: SyncInbox,
        cancellation: Cancellation
    ) {
        self.folder = folder
        self.library = library
        self.settings = settings
        self.sandbox = sandbox
        self.control = control
        self.inbox = inbox
        self.cancellation = cancellation
        files = LibraryReplica(library, downloadsIn: folder)
    }

    /// Synchronisation was ended by the person.
    struct CancellationOfSetUp: Error {}
    /// Only a new process may open the bucket's folder.
    struct BucketMoved: Error {}

    func run() throws {
        while !cancellation.isStopped {
            let news = inbox.take()
            if news.hasLibraryChanged { schedule.changed(at: MonotonicClock.now()) }
            for command in news.commands { try perform(command) }
            var wake: UInt64? = schedule.next
            if settings.isPaused {
                try tell(.paused)
                wake = nil
            } else if case .closed(let seconds) = control.window {
                try rest(seconds)
                wake = MonotonicClock.deadline(after: UInt64(seconds) * SyncProcess.second)
            } else if MonotonicClock.now() >= schedule.next {
                try synchronize()
                wake = schedule.next
            } else if [.paused, .outsideHours].contains(report.phase) {
                report.reason = nil
                try tell(.idle)
            }
            if !inbox.thread.wait(until: wake) { return }
        }
    }

    // MARK: Commands

    private func perform(_ command: NumberedCloudCommand) throws {
        // A command may come twice, when the stream of commands was opened again.
        guard command.number > report.lastCommand else { return }
        switch command.command {
        case .settingsChanged:
            guard let settings = try library.cloudStatus().settings else { throw CancellationOfSetUp() }
            if settings.deviceName != self.settings.deviceName { opened = nil }
            self.settings = settings
            schedule.requested(at: MonotonicClock.now())
        case .synchronize: try synchronize()
        case .forget(let device):
            try attempting {
                _ = try open().driver.forget(device, now: UInt64(clamping: WallClock.milliseconds()))
            }
            try synchronize()
        case .verify: try verify()
        case .rebuild:
            opened = nil
            for ending in ["", "-wal", "-shm"] {
                let file = FilePath(bytes: path.bytes + Array(ending.utf8))
                if try FileStatus.ifPresent(file) != nil { try FileNames.remove(file) }
            }
            isRebuilding = true
            try synchronize()
        }
        report.lastCommand = command.number
        try library.reportCloud(report)
    }

    // MARK: Synchronising

    private var path: FilePath { folder.appending("sync.sqlite") }

    /// Opens the bucket and the database, unless they are.
    private func open() throws -> Opened {
        if let opened { return opened }
        let database = try SyncDatabase(path)
        let isNew = try database.savedState() == nil
        let creates = isNew && !settings.joins && !isRebuilding
        let bucket = try OpenedBucket(settings, folder: folder, creates: creates, pace: control.pace)
        if isNew, !isRebuilding { try bucket.check(joins: settings.joins, files, cancellation) }
        let files = files
        let driver = try SyncDriver(
            database,
            name: settings.deviceName,
            bucket: BucketSession(bucket.bucket, bucket.form, files: files)
        ) { request in try files.perform(request) }
        let opened = Opened(database: database, bucket: bucket, driver: driver)
        (self.opened, isRebuilding) = (opened, false)
        return opened
    }

    private func synchronize() throws {
        schedule.began(at: MonotonicClock.now())
        report.reason = nil
        report.nextAttempt = nil
        try tell(.synchronizing)
        var (isComplete, isInterrupted) = (false, false)
        try working { run in
            let opened = try open()
            let collects = schedule.collects(at: MonotonicClock.now())
            let now = UInt64(clamping: WallClock.milliseconds())
            let result = try opened.driver.synchronize(now: now, collects: collects, run) { tellProgress() }
            if collects { try opened.bucket.endUploads(opened.database, run) }
            report.problems = result.outcome.issues.map(\.text).sorted().prefix(CloudReport.maximumProblems).map { $0 }
            isComplete = result.outcome.isComplete
            if isComplete {
                report.lastComplete = WallClock.microseconds()
                report.phase = .idle
                isInterrupted = try optimizeStorage(opened, run)
            } else {
                report.phase = .waiting
                report.reason = result.failure ?? "a request failed"
            }
        }
        schedule.ended(isComplete: isComplete, at: MonotonicClock.now())
        if isInterrupted { schedule.requested(at: MonotonicClock.now()) }
        if report.phase == .waiting {
            let pause = schedule.next - min(schedule.next, MonotonicClock.now())
            report.nextAttempt = WallClock.microseconds() + Int64(clamping: pause / 1_000)
        }
        describe()
        try library.reportCloud(report)
    }

    /// Runs `body` as long as the person lets it; what it throws is in the report.
    private func working(_ body: (Cancellation) throws -> Void) throws {
        var isStopped = false
        try attempting {
            isStopped =
                try !control.run(within: cancellation) { run in
                    do { try body(run) } catch {
                        // Whatever failed because of it.
                        guard run.isStopped, !cancellation.isStopped else { throw error }
                        isStopped = true
                    }
                } || isStopped
        }
        // The next process does what the person wants: it is not reported as done.
        if sandbox.isOutdated { throw BucketMoved() }
        guard isStopped else { return }
        // Should it begin again at once, it does.
        schedule.requested(at: MonotonicClock.now())
        if case .closed(let seconds) = control.window {
            try rest(seconds)
        } else {
            (report.phase, report.reason) = (.paused, nil)
        }
    }

    private func rest(_ seconds: Int) throws {
        let hours = settings.limits.hours?.text ?? ""
        let reason = "it works from \(hours) only; \"photos cloud limit --hours off\" ends that"
        if report.phase == .outsideHours, report.reason == reason { return }
        (report.phase, report.reason) = (.outsideHours, reason)
        report.nextAttempt = WallClock.microseconds() + Int64(seconds) * 1_000_000
        describe()
        try library.reportCloud(report)
    }

    /// Evicts and brings back originals, once everything was sent. Returns true when there is more to do.
    private func optimizeStorage(_ opened: Opened, _ run: Cancellation) throws -> Bool {
        guard opened.driver.changesToSend == 0, opened.driver.filesToSend == 0 else { return false }
        let (bucket, form) = (opened.bucket.bucket, opened.bucket.form)
        let optimization = StorageOptimization(
            database: opened.database,
            library: library,
            session: BucketSession(bucket, form, files: files),
            verification: BucketSession(bucket, form, files: ReceivedFiles(folder: folder)),
            cancellation: run
        )
        do {
            let outcome = try optimization.run { tellProgress() }
            report.problems = Array((report.problems + outcome.problems.sorted()).prefix(CloudReport.maximumProblems))
            return outcome.isInterrupted
        } catch {
            if run.isStopped { throw error }
            let reason = (error as? LibraryError)?.reason ?? "\(error)"
            report.problems.append("originals are not evicted or brought back: \(reason)")
            return false
        }
    }

    /// Runs `body`; what it throws is in the report.
    private func attempting(_ body: () throws -> Void) throws {
        do { try body() } catch let stop as SyncDriver.Stop {
            switch stop {
            case .cancelled: throw stop
            case .database(let error): fail(error)
            case .stalled:
                opened = nil
                (report.phase, report.reason) = (.waiting, "photolibrary-sync has made a mistake: it waits for nothing")
            }
        } catch let refusal as SyncRefusal {
            (report.phase, report.reason) = (.refused, refusal.reason)
        } catch let error as SyncDatabaseError {
            fail(error)
        } catch let error as LibraryError {
            (report.phase, report.reason) = (.waiting, error.reason)
        } catch { (report.phase, report.reason) = (.waiting, "\(error)") }
    }

    private func fail(_ error: SyncDatabaseError) {
        opened = nil
        (report.phase, report.reason) = (error == .diskFull ? .waiting : .refused, error.description)
    }

    private func verify() throws {
        report.verification = nil
        try tell(.verifying)
        try working { run in
            let opened = try open()
            report.verification = try BucketVerification.run(
                opened.database,
                opened.bucket.bucket,
                opened.bucket.form,
                mendingFrom: files,
                receivingIn: folder,
                run
            ) { result in
                report.verification = result
                tellProgress()
            }
            report.phase = .idle
        }
    }

    // MARK: Reports

    private func tell(_ phase: CloudReport.Phase) throws {
        if report.phase == phase { return }
        report.phase = phase
        describe()
        lastReportTime = MonotonicClock.now()
        try library.reportCloud(report)
    }

    /// Now and then. What cannot be told is told later; whether the server has gone, the stream of commands says.
    private func tellProgress() {
        let now = MonotonicClock.now()
        guard now - lastReportTime >= SyncProcess.reportInterval else { return }
        lastReportTime = now
        describe()
        do throws(LibraryError) { try library.reportCloud(report) } catch {}
    }

    private func describe() {
        guard let driver = opened?.driver else { return }
        report.device = driver.device
        report.changesToSend = UInt64(driver.changesToSend)
        report.position = driver.position
        report.filesToSend = UInt64(driver.filesToSend)
        report.filesToGet = UInt64(driver.filesToGet)
        let devices = driver.devices.map { id, device in
            CloudDevice(
                device: id,
                name: device.name,
                lastSeen: Int64(clamping: device.heard) * 1_000,
                isForgotten: device.isForgotten
            )
        }
        // Of very many, those that were heard last.
        report.devices = Array(
            devices.sorted { ($1.lastSeen, $0.device) < ($0.lastSeen, $1.device) }.prefix(CloudReport.maximumDevices)
        )
    }
}
