internal import LibraryModel
internal import LibraryProtocol
internal import LibraryTransport
internal import LinuxSystem
internal import Synchronization

/// The server's part in synchronisation: settings, the process that synchronises, commands to it and its reports. The
/// server itself opens no network connection.
final class CloudService: Sendable {
    typealias Commands = EventStream<NumberedCloudCommand>

    private struct State {
        var settings: CloudSettings?
        var report: CloudReport?
        /// Commands that the process did not report as done.
        var commands: [NumberedCloudCommand] = []
        var lastCommand: UInt64 = 0
        var subscriber: (number: UInt64, events: Commands)?
        var nextSubscriber: UInt64 = 1
    }

    /// Originals that somebody waits for.
    let downloads: OriginalDownloads
    private let state: Mutex<State>
    private let folder: CloudFolder
    /// Nil where this server starts no process: within tests, and for a library that is read-only.
    private let launcher: CloudLauncher?
    private let log: EventLog
    /// Held while settings change.
    private let changing = Mutex(())

    /// Commands that wait for the process.
    private static let maximumCommands = 64

    init(bundle: FilePath, program: (path: FilePath, socket: FilePath)?, log: EventLog) throws {
        folder = CloudFolder(bundle: bundle)
        var state = State()
        state.settings = try folder.settings()
        state.report = try folder.report()
        // Numbers of commands begin anew with each server.
        state.report?.lastCommand = 0
        self.state = Mutex(state)
        self.log = log
        let downloads = OriginalDownloads()
        self.downloads = downloads
        launcher = program.map { [folder] program in
            CloudLauncher(program: program.path, folder: folder.path, socket: program.socket, log: log) { problem in
                downloads.processEnded(problem)
            }
        }
    }

    /// Throws when nothing can be downloaded; otherwise the process will soon be there for it.
    func requireDownloads() throws(LibraryError) {
        guard state.withLock({ $0.settings != nil }) else {
            throw LibraryError(.networkFailed, "the original is in a bucket, and synchronisation is not set up")
        }
        if let problem = launcher?.problem { throw LibraryError(.networkFailed, problem, isRetryable: true) }
        launcher?.hurry()
    }

    /// Starts the process when synchronisation is set up.
    func start() throws(SystemCallError) {
        if let settings = state.withLock({ $0.settings }) { try launcher?.start(settings.url) }
    }

    func stop() {
        launcher?.shutDown()
        downloads.failAll(LibraryError(.unavailable, "the server is stopping", isRetryable: true))
    }

    // MARK: The person's tools

    var status: CloudStatus {
        let problem = launcher?.problem
        return state.withLock { state in
            var status = CloudStatus(settings: state.settings)
            status.report = state.report
            status.isRunning = state.subscriber != nil
            status.lastCommand = state.lastCommand
            status.problem = problem
            return status
        }
    }

    /// Bytes of originals that the person keeps here; nil for all.
    var keptBytes: Int64? { state.withLock { $0.settings?.keptBytes } }

    /// Nil when the bucket is not encrypted.
    func key() throws(LibraryError) -> [UInt8]? {
        guard state.withLock({ $0.settings != nil }) else { throw .cloudNotSetUp }
        return try translatingSystemErrors("reading the key") { () throws(SystemCallError) in try folder.key() }
    }

    /// Sets synchronisation up, changes it, or ends it.
    func set(_ settings: CloudSettings?, key: [UInt8]?) throws(LibraryError) {
        try changing.withLock { _ throws(LibraryError) in
            guard let settings else { return try end() }
            let former = state.withLock { $0.settings }
            if let former {
                guard former.url == settings.url, former.isEncrypted == settings.isEncrypted, key == nil else {
                    throw LibraryError(.invalidRequest, "the library is synchronised with another bucket already")
                }
            } else {
                guard (key != nil) == settings.isEncrypted else {
                    throw LibraryError(.invalidRequest, "a bucket has a key when it is encrypted, and only then")
                }
            }
            try translatingSystemErrors("writing the settings") { () throws(SystemCallError) in
                // What a set-up that was interrupted left behind is another bucket's.
                if former == nil { try folder.removeAll() }
                try folder.write(settings, key: key)
            }
            state.withLock { $0.settings = settings }
            log.event("cloud-set", ["paused": "\(settings.isPaused)", "encrypted": "\(settings.isEncrypted)"])
            if former == nil {
                try translatingSystemErrors("starting photolibrary-sync") { () throws(SystemCallError) in
                    try launcher?.start(settings.url)
                }
            } else {
                _ = try pass(.settingsChanged)
            }
        }
    }

    private func end() throws(LibraryError) {
        launcher?.stop()
        try translatingSystemErrors("removing the settings") { () throws(SystemCallError) in try folder.removeAll() }
        state.withLock { state in
            (state.settings, state.report, state.commands) = (nil, nil, [])
        }
        downloads.failAll(LibraryError(.networkFailed, "synchronisation was ended"))
        log.event("cloud-ended")
    }

    /// Passes a command to the process, also to one that is not there yet. The status has its number.
    func command(_ command: CloudCommand) throws(LibraryError) -> CloudStatus {
        guard state.withLock({ $0.settings != nil }) else { throw .cloudNotSetUp }
        let number = try pass(command)
        var status = status
        status.lastCommand = number
        return status
    }

    private func pass(_ command: CloudCommand) throws(LibraryError) -> UInt64 {
        let (number, events) = try state.withLock { state throws(LibraryError) in
            guard state.commands.count < CloudService.maximumCommands else {
                throw LibraryError(.limitExceeded, "photolibrary-sync does not take its commands", isRetryable: true)
            }
            state.lastCommand += 1
            let numbered = NumberedCloudCommand(command, number: state.lastCommand)
            state.commands.append(numbered)
            return (numbered, state.subscriber?.events)
        }
        // A subscriber that takes none subscribes again, and gets all that are not done.
        _ = events?.send(number)
        launcher?.hurry()
        return number.number
    }

    // MARK: The process

    /// Adds the process as the subscriber, with all commands that are not done. Returns its number.
    func subscribe(_ events: Commands) -> UInt64 {
        let (number, commands) = state.withLock { state in
            defer { state.nextSubscriber += 1 }
            state.subscriber = (state.nextSubscriber, events)
            return (state.nextSubscriber, state.commands)
        }
        for command in commands { _ = events.send(command) }
        return number
    }

    func unsubscribe(_ number: UInt64) {
        state.withLock { state in
            if state.subscriber?.number == number { state.subscriber = nil }
        }
    }

    func take(_ report: CloudReport) throws(LibraryError) {
        let isSettled = try state.withLock { state throws(LibraryError) in
            guard state.settings != nil else { throw .cloudNotSetUp }
            let isSettled = state.report?.phase != report.phase && report.phase != .synchronizing
            let done = max(report.lastCommand, state.report?.lastCommand ?? 0)
            state.report = report
            // A process that was started anew knows of none.
            state.report?.lastCommand = done
            state.commands.removeAll { $0.number <= report.lastCommand }
            return isSettled
        }
        guard isSettled else { return }
        try translatingSystemErrors("keeping the report") { () throws(SystemCallError) in try folder.write(report) }
    }
}
