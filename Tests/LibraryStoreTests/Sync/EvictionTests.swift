import CloudSync
import LibraryModel
import Testing

@testable import LibraryStore

/// Originals that are in the bucket alone, as the store knows them.
@Suite struct EvictionTests {
    private let library: TestLibrary

    init() throws { library = try TestLibrary() }

    private var store: LibraryStore { library.store }

    private func collected() throws -> [LibraryStore.GarbageFile] {
        let files = Recorder<LibraryStore.GarbageFile>()
        _ = try store.collectGarbage { file in
            files.append(file)
            return true
        }
        return files.values
    }

    @Test func `an evicted original's file is deleted, all else of the asset stays, and history does not tell`() throws
    {
        let (asset, other) = (NewAsset(), NewAsset())
        let id = try library.person.addOne(asset)
        _ = try library.person.addOne(other)
        let token = try library.person.currentToken()
        let app = try library.app("app", .authorized)
        #expect(try store.evictedGeneration(of: asset.staged.sha256) == nil)
        #expect(try store.evict(asset.staged.sha256, generation: 3) { true })
        #expect(try store.evictedGeneration(of: asset.staged.sha256) == 3)
        #expect(try collected() == [.init(path: asset.staged.relativePath, isEvicted: true)])
        #expect(try collected() == [])
        #expect(try app.resources(of: id).map(\.info.isInCloud) == [true])
        #expect(try library.person.ids(.allAssets).count == 2)
        #expect(try library.person.log(since: token).isEmpty)
        #expect(try store.originalStorage().cloudFiles == 1)
        #expect(try store.originalStorage().localFiles == 1)
        #expect(try store.recordsForVerification(after: 0).map(\.isEvicted) == [true, false])
        #expect(try store.integrityCheck() == [])
        // Evicted already.
        #expect(try !store.evict(asset.staged.sha256, generation: 4) { true })
        #expect(try store.isMissing(content: asset.staged.sha256))
    }

    @Test func `an original that comes back is local again, and one whose asset is erased is forgotten`() throws {
        let asset = NewAsset()
        let id = try library.person.addOne(asset)
        #expect(try store.evict(asset.staged.sha256, generation: 0) { true })
        _ = try collected()
        try store.ingested(asset.staged.relativePath, digest: asset.staged.sha256)
        #expect(try store.evictedGeneration(of: asset.staged.sha256) == nil)
        #expect(try collected() == [])
        #expect(try library.person.resources(of: id).map(\.info.isInCloud) == [false])
        #expect(try store.evict(asset.staged.sha256, generation: 0) { true })
        _ = try collected()
        try library.person.change(.deleteAssets([id]))
        library.clock.advance(days: 31)
        while try store.purgeRecentlyDeleted() {}
        #expect(try collected() == [.init(path: asset.staged.relativePath, isEvicted: false)])
        #expect(try library.number("SELECT count(*) FROM evicted_file") == 0)
    }

    @Test func `what is in use, an edit's picture and what undoing needs are never evicted`() throws {
        let asset = NewAsset()
        let id = try library.person.addOne(asset)
        #expect(try !store.evict(asset.staged.sha256, generation: 0) { false })
        #expect(try !store.evict([UInt8](repeating: 9, count: 32), generation: 0) { true })
        let (name, file) = (ObjectID.random(), NewAsset(filename: "Edited.JPG", size: (300, 200)).staged)
        let recipe = Adjustment(rendered: name, formatIdentifier: "org.example", formatVersion: "1", data: [1])
        _ = try library.app("app", .authorized).perform(
            ChangeBlock(operations: [.setAdjustment(id, recipe)]),
            files: [name: file]
        )
        #expect(try !store.evict(file.sha256, generation: 0) { true })
        _ = try library.app("app", .authorized).perform(
            ChangeBlock(operations: [.revertAdjustment(id)]),
            files: [:]
        )
        #expect(try !store.evict(file.sha256, generation: 0) { true })
        #expect(try collected() == [])
        #expect(try store.evict(asset.staged.sha256, generation: 0) { true })
    }

    @Test func `the least recently used come first, until enough is planned, page by page`() throws {
        var assets: [NewAsset] = []
        for _ in 0..<3 {
            assets.append(NewAsset())
            _ = try library.person.addOne(assets[assets.count - 1])
        }
        let digests = assets.map(\.staged.sha256)
        let size = assets[0].staged.size
        #expect(try store.storagePlan(keeping: 3 * size, after: nil) == StoragePlan())
        var plan = try store.storagePlan(keeping: size, after: nil)
        #expect(plan.excess == 2 * size)
        #expect(plan.originals.map(\.content) == digests)
        try store.noteUsed(originals: [digests[0]: library.clock.now])
        plan = try store.storagePlan(keeping: size, after: nil)
        #expect(plan.originals.map(\.content) == [digests[1], digests[2], digests[0]])
        #expect(try store.storagePlan(keeping: size, after: plan.originals[0]).originals == Array(plan.originals[1...]))
        #expect(try store.storagePlan(keeping: size, after: plan.originals[2]).originals == [])
        #expect(try store.evict(digests[1], generation: 2) { true })
        #expect(try store.storagePlan(keeping: size, after: nil).excess == size)
        plan = try store.storagePlan(keeping: nil, after: nil)
        #expect(plan.bringsBack && plan.originals.map(\.content) == [digests[1]])
        #expect(plan.originals.map(\.generation) == [2])
        #expect(try store.storagePlan(keeping: nil, after: plan.originals[0]).originals == [])
    }

    @Test func `an asset that arrives with an evicted file waits for it`() throws {
        let (left, right) = (try SyncedMachine(), try SyncedMachine())
        let asset = NewAsset()
        _ = try left.person.addOne(asset)
        try synchronize(left, right, [asset.staged])
        #expect(try right.store.evict(asset.staged.sha256, generation: 0) { true })
        // The same picture, as another asset of the other machine.
        _ = try left.person.addOne(asset)
        _ = try right.changes()
        guard case .applied(_, let missing) = try right.apply(try left.changes()) else { return #expect(Bool(false)) }
        #expect(missing == [asset.staged.sha256])
        try right.showArrivals()
        #expect(try right.person.ids(.allAssets).count == 1)
        try right.store.ingested(asset.staged.relativePath, digest: asset.staged.sha256)
        try right.take(asset.staged)
        try right.showArrivals()
        #expect(try right.person.ids(.allAssets).count == 2)
    }
}
