internal import Admission
internal import Digests
internal import LibraryMedia
internal import LibraryModel
internal import LibraryProtocol
internal import LibraryStore
internal import LibraryTransport
internal import LinuxSystem
internal import MediaWorkerProtocol
internal import Synchronization

/// One open library and everything that its sessions share.
final class ServedLibrary: Sendable {
    /// Its folder, as it was named.
    private let bundle: FilePath
    let store: LibraryStore
    let originals: OriginalStore
    let renditions: Renditions
    let renditionStore: RenditionStore
    /// Nil where the library is read-only.
    let renditionMaker: RenditionMaker?
    let stripped: StrippedCopies
    let sandbox: SandboxCheck
    let media: MediaWorkers
    let copies: FileCopies
    let exports: MovieExports
    let staging: StagedFiles
    /// Nil where the library is read-only.
    let uploads: UploadSender?
    /// Nil where this server starts no process: within tests, and for a library that is read-only.
    let uploadApps: UploadAppLauncher?
    let observers: CommitNotifier
    let prompts: PromptBroker
    let cloud: CloudService
    let picks = OpenPicks()
    let automaticQuestions = AutomaticQuestions()
    let recentChanges = Mutex(RecentChanges())
    let uses = AppUses()
    let originalUses = OriginalUses()
    let originalCount: OriginalCount
    let settledStorage = Mutex<SettledStorage?>(nil)
    let programs: ExecutablePinning
    let barriers = RevocationBarriers()
    /// Memory for unpacked requests, in bytes: an app may use enough for its largest request, and a quarter is the
    /// owner's alone.
    let unpacking = AdmissionControl(
        limits: .init(capacity: 128 << 20, reserved: 32 << 20, perApp: 96 << 20, waitingPerApp: 64)
    )
    let grantExpiry: GrantExpiry
    let policy: CurrentPolicy
    let log: EventLog
    /// The sync service that keeps the library's volume; then the library is read-only.
    let provider: LibraryVolume.Provider?
    /// Random at each start, so that clients recognise a restarted server.
    let incarnation = UInt64.random(in: 1...UInt64.max)

    /// The library's statistics, with the reason when it is read-only, and its folder.
    func statistics(_ cancellation: Cancellation) throws(LibraryError) -> LibraryStatistics {
        var statistics = try store.statistics()
        statistics.renditionBytes = try renditionStore.usedBytes(cancellation)
        if let provider { statistics.readOnlyReason = provider.refusalReason }
        statistics.mediaSandbox = sandboxSummary()
        statistics.folder = folder.exactText
        return statistics
    }

    /// Where the library is now, for a person whose working folder is another; as it was named where that cannot be
    /// found out.
    private var folder: FilePath {
        do throws(SystemCallError) {
            return try OwnedDescriptor(opening: bundle, [.unread, .folder]).path()
        } catch {
            return bundle
        }
    }

    /// The sandbox of media workers. Starts a worker when none has run yet.
    private func sandboxSummary() -> String {
        do throws(LibraryError) {
            if sandbox.report == nil { try media.start() }
        } catch {
            return sandbox.summary ?? error.reason
        }
        return sandbox.summary ?? "unknown"
    }

    init(
        bundle: FilePath,
        store: LibraryStore,
        originals: OriginalStore,
        renditionStore: RenditionStore,
        renditionMaker: RenditionMaker?,
        stripped: StrippedCopies,
        sandbox: SandboxCheck,
        media: MediaWorkers,
        copies: FileCopies,
        exports: MovieExports,
        uploads: UploadSender?,
        uploadApps: UploadAppLauncher?,
        observers: CommitNotifier,
        prompts: PromptBroker,
        cloud: CloudService,
        grantExpiry: GrantExpiry,
        policy: CurrentPolicy,
        provider: LibraryVolume.Provider?,
        originalCount: OriginalCount,
        log: EventLog
    ) {
        self.bundle = bundle
        self.originalCount = originalCount
        self.store = store
        self.originals = originals
        self.sandbox = sandbox
        self.media = media
        self.copies = copies
        self.exports = exports
        self.uploads = uploads
        self.uploadApps = uploadApps
        self.observers = observers
        self.prompts = prompts
        self.cloud = cloud
        self.log = log
        self.provider = provider
        self.grantExpiry = grantExpiry
        self.policy = policy
        self.renditionStore = renditionStore
        self.renditionMaker = renditionMaker
        self.stripped = stripped
        renditions = Renditions(originals: originals, store: renditionStore, workers: media)
        programs = ExecutablePinning(store)
        staging = StagedFiles(bundle, store, originals, copies, renditionStore, stripped, renditions, log)
    }
}

extension ServedLibrary {
    /// The server's HELLO.
    func hello(isManagement: Bool) -> [UInt8] {
        var hello = Hello()
        hello.capabilities = [
            "fetch", "change", "history", "observe", "resources", "thumbnails", "encode-jpeg", "decode-picture",
            "prompts",
        ]
        if isManagement { hello.capabilities.insert("manage") }
        hello.maximumPayload = TransportLimits.standard.maximumPayloadLength
        hello.maximumStreams = TransportLimits.standard.maximumOpenStreams
        hello.serverIncarnation = incarnation
        hello.library = store.libraryID
        hello.historyEpoch = store.historyEpoch
        return hello.encoded()
    }

    /// Opens a library's database and folders. Removes what a killed server left behind, except on a synced volume,
    /// where nothing is deleted.
    static func open(
        _ bundle: FilePath,
        provider: LibraryVolume.Provider?,
        mediaWorker: FilePath?,
        mediaSandbox: MediaSandbox,
        agent: AgentLauncher?,
        sync: (program: FilePath, socket: FilePath)?,
        policy: CurrentPolicy,
        clock: @escaping @Sendable () -> Int64,
        monotonicClock: @escaping @Sendable () -> UInt64,
        log: EventLog
    ) throws -> ServedLibrary {
        let observers = CommitNotifier(log)
        var configuration = StoreConfiguration(
            clock: clock,
            tag: { key, message in HMACSHA256.code(of: message, key: key) }
        )
        configuration.monotonicClock = monotonicClock
        configuration.changeRefusal = provider?.refusal
        configuration.restriction = { app in policy.value.restriction(of: app) }
        let originalCount = OriginalCount()
        let uploads = provider == nil ? UploadSender(try UploadSender.program(mediaWorker: mediaWorker), log: log) : nil
        configuration.onColumnFailure = { reason in log.event("photos-not-in-memory", ["because": reason]) }
        configuration.onCommit = {
            originalCount.changed()
            observers.committed()
            uploads?.committed()
        }
        configuration.onErasure = {
            originalCount.changed()
            observers.erased()
        }
        let database = LibraryBundle.database(of: bundle)
        guard let path = database.exactText else {
            throw ServerStartError(description: "the library's path must be UTF-8: \(database.text)", exitStatus: 64)
        }
        let store = try LibraryStore(path: path, configuration: configuration)
        let files = LentFiles(bundle: bundle)
        if let reason = files.reasonForCopies {
            let largest = "\(LentFiles.maximumCopySize >> 20) MiB"
            log.event("originals-lent", ["as": "copies in memory", "up-to": largest, "because": "\(reason)"])
        } else {
            log.event("originals-lent", ["as": "files of a read-only mount"])
        }
        let originals = try OriginalStore(bundle: bundle, files: files) { digest throws(LibraryError) in
            try store.evictedGeneration(of: digest.bytes) != nil
        }
        let renditions = try RenditionStore(bundle: bundle, files: files)
        let leftovers = provider == nil ? try originals.removeLeftovers() + renditions.removeLeftovers() : 0
        if leftovers > 0 { log.event("leftovers-removed", ["files": "\(leftovers)"]) }
        let complain: @Sendable (String) -> Void = { line in log.event("worker-says", ["line": line], of: .anybody) }
        let sandbox = SandboxCheck(mediaSandbox) { report in
            log.event("media-sandbox", ["state": report.summary(mediaSandbox)])
        }
        let background = try MediaWorkers(
            program: mediaWorker,
            sandbox: sandbox,
            limits: .background,
            onComplaint: complain
        )
        let media = try MediaWorkers(program: mediaWorker, sandbox: sandbox, onComplaint: complain)
        let copies = try FileCopies(program: mediaWorker, sandbox: sandbox, onComplaint: complain)
        return ServedLibrary(
            bundle: bundle,
            store: store,
            originals: originals,
            renditionStore: renditions,
            renditionMaker: provider == nil
                ? RenditionMaker(bundle, store, originals, renditions, background, log) : nil,
            stripped: try StrippedCopies(
                bundle: bundle,
                files: files,
                originals: originals,
                copies: copies,
                workers: media
            ),
            sandbox: sandbox,
            media: media,
            copies: copies,
            exports: try MovieExports(program: mediaWorker, sandbox: sandbox, onComplaint: complain),
            uploads: uploads,
            uploadApps: sync.map { UploadAppLauncher(socket: $0.socket, log: log) },
            observers: observers,
            prompts: PromptBroker(agent),
            cloud: try CloudService(bundle: bundle, program: sync.map { ($0.program, $0.socket) }, log: log),
            grantExpiry: GrantExpiry(clock: clock),
            policy: policy,
            provider: provider,
            originalCount: originalCount,
            log: log
        )
    }
}
