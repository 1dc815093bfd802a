import Admission
import LibraryModel
import Synchronization
import Testing

@testable import LibraryStore

/// What is decided about an app is decided at once, and what is forgotten is forgotten.
@Suite struct ForgetTests {
    private static let identity = "exe:/usr/bin/forgotten"

    @Test func `nothing in any table names an app that was forgotten, and nothing is left of it but history`() throws {
        let library = try TestLibrary()
        let photo = try library.person.addOne()
        let app = try library.app(ForgetTests.identity, .authorized)
        try library.store.noteSeen(ForgetTests.identity, claimedName: ForgetTests.identity, asksForAccess: true)
        try library.store.notePicked(3, for: ForgetTests.identity, claimedName: ForgetTests.identity)
        let use = LibraryStore.NewUse(time: 7, days: [AppDay(day: 19_000, lookedAt: 3)])
        try library.store.noteUsed([ForgetTests.identity: use])
        #expect(try library.store.apps().map(\.days) == [[AppDay(day: 19_000, lookedAt: 3)]])
        try app.set(photo) { $0.rating = 5 }
        let own = try app.addOne()
        let album = try app.makeAlbum("Album")
        try app.insert([photo, own], into: album)
        var decision = Decision(.limited)
        decision.selection = [photo]
        decision.program = ExecutableFingerprint(content: ForgetTests.identity, fileIdentity: ForgetTests.identity)
        (decision.confirmsChanges, decision.isSilenced) = (false, true)
        try library.store.decide(decision, about: ForgetTests.identity)
        #expect(try library.tablesNaming(ForgetTests.identity) == ["app"])
        let row = try library.number("SELECT row FROM app")

        try library.store.forget(ForgetTests.identity)
        #expect(try library.tablesNaming(ForgetTests.identity) == [])
        #expect(try library.store.apps().isEmpty)
        for table in ["selection", "idempotency", "former_value", "seen_transaction", "app_day"] {
            #expect(try library.number("SELECT count(*) FROM \(table) WHERE app = \(row)") == 0, "\(table)")
        }
        #expect(errorCode { try app.currentToken() } == .accessDenied)
        // What it made is there, and is the person's.
        #expect(try Set(library.person.ids(.assets(inCollection: album))) == [photo, own])
        var token = try library.person.currentToken()
        token.sequence = 0
        #expect(try library.person.log(since: token).allSatisfy { $0.app == nil })
        // The next of that name is another.
        _ = try library.app(ForgetTests.identity, .limited)
        #expect(try library.view(ForgetTests.identity).ids(.allAssets).isEmpty)
        #expect(try library.number("SELECT row FROM app") > row)
        #expect(try library.store.apps().map(\.lastUsed) == [nil])
        #expect(try library.store.integrityCheck().isEmpty)
    }

    @Test
    func `no table has a row of an app that was forgotten, but history, and what says that an app added an asset`()
        throws
    {
        let now = Atomic<UInt64>(0)
        let library = try TestLibrary { configuration in
            configuration.blocksOfApp = TokenBucket.Limit(capacity: 9, perSecond: 0.001)
            configuration.monotonicClock = { now.load(ordering: .relaxed) }
        }
        // A number that is nothing else's.
        let row: Int64 = 7_777_777
        try library.tamper("INSERT INTO sqlite_sequence (name, seq) VALUES ('app', \(row - 1))")
        let photo = try library.person.addOne()
        let app = try library.app(ForgetTests.identity, .authorized)
        #expect(try library.number("SELECT row FROM app") == row)
        try app.set(photo) { $0.rating = 5 }
        _ = try app.addOne()
        let album = try app.makeAlbum("Album")
        try library.store.setStatus(of: ForgetTests.identity, for: .readWrite, to: .limited)
        try library.store.select([photo], for: ForgetTests.identity)
        try app.insert([photo], into: album)
        try app.set(photo) { $0.rating = 4 }
        let history: Set = ["change.scope", "change.owner", "change_transaction.origin"]
        let kept = history.union(["asset.added_by"])
        #expect(
            try library.columns(holding: row)
                == kept.union([
                    "app.row", "collection.owner", "former_value.app", "idempotency.app", "selection.app",
                    "seen_transaction.app", "sqlite_sequence.seq",
                ])
        )
        while errorCode({ try app.set(photo) { $0.isFavorite = now.load(ordering: .relaxed) % 2 == 0 } }) == nil {
            now.add(1, ordering: .relaxed)
        }

        try library.store.forget(ForgetTests.identity)
        #expect(try library.columns(holding: row) == kept.union(["sqlite_sequence.seq"]))
        // What it had written does not count for the next of that name.
        try library.app(ForgetTests.identity, .authorized).set(photo) { $0.rating = 1 }
    }

    @Test func `a decision that cannot be made whole is not made`() throws {
        let library = try TestLibrary()
        let photos = try library.person.add(count: 3)
        try library.store.select([photos[0]], for: "exe:/app")
        var decision = Decision(.limited, until: library.clock.now + 1_000_000)
        decision.selection = [photos[1], photos[2], .random()]
        (decision.confirmsChanges, decision.isSilenced) = (false, true)
        #expect(errorCode { try library.store.decide(decision, about: "exe:/app") } == .notFound)
        let grant = try #require(try library.store.apps().first)
        #expect(grant.readWrite == .notDetermined && grant.until == nil && grant.confirmsChanges && !grant.isSilenced)
        #expect(try library.store.selection(of: "exe:/app") == [photos[0]])

        decision.selection = [photos[2], photos[1], photos[2]]
        let outcome = try library.store.decide(decision, about: "exe:/app")
        #expect(outcome.added == [photos[2], photos[1]] && outcome.removed == [photos[0]])
        let decided = try #require(try library.store.apps().first)
        #expect(decided.readWrite == .limited && decided.until != nil && !decided.confirmsChanges && decided.isSilenced)
        #expect(try library.store.selection(of: "exe:/app") == [photos[1], photos[2]])
    }

    @Test func `when an app was used last only becomes later, and connecting is no use`() throws {
        let library = try TestLibrary()
        try library.store.noteSeen("exe:/app", claimedName: "App")
        #expect(try library.store.apps().map(\.lastUsed) == [nil])
        try library.store.noteUsed(["exe:/app": .init(time: 9), "exe:/unknown": .init(time: 9)])
        try library.store.noteUsed(["exe:/app": .init(time: 5)])
        #expect(try library.store.apps().map(\.lastUsed) == [9])
    }
}
