import Admission
import LibraryModel
import Synchronization
import Testing

@testable import LibraryStore

@Suite struct WritingAllowanceTests {
    private static let second: UInt64 = 1_000_000_000
    private let limits = (
        blocks: TokenBucket.Limit(capacity: 3, perSecond: 2),
        rows: TokenBucket.Limit(capacity: 100, perSecond: 10)
    )

    private func makeAllowances() -> WritingAllowances { WritingAllowances(blocks: limits.blocks, rows: limits.rows) }

    @Test func `so many blocks at once, and so many a second after that`() {
        var allowances = makeAllowances()
        for _ in 0..<3 {
            #expect(allowances.wait("a", 5) == nil)
            allowances.wrote("a", rows: 1, 5)
        }
        #expect(allowances.wait("a", 5) == 0.5)
        #expect(allowances.wait("a", 5 + WritingAllowanceTests.second / 2) == nil)
        allowances.wrote("a", rows: 1, 5 + WritingAllowanceTests.second / 2)
        #expect(allowances.wait("a", 5 + WritingAllowanceTests.second / 2) == 0.5)
        // Another app has its own.
        #expect(allowances.wait("b", 5) == nil)
        // It fills to what it holds, and no further.
        for _ in 0..<3 { allowances.wrote("a", rows: 1, 100 * WritingAllowanceTests.second) }
        #expect(allowances.wait("a", 100 * WritingAllowanceTests.second) == 0.5)
    }

    @Test func `what was overdrawn is waited for`() {
        var allowances = makeAllowances()
        allowances.wrote("a", rows: 1_100, 0)
        #expect(allowances.wait("a", 0) == 100.1)
        #expect(allowances.wait("a", 50 * WritingAllowanceTests.second) == 50.1)
        #expect(allowances.wait("a", 101 * WritingAllowanceTests.second) == nil)
    }

    @Test func `a clock that stands or goes back, and numbers of any size, are no harm`() {
        var allowances = makeAllowances()
        allowances.wrote("a", rows: .max, .max)
        #expect(allowances.wait("a", 0) != nil)
        allowances.wrote("a", rows: .min, 0)
        #expect(allowances.wait("a", .max) != nil)
    }

    @Test func `accounts that are full again are forgotten`() {
        var allowances = makeAllowances()
        for number in 0..<1_025 { allowances.wrote("\(number)", rows: 1, 0) }
        #expect(allowances.accountCount == 1_025)
        allowances.wrote("last", rows: 1, 10 * WritingAllowanceTests.second)
        #expect(allowances.accountCount == 1)
    }

    @Test func `an app that changes too much is told when to come back, and the person is not held up`() throws {
        let now = Atomic<UInt64>(WritingAllowanceTests.second)
        let library = try TestLibrary { configuration in
            configuration.blocksOfApp = TokenBucket.Limit(capacity: 2, perSecond: 0.25)
            configuration.monotonicClock = { now.load(ordering: .relaxed) }
        }
        let id = try library.person.addOne()
        let app = try library.app("exe:/app", .authorized)
        try app.set(id) { $0.rating = 1 }
        // What changes nothing is free.
        for _ in 0..<5 { try app.set(id) { $0.rating = 1 } }
        try app.set(id) { $0.rating = 2 }
        do {
            try app.set(id) { $0.rating = 3 }
            Issue.record("the app may write on")
        } catch let error as LibraryError {
            #expect(error.code == .limitExceeded && error.isRetryable)
            #expect(error.details == ["retry_after_seconds": "4"])
        }
        for rating: UInt32 in 3...5 { try library.person.set(id) { $0.rating = rating } }
        try library.app("exe:/other", .authorized).set(id) { $0.rating = 1 }
        now.store(5 * WritingAllowanceTests.second, ordering: .relaxed)
        try app.set(id) { $0.rating = 3 }
    }

    @Test func `what toggling costs is bounded, and so are the keys that are kept`() throws {
        let library = try TestLibrary { $0.maximumAnsweredBlocks = 100 }
        let id = try library.person.addOne()
        let app = try library.app("exe:/app", .limited)
        try library.store.select([id], for: "exe:/app")
        func bytes() throws -> Int64 {
            try library.number("SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()")
        }
        var blocks: [ChangeBlock] = []
        let before = try bytes()
        let count = 2_000
        for number in 0..<count {
            var update = AssetUpdate()
            update.isFavorite = number % 2 == 0
            blocks.append(ChangeBlock(operations: [.updateAsset(id, update)]))
            _ = try app.perform(blocks[number])
        }
        #expect(try library.number("SELECT count(*) FROM idempotency WHERE app <> 0") == 100)
        let growth = (try bytes() - before) / Int64(count)
        print("history of one toggled favourite: \(growth) bytes")
        // 864,000 such blocks a day are what an app may make.
        #expect(growth < 300)
        // The newest are known, the oldest are done again.
        let token = try app.currentToken()
        #expect(try app.perform(blocks[count - 100]) != token)
        #expect(try app.currentToken() == token)
        _ = try app.perform(blocks[0])
        #expect(try app.currentToken() != token)
    }

    @Test func `a block that changes nothing writes nothing`() throws {
        let library = try TestLibrary()
        let id = try library.person.addOne()
        let app = try library.app("exe:/app", .authorized)
        let rated = { (rating: UInt32) in
            var update = AssetUpdate()
            update.rating = rating
            return ChangeBlock(operations: [.updateAsset(id, update)])
        }
        _ = try app.perform(ChangeBlock(operations: []))
        _ = try app.perform(rated(0))
        #expect(try library.number("SELECT count(*) FROM idempotency WHERE app <> 0") == 0)
        _ = try app.perform(rated(1))
        #expect(try library.number("SELECT count(*) FROM idempotency WHERE app <> 0") == 1)
    }

    @Test func `an app has so many albums and folders, and the person any number`() throws {
        let library = try TestLibrary { $0.maximumCollectionsOfApp = 3 }
        let app = try library.app("exe:/app", .limited)
        let first = try app.makeAlbum()
        let ids = try app.mintIdentifiers(3)
        func create(_ ids: ArraySlice<ObjectID>) -> ChangeBlock {
            ChangeBlock(
                operations: ids.map { .createCollection(.collectionList, $0, title: "F", parent: nil) }
            )
        }
        #expect(errorCode { try app.perform(create(ids[...])) } == .limitExceeded)
        _ = try app.perform(create(ids[..<2]))
        #expect(errorCode { try app.makeAlbum() } == .limitExceeded)
        for _ in 0..<4 { _ = try library.person.makeAlbum() }
        try app.change(.deleteCollections(.assetCollection, [first]))
        _ = try app.makeAlbum()
    }
}
