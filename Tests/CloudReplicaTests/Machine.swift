import BucketTestSupport
import CloudBuckets
import CloudReplica
import CloudSync
import Digests
import LibraryClient
import LibraryModel
import LibraryTestSupport
import LinuxSystem
import SamplePhotos
import Testing

/// A machine: a server with a library of its own, an app, and a sync engine with a bucket in a folder.
final class Machine {
    let folder: ScratchFolder
    let library: InProcessLibrary
    private let replica: LibraryReplica
    private let session: BucketSession
    private var engine: SyncEngine<RecordTable>
    private var saved: SyncState<RecordTable>

    init(bucket: FilePath) throws {
        folder = try ScratchFolder()
        library = try InProcessLibrary(in: folder)
        replica = LibraryReplica(library.owner, downloadsIn: folder.path)
        session = BucketSession(try FolderBucket(at: bucket, creates: true), .plain, files: replica)
        saved = SyncState(records: RecordTable(), device: .random())
        engine = SyncEngine(state: saved, random: SystemRandomNumberGenerator())
    }

    deinit {
        do { try library.stop() } catch { Issue.record("the library did not stop: \(error)") }
    }

    var owner: LibraryClient { library.owner }

    /// Synchronises once. With `dies`, the program ends when the library has applied a batch.
    func synchronize(dies: Bool = false) throws {
        var effects = engine.begin(now: UInt64(clamping: WallClock.milliseconds()))
        while !effects.isEmpty {
            switch effects.removeFirst() {
            case .save: saved = engine.state
            case .bucket(let request):
                let answer = session.perform(request, Cancellation())
                if let failure = answer.failure { Issue.record("the bucket failed: \(failure)") }
                effects += engine.received(answer.reply, to: request)
            case .library(let request):
                let reply = try replica.perform(request)
                if dies, case .apply = request {
                    let state = try SyncState(bytes: saved.bytes, records: saved.records)
                    engine = SyncEngine(state: state, random: SystemRandomNumberGenerator())
                    return
                }
                effects += engine.received(reply)
            case .finished(let outcome):
                #expect(outcome.isComplete)
                #expect(outcome.issues == [])
            }
        }
    }

    // MARK: What the person does and sees

    @discardableResult
    func addPhoto(_ seed: UInt64) throws -> ObjectID {
        let id = try owner.mintIdentifiers(1)[0]
        let use = StagedResourceUse(staged: try stage(seed, "\(seed).jpg"), kind: .photo)
        try perform(.createAsset(AssetCreation(id: id, resources: [use])))
        return id
    }

    private func stage(_ seed: UInt64, _ filename: String) throws -> ObjectID {
        let bytes = try SamplePhoto(size: PixelSize(width: 24, height: 16), seed: seed).encoded()
        return try owner.stage(try SealedMemory.make(bytes.span), filename: filename).id
    }

    /// Adds a second picture, as a camera's RAW file.
    func complete(_ asset: ObjectID, _ seed: UInt64) throws {
        let use = StagedResourceUse(staged: try stage(seed, "\(seed).jpg"), kind: .alternatePhoto)
        try perform(.completeAsset(asset, [use]))
    }

    func edit(_ asset: ObjectID, _ seed: UInt64) throws {
        let recipe = Adjustment(
            rendered: try stage(seed, "edited.jpg"),
            formatIdentifier: "org.example",
            formatVersion: "1",
            data: [1, 2, 3]
        )
        try perform(.setAdjustment(asset, recipe))
    }

    func update(_ asset: ObjectID, _ configure: (inout AssetUpdate) -> Void) throws {
        var update = AssetUpdate()
        configure(&update)
        try perform(.updateAsset(asset, update))
    }

    func perform(_ operations: ChangeOperation...) throws {
        _ = try owner.perform(ChangeBlock(operations: operations))
    }

    func makeAlbum(_ title: String, _ members: [ObjectID]) throws -> ObjectID {
        let id = try owner.mintIdentifiers(1)[0]
        try perform(
            .createCollection(.assetCollection, id, title: title, parent: nil),
            .insertMembers(.album(id), members.map { LocalIdentifier(.asset, $0) }, at: nil)
        )
        return id
    }

    func record(of object: LocalIdentifier) throws -> CloudIdentifier {
        try #require(owner.cloudIdentifiers(of: [object])[0])
    }

    /// The object here that another machine knows by an identifier.
    func object(_ identifier: CloudIdentifier) throws -> ObjectID {
        try #require(owner.localIdentifiers(of: [identifier], onlySynced: true)[0].first).id
    }

    /// Every object by its record, with all values; and every file, whose bytes are those of its digest.
    func everything() throws -> [ObjectID: SyncedChange] {
        var all: [ObjectID: SyncedChange] = [:]
        var position: UInt64 = 0
        while true {
            let page = try owner.localChanges(after: position)
            for var change in page.changes {
                change.time = 0
                change.fields = change.fields.filter { $0.value != nil }.sorted { $0.number < $1.number }
                change.sets = change.sets.filter { !$0.elements.isEmpty }.sorted { $0.number < $1.number }
                for content in change.fields.flatMap(\.contents) {
                    let bytes = try owner.openContent(content)?.readToEnd(limit: 1 << 20)
                    #expect(bytes.map { SHA256.digest(of: $0) } == content)
                }
                all[change.record] = change
            }
            position = page.position
            if !page.hasMore { return all }
        }
    }
}

/// What an app keeps: the assets that it fetched once, and what the history told since.
struct Follower {
    let client: LibraryClient
    private(set) var assets: Set<ObjectID>
    private var token: ChangeToken

    init(_ client: LibraryClient) throws {
        self.client = client
        token = try client.currentToken()
        assets = try Follower.fetch(client)
    }

    static func fetch(_ client: LibraryClient) throws -> Set<ObjectID> {
        let fetched = try client.fetch(FetchRequest(.allAssets))
        return Set((0..<fetched.count).map { fetched[$0] })
    }

    /// Follows the history: an insert is of what was not there, all else of what was.
    mutating func follow() throws {
        var reader = client.historyReader(since: token)
        while let page = try reader.next() {
            for (index, object) in page.objects.enumerated() where page.objectKinds[index] == ObjectKind.asset.rawValue
            {
                switch ChangeKind(rawValue: page.changeKinds[index]) {
                case .inserted: #expect(assets.insert(object).inserted, "an insert of what is there")
                case .deleted: #expect(assets.remove(object) != nil, "a deletion of what is not there")
                case .updated: #expect(assets.contains(object), "an update of what is not there")
                case nil: Issue.record("a change of no kind")
                }
            }
            token = page.next
        }
        #expect(try Follower.fetch(client) == assets)
    }
}
