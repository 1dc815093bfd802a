internal import LibraryMedia
internal import LibraryModel
internal import LibraryProtocol
internal import LibraryStore
internal import LinuxSystem
internal import Synchronization

/// Staged files that no asset has yet, and the deletion of originals that no asset refers to any more.
///
/// A staged file belongs to the principal that handed it over, on whatever connection it comes back, and is dropped
/// after `lifetime`, but not while a change block that names it waits for the person. Its bytes lie in the bundle under
/// their digest already, perhaps because another asset has the same. So there is one place where an original is
/// deleted, on the writer's thread and under this object's lock:
///
/// 1. No asset names it, or it was evicted; and no change block can begin to meanwhile.
/// 2. No staged file has the digest, and none that is being staged. (Such a digest is entered under the lock, and then
///    the file is looked for on disk; a change block commits before its staged files are forgotten.)
///
/// `StagingLimits` bounds the size of a file, the bytes that a principal has staged, and the free space. It is applied
/// before anything is copied, to the file's apparent size: holes count.
final class StagedFiles: Sendable {
    /// Nanoseconds: an hour. Long enough for a person who is asked in between, short enough for the disk.
    static let lifetime: UInt64 = 3_600_000_000_000

    private let state = Mutex(StagedEntries())
    private let ingested = Atomic<UInt64>(0)
    private let bundle: FilePath
    private let store: LibraryStore
    private let originals: OriginalStore
    private let copies: FileCopies
    private let renditionStore: RenditionStore
    private let stripped: StrippedCopies
    private let renditions: Renditions
    private let log: EventLog

    init(
        _ bundle: FilePath,
        _ store: LibraryStore,
        _ originals: OriginalStore,
        _ copies: FileCopies,
        _ renditionStore: RenditionStore,
        _ stripped: StrippedCopies,
        _ renditions: Renditions,
        _ log: EventLog
    ) {
        self.bundle = bundle
        self.store = store
        self.originals = originals
        self.copies = copies
        self.renditionStore = renditionStore
        self.stripped = stripped
        self.renditions = renditions
        self.log = log
    }

    /// Copies a file into the bundle and reads its metadata. Throws `invalidResource` for what is no photo or video.
    func ingest(
        _ file: consuming OwnedDescriptor,
        filename: String,
        _ sideCar: SideCar?,
        _ principal: Principal,
        _ cancellation: Cancellation
    ) throws(LibraryError) -> (id: ObjectID, file: StagedFile) {
        let requester = Requester(principal.share, cancellation)
        let limits = StagingLimits(of: principal)
        let largest = try limits.copyLimits(state.withLock { $0.held(by: principal) }, room: try room(limits))
        switch try originals.copyIn(file, largest, by: copies, for: requester) {
        case .tooLarge(let size):
            throw limits.refusal(of: size, state.withLock { $0.held(by: principal) }, room: try room(limits))
        case .copied(let incoming, let digest, let size):
            // Entered before the file is searched on disk: from here on it is not deleted.
            state.withLock { $0.begin(digest) }
            defer { state.withLock { $0.end(digest) } }
            let original = try originals.place(incoming, digest, size: size, cancellation)
            // Unreferenced until a change block uses it. Scheduled at once, so that a server that is killed leaves no
            // untracked file.
            try store.ingested(original.relativePath, digest: digest.bytes)
            ingested.add(1, ordering: .relaxed)
            // When this fails the file is useless; other assets with the same bytes keep it.
            let origin = FileOrigin(principal.share)
            let metadata = try renditions.examine(digest, sideCar, from: origin, for: requester)
            let staged = StagedFile(
                metadata: metadata,
                filename: FilenameClaim(
                    filename,
                    orElse: DefaultFilename(metadata, now: store.now).name
                ).name,
                relativePath: original.relativePath,
                size: size,
                sha256: digest.bytes
            )
            let id = ObjectID.random()
            let now = MonotonicClock.now()
            // Others of the same principal may have come meanwhile.
            let held = state.withLock { $0.add(id, staged, digest, of: principal, within: limits, now: now) }
            if let held { throw limits.refusal(of: size, held, room: .max) }
            return (id, staged)
        }
    }

    /// Bytes that may be added to the library's file system.
    private func room(_ limits: StagingLimits) throws(LibraryError) -> Int64 {
        let space = try translatingSystemErrors("looking for room") { () throws(SystemCallError) in
            try FileSystemSpace(at: bundle)
        }
        let reserve = limits.reserve.bytes(ofTotal: space.totalBytes)
        return space.freeBytes > reserve ? Int64(clamping: space.freeBytes - reserve) : 0
    }

    /// The files among `ids` that this principal staged.
    func files(_ ids: [ObjectID], of principal: Principal) -> [ObjectID: StagedFile] {
        state.withLock { $0.files(ids, of: principal) }
    }

    /// Keeps files however old they get, until `release`.
    func hold(_ ids: [ObjectID], of principal: Principal) { state.withLock { $0.hold(ids, of: principal) } }

    /// The counterpart of `hold`. The files begin their hour anew.
    func release(_ ids: [ObjectID], of principal: Principal) {
        let now = MonotonicClock.now()
        state.withLock { $0.release(ids, of: principal, now: now) }
    }

    /// Notes that an asset has the bytes of a staged file already.
    func isDuplicate(_ id: ObjectID, of principal: Principal) { state.withLock { $0.isDuplicate(id, of: principal) } }

    /// Forgets files that a committed change block used.
    func used(_ ids: [ObjectID]) { state.withLock { $0.used(ids) } }

    /// Drops everything that a principal staged. The originals were scheduled for deletion when they were ingested.
    func drop(of principal: Principal) { state.withLock { $0.drop(of: principal) } }

    /// Drops what has been staged for longer than `age`, and deletes the originals and renditions that no asset names
    /// any more.
    func removeUnused(olderThan age: UInt64 = lifetime) throws(LibraryError) {
        let now = MonotonicClock.now()
        let expired = state.withLock { $0.takeExpired(olderThan: age, now: now) }
        for entry in expired { try store.scheduleDeletion(entry.file.relativePath, digest: entry.digest.bytes) }
        var last: String?
        repeat {
            last = try store.collectGarbage(behind: last) { [self] file in delete(file) }.last
        } while last != nil
    }

    /// How many files were taken in since the start.
    var ingestedCount: UInt64 { ingested.load(ordering: .relaxed) }

    /// Whether a file with this digest is staged or being staged.
    func holds(_ digest: ContentDigest) -> Bool { state.withLock { $0.holds(digest) } }

    /// Whether a file of the bundle was deleted. On the writer's thread: no change block names it meanwhile.
    private func delete(_ file: LibraryStore.GarbageFile) -> Bool {
        guard let digest = ContentDigest(originalAt: file.path) else { return false }
        return state.withLock { state in
            guard !state.holds(digest) else { return false }
            do throws(LibraryError) {
                try originals.remove(digest)
                if !file.isEvicted { try renditionStore.remove(digest) }
                try stripped.remove(digest)
                return true
            } catch {
                log.event("delete-failed", ["reason": error.reason])
                return false
            }
        }
    }
}
