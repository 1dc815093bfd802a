internal import Admission
internal import LibraryMedia
internal import LibraryModel
internal import LibraryStore
internal import LinuxSystem
internal import Synchronization

/// Makes thumbnails and previews ahead of requests: of each new photo and edit, of photos that were viewed, and at the
/// start of the latest photos that lack some.
///
/// It has one worker process of its own, of the lowest priority, so that no request waits for it. Previews are stored
/// only while there is room enough, and are deleted when others need the room.
final class RenditionMaker: Sendable {
    /// Photos that are checked at the start, the latest by date. Older ones get their preview when they are viewed.
    static let photosAtStart = 5_000
    /// Files examined in one step of an eviction.
    private static let evictionStep = 256
    /// The free space that apps have to leave. With less, previews are deleted.
    private static let reserve = StagingLimits.app.reserve
    /// Previews are stored while this multiple of the reserve is free, so that they are not deleted again soon.
    private static let reservesForStoring: UInt64 = 2

    private let bundle: FilePath
    private let store: LibraryStore
    private let renditionStore: RenditionStore
    private let renditions: Renditions
    private let workers: MediaWorkers
    private let log: EventLog
    private let queue = Mutex(RenditionQueue())
    /// Whether there may be previews to delete.
    private let hasPreviews = Atomic(true)
    private let cancellation = Cancellation()
    private let thread = ServiceThread()

    /// `workers`: its own, which end with it.
    init(
        _ bundle: FilePath,
        _ store: LibraryStore,
        _ originals: OriginalStore,
        _ renditionStore: RenditionStore,
        _ workers: MediaWorkers,
        _ log: EventLog
    ) {
        self.bundle = bundle
        self.store = store
        self.renditionStore = renditionStore
        self.workers = workers
        self.log = log
        renditions = Renditions(originals: originals, store: renditionStore, workers: workers)
    }

    /// Queues photos for the renditions that they lack, the last one first.
    func add(_ assets: [ObjectID]) {
        if assets.isEmpty { return }
        queue.withLock { $0.add(assets) }
        thread.wake()
    }

    func start() throws(SystemCallError) {
        try thread.start("renditions") { [self] in
            addLatest()
            repeat {
                while !thread.isStopping, let asset = queue.withLock({ $0.next() }) { make(asset) }
            } while thread.wait()
        }
    }

    /// Ends the worker, and soon the thread.
    func requestStop() {
        cancellation.cancel()
        workers.shutDown()
        thread.requestStop()
    }

    /// Ends the worker and the thread, and waits for that.
    func stop() {
        requestStop()
        thread.stop()
    }

    /// Its worker, where one runs, for tests.
    var processIdentifiers: [Int32] { workers.processIdentifiers }

    private func addLatest() {
        let latest = FetchRequest(
            .allAssets,
            sort: [SortKey("creationDate", isAscending: false)],
            limit: RenditionMaker.photosAtStart
        )
        do throws(LibraryError) {
            let assets = try store.view(for: .person).fetch(latest, cancellation: cancellation).ids
            queue.withLock { $0.addEarlier(assets) }
        } catch {
            logFailure(error)
        }
    }

    private func make(_ asset: ObjectID) {
        do throws(LibraryError) {
            let resources = try store.view(for: .person).resources(of: asset, cancellation: cancellation)
            guard let shown = resources.shown, let digest = ContentDigest(shown.info.digest) else { return }
            try renditions.makeMissing(
                of: digest,
                PixelSize(width: Int(shown.info.pixelWidth), height: Int(shown.info.pixelHeight)),
                from: shown.origin(digest),
                for: Requester(.owner, cancellation),
                mayStore: { () throws(LibraryError) in
                    hasPreviews.store(true, ordering: .relaxed)
                    return try hasRoom(space(), times: RenditionMaker.reservesForStoring)
                }
            )
        } catch {
            // The photo was deleted, cannot be decoded, or is in the cloud: skips it.
            if [.notFound, .missingResource, .invalidResource, .networkAccessRequired].contains(error.code) { return }
            // The others would fail for the same reason.
            queue.withLock { $0 = RenditionQueue() }
            logFailure(error)
        }
    }

    private func logFailure(_ error: LibraryError) {
        if !cancellation.isStopped { log.event("renditions-failed", ["error": error.reason]) }
    }

    // MARK: Disk space

    /// Deletes previews where the disk is nearly full: first of the files that were added first. `space`: of the
    /// bundle's file system.
    func evictPreviews(_ space: (() throws(LibraryError) -> FileSystemSpace)? = nil) throws(LibraryError) {
        let space = space ?? self.space
        var cursor: Int64 = 0
        var freed: Int64 = 0
        while try !hasRoom(space(), times: 1), hasPreviews.load(ordering: .relaxed), !cancellation.isStopped {
            let files = try store.recordsForVerification(after: cursor, limit: RenditionMaker.evictionStep)
            // Without their original they could not be made again.
            for file in files where !file.isEvicted {
                guard let digest = ContentDigest(file.sha256) else { continue }
                freed += try renditionStore.remove(.preview, of: digest)
            }
            if let last = files.last { cursor = last.cursor } else { hasPreviews.store(false, ordering: .relaxed) }
        }
        if freed > 0 { log.event("previews-deleted", ["bytes": "\(freed)", "because": "the disk is nearly full"]) }
    }

    private func space() throws(LibraryError) -> FileSystemSpace {
        try translatingSystemErrors("looking for room") { () throws(SystemCallError) in
            try FileSystemSpace(at: bundle)
        }
    }

    private func hasRoom(_ space: FileSystemSpace, times reserves: UInt64) -> Bool {
        space.freeBytes / reserves >= RenditionMaker.reserve.bytes(ofTotal: space.totalBytes)
    }
}
