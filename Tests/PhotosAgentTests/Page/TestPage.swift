import AgentPage
import InstalledPrograms
import LibraryClient
import LibraryModel
import LibraryTestSupport
import LinuxSystem
import SamplePhotos
import Synchronization
import Testing

/// A library of one test's own and the page that shows it.
final class TestPage: Sendable {
    let folder: ScratchFolder
    let library: InProcessLibrary
    let server: PageServer
    /// What the page's clock is ahead of the system's, in nanoseconds.
    let ahead: Ahead

    final class Ahead: Sendable {
        private let nanoseconds = Mutex<UInt64>(0)
        var value: UInt64 {
            get { nanoseconds.withLock { $0 } }
            set { nanoseconds.withLock { $0 = newValue } }
        }
    }

    init(
        requestTime: UInt64 = ConnectionDeadlines.requestTime,
        programs: InstalledPrograms = .ofThisMachine
    ) throws {
        folder = try ScratchFolder()
        library = try InProcessLibrary(in: folder)
        let ahead = Ahead()
        self.ahead = ahead
        server = try PageServer(
            library.owner,
            port: 0,
            programs: programs,
            requestTime: requestTime,
            clock: { MonotonicClock.now() + ahead.value }
        )
    }

    deinit {
        server.stop()
        do { try library.stop() } catch { Issue.record("the library did not stop: \(error)") }
    }

    var owner: LibraryClient { library.owner }
    var app: LibraryClient { library.app }

    func browser() throws -> TestBrowser { try TestBrowser(on: server) }

    /// A photo to be added.
    struct Photo {
        var filename = "IMG_1.jpg"
        /// Microseconds since 1970.
        var date: Int64?
        var properties = AssetUpdate()

        init(_ filename: String = "IMG_1.jpg", date: Int64? = nil, _ change: (inout AssetUpdate) -> Void = { _ in }) {
            self.filename = filename
            self.date = date
            change(&properties)
        }
    }

    @discardableResult
    func add(_ photos: [Photo]) throws -> [ObjectID] { try owner.add(photos) }
}

/// Of the person's own client.
extension LibraryClient {
    @discardableResult
    func add(_ photos: [TestPage.Photo]) throws -> [ObjectID] {
        let ids = try mintIdentifiers(photos.count)
        var operations: [ChangeOperation] = []
        for (number, photo) in photos.enumerated() {
            let sample = SamplePhoto(size: PixelSize(width: 48, height: 32), seed: UInt64(number + 1))
            let bytes = try sample.encoded()
            let file = try SealedMemory.make(bytes.span)
            let staged = try stage(file, filename: photo.filename)
            var creation = AssetCreation(id: ids[number], resources: [.init(staged: staged.id, kind: .photo)])
            creation.properties = photo.properties
            creation.properties.creationDate = photo.date.map { .set($0) } ?? .clear
            operations.append(.createAsset(creation))
        }
        _ = try perform(ChangeBlock(operations: operations))
        return ids
    }
}

extension ObjectID {
    /// As the page names it.
    var onPage: String { String(LocalIdentifier(.asset, self).string.prefix(36)) }
}
