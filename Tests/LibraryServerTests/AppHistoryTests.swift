import LibraryClient
import LibraryModel
import LibraryTestSupport
import Testing

/// What an app changed, and how its deletions are undone.
@Suite(.timeLimit(.minutes(2))) struct AppHistoryTests {
    /// A library whose app may do everything without being confirmed.
    private func trusted(photos count: Int) throws -> Served {
        let served = try Served(photos: count)
        try served.decide(.authorized)
        try served.owner.setPolicy(ofApp: served.library.appIdentity, confirmsChanges: false)
        return served
    }

    @Test func `what an app changed is told the newest first, without what others did`() throws {
        let served = try trusted(photos: 3)
        let identity = served.library.appIdentity
        try served.app.perform(.updateAsset(served.photos[0], .favorite))
        try served.owner.perform(.updateAsset(served.photos[1], .favorite))
        let added = try Served.add(2, by: served.app)
        try served.app.perform(.deleteAssets([served.photos[0], added[0]]))

        let history = try served.owner.history(ofApp: identity)
        #expect(
            history.entries.map { [$0.insertedCount, $0.updatedCount, $0.deletedCount] } == [
                [0, 0, 2], [2, 0, 0], [0, 1, 0],
            ]
        )
        #expect(history.entries.map { Set($0.recoverable) } == [[served.photos[0], added[0]], [], []])
        #expect(!history.hasMore)
        #expect(history.entries.map(\.sequence) == history.entries.map(\.sequence).sorted(by: >))
        #expect(try served.owner.history(ofApp: "exe:/nobody").entries.isEmpty)
    }

    @Test(arguments: 0...4) func `only as many of the newest changes as asked for are told`(limit: Int) throws {
        let served = try trusted(photos: 1)
        for isFavorite in [true, false, true, false] {
            var update = AssetUpdate()
            update.isFavorite = isFavorite
            try served.app.perform(.updateAsset(served.photos[0], update))
        }
        let all = try served.owner.history(ofApp: served.library.appIdentity)
        let some = try served.owner.history(ofApp: served.library.appIdentity, limit: limit)
        #expect(all.entries.count == 4)
        #expect(some.entries == Array(all.entries.prefix(limit)))
        #expect(some.hasMore == (limit < 4))
    }

    @Test func `deletions of an app are undone`() throws {
        let served = try trusted(photos: 4)
        try served.app.perform(.deleteAssets([served.photos[0], served.photos[1]]))
        try served.app.perform(.deleteAssets([served.photos[2]]))
        let identity = served.library.appIdentity
        let newest = try #require(try served.owner.history(ofApp: identity, limit: 1).entries.first)

        let some = try served.owner.recoverDeletions(ofApp: identity, among: [served.photos[1], served.photos[3]])
        #expect(some == [served.photos[1]])
        let later = try served.owner.recoverDeletions(ofApp: identity, since: newest.time)
        #expect(later == [served.photos[2]])
        #expect(Set(try served.owner.recoverDeletions(ofApp: identity)) == [served.photos[0]])
        #expect(Set(try served.owner.seen) == Set(served.photos))
        #expect(try served.owner.recoverDeletions(ofApp: identity).isEmpty)
    }

    @Test func `what the person deleted themselves afterwards is not an app's to be undone`() throws {
        let served = try trusted(photos: 2)
        let identity = served.library.appIdentity
        try served.app.perform(.deleteAssets(served.photos))
        try served.owner.perform(.recoverAssets([served.photos[0]]))
        try served.owner.perform(.deleteAssets([served.photos[0]]))

        #expect(try served.owner.history(ofApp: identity).entries.map(\.recoverable) == [[served.photos[1]]])
        #expect(try served.owner.recoverDeletions(ofApp: identity, among: [served.photos[0]]).isEmpty)
        #expect(try served.owner.recoverDeletions(ofApp: identity) == [served.photos[1]])
    }

    @Test func `a photo that an app deleted twice is its to be undone once, with the last deletion`() throws {
        let served = try trusted(photos: 1)
        let identity = served.library.appIdentity
        try served.app.perform(.deleteAssets(served.photos))
        try served.owner.perform(.recoverAssets(served.photos))
        try served.app.perform(.deleteAssets(served.photos))
        #expect(try served.owner.history(ofApp: identity).entries.map(\.recoverable) == [served.photos, []])
        #expect(try served.owner.recoverDeletions(ofApp: identity) == served.photos)
    }
}
