import LibraryClient
import LibraryModel
import LibraryTestSupport
import LinuxSystem
import Photos
import SQLiteDatabase
import SamplePhotos
import Synchronization
import Testing

/// Which way an app reaches its library. The same behaviour is expected of both.
enum Transport: CaseIterable, CustomTestStringConvertible {
    case inProcess
    case socket

    var testDescription: String { self == .inProcess ? "in process" : "over a socket" }
}

/// All tests of this target share `PHPhotoLibrary.shared()`, so one runs at a time.
@Suite(.serialized, .timeLimit(.minutes(2))) struct PhotosLibraryTests {}

/// A library of one test's own, which it makes the shared one, and what the person and other apps do with it.
final class TestLibrary {
    private enum Running {
        case nothing
        case inProcess(InProcessLibrary)
        case socket(ServerProcess)
    }

    private let transport: Transport
    let folder: ScratchFolder
    private var running = Running.nothing
    private var isConnectedToSocket = false
    /// The test program's own client, the one behind `PHPhotoLibrary.shared()`.
    private(set) var app = TestLibrary.nowhere
    /// The person's own tools; to the app, somebody else.
    private(set) var owner = TestLibrary.nowhere
    /// Who the test program is to the library.
    let identity: String

    private static var nowhere: LibraryClient { LibraryClient(ServerAddress(path: "/nowhere/library.sock")) }

    /// A fresh library. `rows` is SQL for its database. The app gets `status`.
    init(_ transport: Transport, _ status: AuthorizationStatus = .authorized, rows: String? = nil) throws {
        self.transport = transport
        folder = try ScratchFolder()
        identity = "exe:" + (try FileNames.target(ofLink: "/proc/self/exe")).text
        try start()
        if let rows { try whileStopped { try $0.executeScript(rows) } }
        if status != .notDetermined { try decide(status) }
    }

    deinit {
        do { try stop() } catch { Issue.record("the library did not stop: \(error)") }
    }

    // MARK: The server

    func start() throws {
        switch transport {
        case .inProcess:
            let library = try InProcessLibrary(in: folder)
            running = .inProcess(library)
            (app, owner) = (library.app, library.owner)
            PHPhotoLibrary.share(app)
        case .socket:
            let server = try ServerProcess(in: folder)
            running = .socket(server)
            // The clients find a server that comes back by themselves.
            guard !isConnectedToSocket else { return }
            app = LibraryClient(ServerAddress(path: server.socket.text))
            owner = LibraryClient.owner(socketPath: server.socket.text)
            isConnectedToSocket = true
            PHPhotoLibrary.share(app)
        }
    }

    func stop() throws {
        let stopped = running
        running = .nothing
        switch stopped {
        case .nothing: return
        case .inProcess(let library):
            // Clients hold the library that they are connected to.
            (app, owner) = (TestLibrary.nowhere, TestLibrary.nowhere)
            PHPhotoLibrary.share(app)
            try library.stop()
        case .socket(let server):
            let end = try server.stop()
            guard end.status == .exited(0) else { throw UnexpectedEnd(errors: end.errors) }
        }
    }

    func restart() throws {
        try stop()
        try start()
    }

    /// Opens the database of the stopped library.
    func whileStopped(_ body: (Connection) throws -> Void) throws {
        try stop()
        do {
            let path = folder.file("Test.photolibrary/library.sqlite").text
            try body(try Connection(path: path, role: .writer, cacheKibibytes: 4_096))
        }
        try start()
    }

    /// Has the app reach its library, which is in process, over connections to which happens what `faults` says. The
    /// first is the one for calls.
    func connectApp(with faults: ConnectionFaults) throws {
        guard case .inProcess(let library) = running else { throw UnexpectedEnd(errors: "no library in process") }
        app = library.app(with: faults)
        _ = try app.currentToken()
        PHPhotoLibrary.share(app)
    }

    // MARK: The person

    /// Whoever wants to be asked before changes sets the policy back.
    func decide(_ status: AuthorizationStatus, _ level: AccessLevel = .readWrite) throws {
        try owner.setPreferences(ofApp: identity, confirmsChanges: false)
        try owner.setStatus(status, ofApp: identity, for: level)
    }

    func select(_ assets: [String]) throws { try owner.select(assets.ids, forApp: identity, deselects: false) }
    func deselect(_ assets: [String]) throws { try owner.select(assets.ids, forApp: identity, deselects: true) }

    /// Makes changes as somebody else than the app.
    @discardableResult
    func change(_ operations: ChangeOperation...) throws -> ChangeToken {
        try owner.perform(ChangeBlock(operations: operations))
    }

    /// Adds real photos as somebody else than the app; one block, and their local identifiers.
    @discardableResult
    func add(_ photos: [SamplePhoto]) throws -> [String] {
        let ids = try owner.mintIdentifiers(photos.count)
        var operations: [ChangeOperation] = []
        for (photo, id) in zip(photos, ids) {
            let file = try OwnedDescriptor(opening: try write(photo), [.readOnly])
            let staged = try owner.stage(file, filename: "\(photo.seed).jpg")
            operations.append(
                .createAsset(
                    AssetCreation(id: id, resources: [StagedResourceUse(staged: staged.id, kind: .photo)])
                )
            )
        }
        _ = try owner.perform(ChangeBlock(operations: operations))
        return ids.map { LocalIdentifier(.asset, $0).string }
    }

    @discardableResult
    func add(_ count: Int) throws -> [String] { try add((0..<count).map { .small(UInt64($0 + 1)) }) }

    /// An album of somebody else's.
    @discardableResult
    func addAlbum(_ title: String, _ assets: [String] = []) throws -> String {
        let id = try #require(try owner.mintIdentifiers(1).first)
        try change(
            .createCollection(.assetCollection, id, title: title, parent: nil),
            .insertMembers(.album(id), assets.compactMap { LocalIdentifier($0) }, at: nil)
        )
        return LocalIdentifier(.assetCollection, id).string
    }

    /// Writes a photo's file and returns its path.
    func write(_ photo: SamplePhoto) throws -> FilePath {
        try folder.write(try EncodedPhotos.shared.bytes(photo), to: "\(photo.seed).jpg")
    }

    /// The bytes of a photo's file.
    func bytes(of photo: SamplePhoto) throws -> Data { Data(try EncodedPhotos.shared.bytes(photo)) }

    func file(_ photo: SamplePhoto) throws -> URL { URL(fileURLWithPath: try write(photo).text) }
}

struct UnexpectedEnd: Error {
    var errors: String
}

/// Encoding is the slow part of making a photo.
private final class EncodedPhotos: Sendable {
    static let shared = EncodedPhotos()
    /// By what makes the photos of these tests differ.
    private let files = Mutex<[Key: [UInt8]]>([:])

    private struct Key: Hashable {
        var seed: UInt64
        var size: PixelSize
        var location: Coordinate?
    }

    func bytes(_ photo: SamplePhoto) throws -> [UInt8] {
        let key = Key(seed: photo.seed, size: photo.size, location: photo.exif.location)
        if let known = files.withLock({ $0[key] }) { return known }
        let bytes = try photo.encoded()
        files.withLock { $0[key] = bytes }
        return bytes
    }
}

extension SamplePhoto {
    /// A photo of 48 x 32 pixels, taken `seed` days after 2020-09-13.
    static func small(_ seed: UInt64) -> SamplePhoto {
        SamplePhoto(
            size: PixelSize(width: 48, height: 32),
            seed: seed,
            date: (1_600_000_000 + Int64(seed) * 86_400) * 1_000_000,
            utcOffset: 0
        )
    }
}

extension [String] {
    var ids: [ObjectID] { compactMap { LocalIdentifier($0)?.id } }
}

extension String {
    /// The identifier inside a local identifier.
    func id() throws -> ObjectID { try #require(LocalIdentifier(self)).id }
}
