import LibraryClient
import LibraryModel
import LibraryTestSupport
import Testing

@testable import LibraryServer

/// Much is confirmed by the person, however an app cuts it into blocks.
@Suite(.timeLimit(.minutes(2))) struct BulkChangeTests {
    private let served: Served
    private var app: LibraryClient { served.app }

    init() throws {
        served = try Served(photos: 30)
        try served.decide(.authorized)
    }

    private enum Outcome { case done, asks }

    /// Without anybody being asked.
    private func perform(_ operations: ChangeOperation..., by app: LibraryClient? = nil) throws -> Outcome {
        try (app ?? self.app).performUnlessConfirmed(ChangeBlock(operations: operations)) == nil ? .asks : .done
    }

    private func rate(_ photos: some Sequence<ObjectID>, by app: LibraryClient? = nil) throws -> Outcome {
        var update = AssetUpdate()
        update.rating = 5
        let block = ChangeBlock(operations: photos.map { .updateAsset($0, update) })
        return try (app ?? self.app).performUnlessConfirmed(block) == nil ? .asks : .done
    }

    @Test func `blocks of less than is asked about add up, whatever connection they come on`() throws {
        #expect(try rate(served.photos[..<15]) == .done)
        #expect(try rate(served.photos[15..<25]) == .asks)
        let again = served.library.app(claiming: "Another")
        #expect(try rate(served.photos[15..<20], by: again) == .done)
        #expect(try rate(served.photos[20..<21], by: again) == .asks)
        // What it has changed already is no more of it.
        #expect(try rate(served.photos[..<20]) == .done)
    }

    @Test func `what the app added itself counts as little as what was not done`() throws {
        let own = try Served.add(25, by: app)
        #expect(try rate(own) == .done)
        var tooGreat = AssetUpdate()
        tooGreat.rating = 6
        let block = served.photos[..<20].map { ChangeOperation.updateAsset($0, tooGreat) }
        #expect(errorCode { try app.performUnlessConfirmed(ChangeBlock(operations: block)) } == .invalidRequest)
        #expect(try rate(served.photos[5..<25]) == .done)
    }

    @Test func `what the person has confirmed does not count, and they are told how much the app did before`()
        async throws
    {
        #expect(try rate(served.photos[..<10]) == .done)
        let agent = try TestAgent(served.owner)
        let block = ChangeBlock(operations: served.photos[10...].map { .updateAsset($0, .favorite) })
        let confirmed = Task { try await onThread { _ = try served.app.performAfterConfirmation(block) } }
        let prompt = try #require(await agent.prompt())
        guard case .changes(let changes) = prompt.question else {
            Issue.record("\(prompt.question)")
            return
        }
        #expect(changes.updatedAssets == 20 && changes.recentChanges == 10)
        try agent.answer(prompt, .changes(isAllowed: true))
        try await confirmed.value
        #expect(try rate(served.photos[10..<20]) == .done)
        #expect(try rate(served.photos[20..<21]) == .asks)
        agent.leave()
    }

    @Test func `emptying, renaming and reordering albums of the person's counts, and what is done to its own does not`()
        throws
    {
        let album = try served.owner.mintIdentifiers(1)[0]
        let members = served.photos.map { LocalIdentifier(.asset, $0) }
        try served.owner.perform(
            .createCollection(.assetCollection, album, title: "Mine", parent: nil),
            .insertMembers(.album(album), members, at: nil)
        )
        let own = try app.mintIdentifiers(1)[0]
        try app.perform(
            .createCollection(.assetCollection, own, title: "App's", parent: nil),
            .insertMembers(.album(own), members, at: nil)
        )
        try app.perform(.removeMembers(.album(own), members), .renameCollection(.assetCollection, own, title: "x"))
        #expect(try perform(.removeMembers(.album(album), members)) == .asks)
        #expect(try perform(.removeMembers(.album(album), Array(members[..<18]))) == .done)
        // Of what is not in the album nothing is taken out.
        #expect(try perform(.removeMembers(.album(album), Array(members[..<18]))) == .done)
        #expect(try perform(.renameCollection(.assetCollection, album, title: "y")) == .done)
        #expect(try perform(.moveMembers(.album(album), [members[25]], to: 0)) == .done)
        #expect(try perform(.removeMembers(.album(album), [members[20]])) == .done)
        #expect(try perform(.removeMembers(.album(album), [members[21]])) == .asks)
    }
}
