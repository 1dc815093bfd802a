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

    private var settings: CloudSettings
    private var database: SyncDatabase?
    private var driver: SyncDriver?
    private var schedule = SyncSchedule(now: MonotonicClock.now())
    private var report = CloudReport(.starting)
    private var lastReportTime: UInt64 = 0
    /// A bucket of which this device knows that it is the right one.
    private var isRebuilding = false

    /// Nanoseconds between reports while it works.
    private static let reportInterval: UInt64 = 1_000_000_000

    init(folder: FilePath, library: LibraryClient, inbox: SyncInbox, cancellation: Cancellation) throws {
        self.folder = folder
        self.library = library
        self.inbox = inbox
        self.cancellation = cancellation
        files = LibraryReplica(library, downloadsIn: folder)
        guard let settings = try library.cloudStatus().settings else { throw CancellationOfSetUp() }
        self.settings = settings
    }

    /// Synchronisation was ended by the person.
    struct CancellationOfSetUp: Error {}

    func run() throws {
        while !cancellation.isStopped {
            let news = inbox.take()
            if news.hasLibraryChanged { schedule.changed(at: MonotonicClock.now()) }
            for command in news.commands { try perform(command) }
            if settings.isPaused {
                try tell(.paused)
            } else if MonotonicClock.now() >= schedule.next {
                try synchronize()
            } else if report.phase == .paused {
                try tell(.idle)
            }
            if !inbox.thread.wait(until: settings.isPaused ? nil : schedule.next) { return }
        }
    }

    // MARK: Commands

    private func perform(_ command: NumberedCloudCommand) throws {
        // A command may come twice, when the stream of commands was opened again.
        guard command.number > report.lastCommand else { return }
        switch command.command {
        case .settingsChanged:
            guard let settings = try library.cloudStatus().settings else { throw CancellationOfSetUp() }
            if settings.deviceName != self.settings.deviceName { driver = nil }
            self.settings = settings
            schedule.requested(at: MonotonicClock.now())
        case .synchronize: try synchronize()
        case .forget(let device):
            try attempting {
                _ = try opened().forget(device, now: UInt64(clamping: WallClock.microseconds() / 1_000))
            }
            try synchronize()
        case .verify: try verify()
        case .rebuild:
            (driver, database) = (nil, nil)
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

    /// The driver; makes it when there is none.
    private func opened() throws -> SyncDriver {
        if let driver { return driver }
        let database = try self.database ?? SyncDatabase(path)
        let isNew = try database.savedState() == nil
        let bucket = try OpenedBucket(settings, folder: folder, creates: isNew && !settings.joins && !isRebuilding)
        if isNew, !isRebuilding { try bucket.check(joins: settings.joins, files, cancellation) }
        let files = files
        let driver = try SyncDriver(
            database,
            name: settings.deviceName,
            bucket: BucketSession(bucket.bucket, bucket.form, files: files),
            cancellation: cancellation
        ) { request in try files.perform(request) }
        (self.database, self.driver, isRebuilding) = (database, driver, false)
        return driver
    }

    private func synchronize() throws {
        schedule.began(at: MonotonicClock.now())
        report.reason = nil
        report.nextAttempt = nil
        try tell(.synchronizing)
        var isComplete = false
        try attempting {
            let driver = try opened()
            let collects = schedule.collects(at: MonotonicClock.now())
            let now = UInt64(clamping: WallClock.microseconds() / 1_000)
            let run = try driver.synchronize(now: now, collects: collects) { tellProgress() }
            report.problems = run.outcome.issues.map(\.text).sorted().prefix(CloudReport.maximumProblems).map { $0 }
            isComplete = run.outcome.isComplete
            if isComplete {
                report.lastComplete = WallClock.microseconds()
                report.phase = .idle
            } else {
                report.phase = .waiting
                report.reason = run.failure ?? "a request failed"
            }
        }
        schedule.ended(isComplete: isComplete, at: MonotonicClock.now())
        if !isComplete {
            let pause = schedule.next - min(schedule.next, MonotonicClock.now())
            report.nextAttempt = WallClock.microseconds() + Int64(clamping: pause / 1_000)
        }
        describe()
        try library.reportCloud(report)
    }

    /// Runs `body`; what it throws is in the report.
    private func attempting(_ body: () throws -> Void) throws {
        do { try body() } catch SyncDriver.Stop.cancelled {
            throw SyncDriver.Stop.cancelled
        } catch let refusal as SyncRefusal {
            (report.phase, report.reason) = (.refused, refusal.reason)
        } catch SyncDriver.Stop.database(let error) {
            (driver, database) = (nil, nil)
            (report.phase, report.reason) = (error == .diskFull ? .waiting : .refused, error.description)
        } catch let error as SyncDatabaseError {
            (report.phase, report.reason) = (error == .diskFull ? .waiting : .refused, error.description)
        } catch let error as LibraryError {
            (report.phase, report.reason) = (.waiting, error.reason)
        } catch { (report.phase, report.reason) = (.waiting, "\(error)") }
    }

    private func verify() throws {
        report.verification = nil
        try tell(.verifying)
        try attempting {
            _ = try opened()
            guard let database else { return }
            let bucket = try OpenedBucket(settings, folder: folder, creates: false)
            report.verification = try BucketVerification.run(
                database,
                bucket.bucket,
                bucket.form,
                mendingFrom: files,
                receivingIn: folder,
                cancellation
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
        guard let driver else { return }
        report.device = driver.device
        report.changesToSend = UInt64(driver.changesToSend)
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
