import LibraryClient
import LibraryModel
import LibraryTestSupport
import LinuxSystem
import SamplePhotos
import Testing

/// A library of one test's own, with real photos in it that the app did not add.
final class Served: Sendable {
    let folder: ScratchFolder
    let library: InProcessLibrary
    let photos: [ObjectID]

    init(
        photos count: Int = 0,
        policy: FilePath? = nil,
        clock: @escaping @Sendable () -> Int64 = { WallClock.microseconds() },
        monotonicClock: @escaping @Sendable () -> UInt64 = { MonotonicClock.now() }
    ) throws {
        folder = try ScratchFolder()
        library = try InProcessLibrary(in: folder, policy: policy, clock: clock, monotonicClock: monotonicClock)
        photos = try Served.add(count, by: library.owner)
    }

    deinit {
        do { try library.stop() } catch { Issue.record("the library did not stop: \(error)") }
    }

    var app: LibraryClient { library.app }
    var owner: LibraryClient { library.owner }

    func decide(_ status: AuthorizationStatus) throws {
        try owner.setStatus(status, ofApp: library.appIdentity, for: .readWrite)
    }

    func grant() throws -> AppGrant? { try owner.grants().first { $0.app == library.appIdentity } }

    /// Adds photos in one block.
    @discardableResult
    static func add(_ count: Int, by client: LibraryClient) throws -> [ObjectID] {
        guard count > 0 else { return [] }
        let ids = try client.mintIdentifiers(count)
        var operations: [ChangeOperation] = []
        for (number, id) in ids.enumerated() {
            let photo = SamplePhoto(size: PixelSize(width: 24, height: 16), seed: UInt64(number + 1))
            let bytes = try photo.encoded()
            let file = try SealedMemory.make(bytes.span)
            let staged = try client.stage(file, filename: "\(number).jpg")
            let use = StagedResourceUse(staged: staged.id, kind: .photo)
            operations.append(.createAsset(AssetCreation(id: id, resources: [use])))
        }
        _ = try client.perform(ChangeBlock(operations: operations))
        return ids
    }
}

extension AssetUpdate {
    static var favorite: AssetUpdate {
        var update = AssetUpdate()
        update.isFavorite = true
        return update
    }

    static var hidden: AssetUpdate {
        var update = AssetUpdate()
        update.isHidden = true
        return update
    }
}

extension LibraryClient {
    var seen: [ObjectID] {
        get throws {
            let fetched = try fetch(FetchRequest(.allAssets))
            return (0..<fetched.count).map { fetched[$0] }
        }
    }

    @discardableResult
    func perform(_ operations: ChangeOperation...) throws(LibraryError) -> ChangeToken {
        try perform(ChangeBlock(operations: operations))
    }
}

/// The code of the error that `body` throws.
func errorCode<Result: ~Copyable>(_ body: () throws -> Result) -> LibraryError.Code? {
    do {
        _ = try body()
        return nil
    } catch { return (error as? LibraryError)?.code }
}

/// Runs what blocks on a thread of its own: the tests' own threads are as few as the processors.
func onThread<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
        do throws(SystemCallError) {
            _ = try SystemThread(name: "blocking") {
                do { continuation.resume(returning: try body()) } catch { continuation.resume(throwing: error) }
            }
        } catch { continuation.resume(throwing: error) }
    }
}
