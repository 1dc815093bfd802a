import LibraryClient
import LibraryModel
import LibraryTestSupport
import Testing

/// What an app changed, and how the person takes it back.
@Suite(.timeLimit(.minutes(2))) struct UndoTests {
    /// A library whose app may do everything without being confirmed.
    private func trusted(photos count: Int) throws -> Served {
        let served = try Served(photos: count)
        try served.decide(.authorized)
        try served.owner.setPreferences(ofApp: served.library.appIdentity, confirmsChanges: false)
        return served
    }

    @Test func `what an app changed is told the newest first, without what others did`() throws {
        let served = try trusted(photos: 3)
        let identity = served.library.appIdentity
        try served.app.perform(.updateAsset(served.photos[0], .favorite))
        try served.owner.perform(.updateAsset(served.photos[1], .favorite))
        let added = try Served.add(2, by: served.app)
        try served.app.perform(.deleteAssets([served.photos[0], added[0]]))

        let transactions = try served.owner.latestChanges(ofApp: identity, limit: 9).transactions
        #expect(
            transactions.map { [$0.insertedCount, $0.updatedCount, $0.deletedCount, $0.keptCount] } == [
                [0, 0, 2, 2], [2, 0, 0, 0], [0, 1, 0, 1],
            ]
        )
        #expect(transactions.map(\.sequence) == transactions.map(\.sequence).sorted(by: >))
        #expect(try served.owner.latestChanges(ofApp: "exe:/nobody", limit: 9).transactions.isEmpty)
    }

    @Test func `the person is told whether a block changed anything, whatever others change meanwhile`() throws {
        let served = try trusted(photos: 2)
        let block = ChangeBlock(operations: [.updateAsset(served.photos[0], .favorite)])
        let token = try #require(try served.owner.performUnlessUnchanged(block))
        #expect(try token == served.owner.currentToken())
        try served.app.perform(.updateAsset(served.photos[1], .favorite))
        // Sent again after a lost connection: the same block.
        #expect(try served.owner.performUnlessUnchanged(block) == token)
        // Another block to the same end.
        let same = ChangeBlock(operations: [.updateAsset(served.photos[0], .favorite)])
        #expect(try served.owner.performUnlessUnchanged(same) == nil)
        // Apps are not told.
        let all = ChangeBlock(operations: [.updateAsset(served.photos[1], .favorite)])
        #expect(try served.app.performUnlessUnchanged(all) == served.app.currentToken())
    }

    @Test func `only as many of the newest changes as asked for are told, over several pages`() throws {
        let served = try trusted(photos: 1)
        let count = AppChanges.maximumTransactions + 1
        for number in 0..<count {
            var update = AssetUpdate()
            update.isFavorite = number.isMultiple(of: 2)
            try served.app.perform(.updateAsset(served.photos[0], update))
        }
        let all = try served.owner.latestChanges(ofApp: served.library.appIdentity, limit: count)
        #expect(all.transactions.count == count && !all.hasMore)
        for limit in [1, 2, count - 1] {
            let some = try served.owner.latestChanges(ofApp: served.library.appIdentity, limit: limit)
            #expect(some.transactions == Array(all.transactions.prefix(limit)) && some.hasMore)
        }
    }

    @Test func `deletions of an app are undone: one of them, since a time, and all`() throws {
        let served = try trusted(photos: 4)
        let identity = served.library.appIdentity
        for photo in served.photos.prefix(3) { try served.app.perform(.deleteAssets([photo])) }
        let newest = try #require(try served.owner.latestChanges(ofApp: identity, limit: 1).transactions.first)

        let named = [served.photos[1], served.photos[3]].map { LocalIdentifier(.asset, $0) }
        #expect(try served.owner.undo(UndoRequest(app: identity, objects: named)).objects == [named[0]])
        let later = try served.owner.undo(UndoRequest(app: identity, since: newest.time))
        #expect(later.objects.map(\.id) == [served.photos[2]])
        #expect(try served.owner.undo(UndoRequest(app: identity)).objects.map(\.id) == [served.photos[0]])
        #expect(Set(try served.owner.seen) == Set(served.photos))
        let nothing = try served.owner.undo(UndoRequest(app: identity))
        #expect(nothing.objects.isEmpty && nothing.conflicts.isEmpty && nothing.interruption == nil)
    }

    @Test func `what the person deleted themselves afterwards is not an app's to be undone`() throws {
        let served = try trusted(photos: 2)
        let identity = served.library.appIdentity
        try served.app.perform(.deleteAssets(served.photos))
        try served.owner.perform(.recoverAssets([served.photos[0]]))
        try served.owner.perform(.deleteAssets([served.photos[0]]))

        let outcome = try served.owner.undo(UndoRequest(app: identity))
        #expect(outcome.objects.map(\.id) == [served.photos[1]])
        #expect(outcome.conflicts.map(\.object.id) == [served.photos[0]])
    }

    @Test func `a photo that an app deleted twice comes back once`() throws {
        let served = try trusted(photos: 1)
        let identity = served.library.appIdentity
        try served.app.perform(.deleteAssets(served.photos))
        try served.owner.perform(.recoverAssets(served.photos))
        try served.app.perform(.deleteAssets(served.photos))
        let outcome = try served.owner.undo(UndoRequest(app: identity))
        #expect(outcome.objects.map(\.id) == served.photos && outcome.conflicts.isEmpty)
    }
}
