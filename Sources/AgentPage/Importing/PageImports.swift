internal import Languages
internal import LibraryClient
internal import LibraryModel
internal import LinuxSystem
internal import OwnerTools
internal import PhotoImport
internal import Synchronization

/// Takes files of the page into the library, a batch a request.
final class PageImports: Sendable {
    /// Bytes of a file, and of what belongs to one photo.
    static let maximumSize: Int64 = 16 << 30
    /// Bytes of a request with a batch.
    static let maximumUpload = UInt64(maximumSize) + 1 << 20
    /// Files that are planned at once.
    static let maximumFiles = 10_000
    /// Batches that are on their way at once, from all pages.
    private static let maximumUploads = 2
    /// Threads beside the request's own that hand files to the library.
    private static let furtherThreads = 2

    private let client: LibraryClient
    private let room: ImportRoom
    private let uploads = Atomic(0)
    /// Held while a batch is taken in: the library recognises what it has only once that is committed.
    private let importing = Mutex(())

    init(_ client: LibraryClient, _ room: ImportRoom) {
        self.client = client
        self.room = room
    }

    /// Whether the body of a request comes piece by piece.
    static func isUpload(_ request: HTTPRequest) -> Bool {
        request.method == "POST" && request.path == "/api/import/files"
    }

    /// Takes the body of a request that may come.
    func receiver(of request: HTTPRequest) throws(RequestFailure) -> ImportUpload {
        let isTooMany = uploads.add(1, ordering: .relaxed).newValue > PageImports.maximumUploads
        // Counts down again whatever happens to it.
        let upload = ImportUpload(room) { [weak self] in self?.uploads.subtract(1, ordering: .relaxed) }
        if isTooMany {
            throw RequestFailure(
                429,
                localized("Photos are being imported on other pages. Try again when they are done.")
            )
        }
        let hasRoom: Bool
        do throws(SystemCallError) { hasRoom = try room.hasRoom(for: request.bodyLength ?? 0) } catch {
            throw RequestFailure(507, error.localizedReason)
        }
        guard hasRoom else { throw RequestFailure(507, localized("There is not enough free space on the disk.")) }
        return upload
    }

    /// Takes a batch in. Calls `ended` with each file that is done.
    func run(
        _ batch: ImportUpload.Batch,
        ended: @escaping @Sendable (FoundFile, FileOutcome) -> Void
    ) -> ImportReport {
        let files = batch.files.filter { !SideCarFile.isName($0.path.lastComponent) }
        return importing.withLock { _ in
            ImportRun(
                files,
                from: batch.source,
                album: batch.album,
                into: client,
                ended: { file, outcome, _ in ended(file, outcome) }
            ).run(furtherThreads: max(0, min(PageImports.furtherThreads, files.count - 1)))
        }
    }
}
