import LibraryClient
import LibraryModel
import Testing

@testable import AgentPage

/// "What Changed", as the page asks for it.
@Suite(.timeLimit(.minutes(2))) struct LatestChangesTests {
    private let page: TestPage
    private let browser: TestBrowser

    private struct Latest: Decodable {
        struct Counts: Decodable, Equatable {
            var inserted: Int
            var restored: Int
            var updated: Int
            var deleted: Int
        }

        struct Entry: Decodable {
            struct Item: Decodable { var id: String }
            var transactions: [String]
            var author: String
            var photos: Counts
            var albums: Counts
            var fields: [String]
            var titles: [String]
            var examples: [Item?]
            var canUndo: Bool
            var isUndone: Bool
        }

        var entries: [Entry]
        var hasMore: Bool
    }

    init() throws {
        page = try TestPage()
        browser = try page.browser()
    }

    private func latest(before: String? = nil) throws -> Latest {
        try browser.json("/api/changes" + (before.map { "?before=\($0)" } ?? ""))
    }

    private func perform(_ operations: ChangeOperation...) throws {
        _ = try page.owner.perform(ChangeBlock(operations: operations))
    }

    private func title(_ text: String) -> AssetUpdate {
        var update = AssetUpdate()
        update.title = .set(text)
        return update
    }

    @Test func `each change says of what it is, with its photos, and what was deleted is shown too`() throws {
        let ids = try page.add([.init(), .init(), .init { $0.isHidden = true }])
        let album = try page.owner.mintIdentifiers(1)[0]
        try perform(.updateAsset(ids[0], title("A")), .updateAsset(ids[2], title("B")))
        try perform(.createCollection(.assetCollection, album, title: "Alps", parent: nil))
        try perform(.insertMembers(.album(album), [LocalIdentifier(.asset, ids[1])], at: nil))
        try perform(.deleteAssets([ids[0]]))
        let found = try latest()
        #expect(found.entries.map(\.photos.inserted) == [0, 0, 0, 0, 3])
        #expect(found.entries.map(\.photos.updated) == [0, 0, 0, 2, 0])
        #expect(found.entries.map(\.photos.deleted) == [1, 0, 0, 0, 0])
        #expect(found.entries.map(\.albums.inserted) == [0, 0, 1, 0, 0])
        #expect(found.entries.map(\.albums.updated) == [0, 1, 0, 0, 0])
        #expect(found.entries.map(\.fields) == [[], ["members"], [], ["title"], []])
        #expect(found.entries.map(\.titles) == [[], ["Alps"], ["Alps"], [], []])
        #expect(found.entries.map(\.author) == Array(repeating: "person", count: 5))
        #expect(found.entries.map(\.canUndo) == [true, true, false, true, false])
        let shown = found.entries.map { $0.examples.map { $0?.id } }
        #expect(shown[0] == [ids[0].onPage])
        // What came into an album is a photo of that change.
        #expect(shown[1] == [ids[1].onPage])
        // Hidden photos are shown only where the person asked for them.
        #expect(shown[3] == [ids[0].onPage, nil])
        #expect(!found.hasMore)
    }

    @Test func `any transaction is undone, the person's as an app's, and what changed since is left and told`() throws {
        let ids = try page.add([.init(), .init()])
        try perform(.updateAsset(ids[0], title("A")), .updateAsset(ids[1], title("A")))
        let first = try #require(try latest().entries.first?.transactions[0])
        try perform(.updateAsset(ids[1], title("B")))
        let answer = try browser.post("/api/apps/undo", #"{"transactions":["\#(first)"]}"#)
        #expect(answer.status == 200)
        #expect(answer.text.contains(#""photos":1"#) && answer.text.contains(#""conflictCount":1"#))
        #expect(try page.owner.details(of: ids).map(\.title) == [nil, "B"])
        // The undo is the newest change; undone, too, it is as it was.
        let undo = try #require(try latest().entries.first)
        #expect(undo.canUndo && undo.photos.updated == 1)
        #expect(try browser.post("/api/apps/undo", #"{"transactions":["\#(undo.transactions[0])"]}"#).status == 200)
        #expect(try page.owner.details(of: ids).map(\.title) == ["A", "B"])
        #expect(try browser.post("/api/apps/undo", "{}").status == 400)
        #expect(try browser.post("/api/apps/undo", #"{"transactions":[]}"#).status == 400)
        #expect(try browser.post("/api/apps/undo", #"{"transactions":["x"]}"#).status == 400)
    }

    @Test func `what was deleted and came back is restored, not added, and the deletion is as before again`() throws {
        let ids = try page.add([.init(), .init()])
        let album = try page.owner.mintIdentifiers(1)[0]
        try perform(.createCollection(.assetCollection, album, title: "Alps", parent: nil))
        try perform(.deleteAssets([ids[0]]), .deleteCollections(.assetCollection, [album]))
        let deletion = try #require(try latest().entries.first)
        #expect(deletion.photos == .init(inserted: 0, restored: 0, updated: 0, deleted: 1) && !deletion.isUndone)
        func undo(_ transaction: String) throws -> Int {
            try browser.post("/api/apps/undo", #"{"transactions":["\#(transaction)"]}"#).status
        }
        #expect(try undo(deletion.transactions[0]) == 200)
        try page.add([.init()])
        let found = try latest().entries
        // A photo that comes at once after it is none of those that came back.
        #expect(found.map(\.photos.inserted) == [1, 0, 0, 0, 2])
        #expect(found.map(\.photos.restored) == [0, 1, 0, 0, 0])
        #expect(found.map(\.albums.restored) == [0, 1, 0, 0, 0])
        #expect(found.map(\.isUndone) == [false, false, true, false, false])
        #expect(found.map(\.canUndo) == [false, true, false, false, false])
        // Deleted once more.
        #expect(try undo(found[1].transactions[0]) == 200)
        #expect(try page.owner.count(FetchRequest(.allAssets)) == 2)
        #expect(try latest().entries.map(\.isUndone) == [false, false, true, false, false, false])
    }

    @Test func `the photos of one import are one change, and earlier changes are on further pages`() throws {
        let album = try page.owner.mintIdentifiers(1)[0]
        let ids = try page.add([.init()])
        for number in 0..<60 { try perform(.updateAsset(ids[0], title("\(number)"))) }
        for _ in 0..<3 { try page.add([.init(), .init()]) }
        try perform(.createCollection(.assetCollection, album, title: "A", parent: nil))
        let first = try latest()
        #expect(first.entries.count == 50 && first.hasMore)
        #expect(first.entries[1].photos.inserted == 6 && first.entries[1].transactions.count == 3)
        #expect(first.entries[1].examples.count == 6)
        let rest = try latest(before: try #require(first.entries.last?.transactions.last))
        #expect(rest.entries.count == 13 && !rest.hasMore)
        let all = (first.entries + rest.entries).flatMap(\.transactions).compactMap { UInt64($0) }
        #expect(all == all.sorted(by: >) && Set(all).count == 65)
        #expect(try latest(before: "0").entries.isEmpty)
        #expect(try browser.get("/api/changes?before=x").status == 400)
    }
}
