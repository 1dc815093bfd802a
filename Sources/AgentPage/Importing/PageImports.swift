internal import Languages
internal import LibraryClient
internal import LibraryModel
internal import LinuxSystem
internal import OwnerTools
internal import PhotoImport
internal import Synchronization

/// Takes files of the page into the library: a list of what there is, the side-cars, then the photos, in batches.
final class PageImports: Sendable {
    /// Bytes of a file, and of what belongs to one photo.
    static let maximumSize: Int64 = 16 << 30
    /// Files that are planned at once.
    static let maximumFiles = 50_000
    /// Imports that are known: that of a page which went away and could not say so is forgotten when others begin.
    private static let maximumImports = 4
    /// Nanoseconds without a request, after which an import is forgotten when the next one begins: its side-cars are
    /// on the disk. A page sends one after another, the longest is a file of 16 GiB from a slow disk.
    static let maximumIdleTime: UInt64 = 6 * 3600 * 1_000_000_000
    /// Threads beside the request's own that hand files to the library.
    private static let furtherThreads = 2

    private struct Known {
        var origin: PageImport
        /// When its page asked for something last, in nanoseconds of the monotonic clock.
        var used: UInt64
    }

    private let client: LibraryClient
    private let room: ImportRoom
    private let now: @Sendable () -> UInt64
    /// The one that was used last comes last.
    private let imports = Mutex<[Known]>([])
    /// Held while a batch is taken in: the library recognises what it has only once that is committed.
    private let importing = Mutex(())

    init(_ client: LibraryClient, _ room: ImportRoom, clock now: @escaping @Sendable () -> UInt64) {
        self.client = client
        self.room = room
        self.now = now
    }

    // MARK: Requests whose bodies come piece by piece

    /// The most bytes of such a request's body; nil for another request.
    static func maximumUpload(_ request: HTTPRequest) -> UInt64? {
        guard request.method == "POST" else { return nil }
        if request.path == "/api/import/offer" { return ImportOffer.maximumSize }
        return purpose(request) == nil ? nil : maximumBatch
    }

    private static let maximumBatch = UInt64(maximumSize) + 1 << 20

    private static func purpose(_ request: HTTPRequest) -> ImportUpload.Purpose? {
        switch request.path {
        case "/api/import/side-cars": .sideCars
        case "/api/import/files": .photos
        default: nil
        }
    }

    /// Takes the body of a request that may come.
    func receiver(of request: HTTPRequest) throws(RequestFailure) -> any BodyReceiver {
        guard let purpose = PageImports.purpose(request) else { return ImportOffer() }
        return ImportUpload(purpose, try room.place(for: request.bodyLength ?? 0)) { [weak self] identifier in
            guard let self else { throw RequestFailure.notFound }
            return try known(identifier)
        }
    }

    // MARK: Imports

    func begin(_ offer: ImportOffer.List) throws -> PageImport {
        guard offer.files.count <= PageImports.maximumFiles else {
            throw RequestFailure(413, localized("too many files"))
        }
        let new = try PageImport(offer, in: room)
        let now = now()
        imports.withLock { imports in
            imports.removeAll { now.saturatingSubtracting($0.used) > PageImports.maximumIdleTime }
            imports.append(Known(origin: new, used: now))
            imports.removeFirst(max(0, imports.count - PageImports.maximumImports))
        }
        return new
    }

    func known(_ identifier: String) throws(RequestFailure) -> PageImport {
        let now = now()
        return try imports.withLock { imports throws(RequestFailure) in
            guard let position = imports.firstIndex(where: { $0.origin.identifier == identifier }) else {
                throw RequestFailure(410, localized("This import is over. Drop the files again."))
            }
            let known = imports.remove(at: position).origin
            imports.append(Known(origin: known, used: now))
            return known
        }
    }

    /// Takes a batch in. Calls `ended` with each file that is done.
    func run(
        _ batch: ImportUpload.Batch,
        ended: @escaping @Sendable (FoundFile, FileOutcome) -> Void
    ) throws -> ImportReport {
        let files = batch.members.map(\.file).filter { !SideCarFile.isName($0.path.lastComponent) }
        return try importing.withLock { _ in
            ImportRun(
                files,
                from: UploadedFiles(batch),
                album: try batch.origin.album(of: batch.number, client),
                into: client,
                ended: { file, outcome, _ in
                    batch.origin.note(file, outcome)
                    ended(file, outcome)
                }
            ).run(furtherThreads: max(0, min(PageImports.furtherThreads, files.count - 1)))
        }
    }

    /// Forgets an import. `isWhole`: whether all of it has come.
    func end(_ identifier: String, isWhole: Bool) throws {
        let ended = try known(identifier)
        imports.withLock { imports in imports.removeAll { $0.origin === ended } }
        if isWhole { try importing.withLock { _ in try ended.makeCollections(client) } }
    }
}
