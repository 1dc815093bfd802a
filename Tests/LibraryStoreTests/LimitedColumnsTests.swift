import LibraryModel
import LibraryStore
import Synchronization
import Testing

/// Apps with limited access, whom the columns in memory answer: what the person or the app does holds at the next
/// fetch, of whatever session.
@Suite struct LimitedColumnsTests {
    private static let all = FetchRequest(.allAssets, includesHidden: true, includesAllBurstAssets: true)
    private static let app = "exe:/some"

    private let library: TestLibrary
    private let ids: [ObjectID]
    /// Two sessions of one app.
    private let sessions: [LibraryView]

    init() throws {
        library = try TestLibrary()
        ids = try library.person.add(count: 8)
        _ = try library.app(LimitedColumnsTests.app, .limited)
        sessions = [library.view(LimitedColumnsTests.app), library.view(LimitedColumnsTests.app)]
        #expect(library.store.waitForColumns())
    }

    /// What both sessions see, in every way to ask for it; nil when these differ, or the columns did not answer.
    private func seen() throws -> [ObjectID]? {
        var answers: Set<[ObjectID]> = []
        for session in sessions {
            let before = library.store.columnAnswerCount
            let rows = try session.fetch(LimitedColumnsTests.all)
            guard rows.hints.isEmpty, try session.count(LimitedColumnsTests.all) == rows.ids.count,
                library.store.columnAnswerCount == before + 2
            else { return nil }
            // As many identifiers as the columns look up, and a few that the statement does.
            let padding = (0..<20).map { _ in ObjectID.random() }
            for list in [ids + padding, ids] {
                let found = Set(try session.fetch(FetchRequest(.identifiers(.asset, list))).ids)
                answers.insert(rows.ids.filter(found.contains))
                guard found.isSubset(of: rows.ids) else { return nil }
            }
            answers.insert(rows.ids)
        }
        return answers.count == 1 ? answers.first : nil
    }

    @Test func `a selection that grows and shrinks`() throws {
        #expect(try seen() == [])
        try library.store.select([ids[1], ids[3]], for: LimitedColumnsTests.app)
        #expect(try seen() == [ids[1], ids[3]])
        try library.store.deselect([ids[1]], for: LimitedColumnsTests.app)
        #expect(try seen() == [ids[3]])
        var decision = Decision()
        decision.selection = [ids[0], ids[7]]
        try library.store.decide(decision, about: LimitedColumnsTests.app)
        #expect(try seen() == [ids[0], ids[7]])
        try library.store.select([ids[2]], for: "exe:/other")
        #expect(try seen() == [ids[0], ids[7]])
    }

    @Test func `a selected photo that is deleted, recovered, hidden and erased`() throws {
        try library.store.select([ids[1], ids[3]], for: LimitedColumnsTests.app)
        #expect(try seen() == [ids[1], ids[3]])
        try library.person.change(.deleteAssets([ids[1]]))
        #expect(try seen() == [ids[3]])
        try library.person.change(.recoverAssets([ids[1]]))
        try library.person.set(ids[3]) { $0.isHidden = true }
        #expect(try seen() == [ids[1], ids[3]])
        #expect(try sessions[0].fetch(FetchRequest(.allAssets)).ids == [ids[1]])
        try library.person.change(.deleteAssets([ids[1]]))
        library.clock.advance(days: 31)
        _ = try library.store.purgeRecentlyDeleted()
        #expect(try seen() == [ids[3]])
        let new = try library.person.addOne()
        #expect(try seen() == [ids[3]])
        #expect(new != ids[1])
    }

    @Test func `what the app adds itself`() throws {
        #expect(try seen() == [])
        let own = try sessions[0].addOne()
        #expect(try sessions[1].fetch(LimitedColumnsTests.all).ids == [own])
        try library.store.deselect([own], for: LimitedColumnsTests.app)
        #expect(try seen() == [])
    }

    @Test func `access that is revoked, given in full, limited again, and that ends`() throws {
        try library.store.select([ids[4]], for: LimitedColumnsTests.app)
        #expect(try seen() == [ids[4]])
        try library.store.setStatus(of: LimitedColumnsTests.app, for: .readWrite, to: .denied)
        for session in sessions { #expect(try session.fetch(LimitedColumnsTests.all).ids == []) }
        try library.store.setStatus(of: LimitedColumnsTests.app, for: .readWrite, to: .authorized)
        for session in sessions { #expect(try session.fetch(LimitedColumnsTests.all).ids == ids) }
        let end = library.clock.now + 1_000_000
        try library.store.setStatus(of: LimitedColumnsTests.app, for: .readWrite, to: .limited, until: end)
        #expect(try seen() == [ids[4]])
        library.clock.advance(microseconds: 1_000_000)
        for session in sessions { #expect(try session.fetch(LimitedColumnsTests.all).ids == []) }
    }

    @Test func `an app that is forgotten, and comes again under its name`() throws {
        try library.store.select(ids, for: LimitedColumnsTests.app)
        #expect(try seen() == ids)
        try library.store.forget(LimitedColumnsTests.app)
        for session in sessions { #expect(try session.fetch(LimitedColumnsTests.all).ids == []) }
        _ = try library.app(LimitedColumnsTests.app, .limited)
        #expect(try seen() == [])
        try library.store.select([ids[6]], for: LimitedColumnsTests.app)
        #expect(try seen() == [ids[6]])
    }

    @Test func `a selection that another program changes, by whatever statement`() throws {
        try library.store.select(ids, for: LimitedColumnsTests.app)
        #expect(try seen() == ids)
        for (statement, left) in [
            ("UPDATE selection SET until_sequence = 99 WHERE asset = 1", Array(ids[1...])),
            ("UPDATE selection SET until_sequence = NULL WHERE asset = 1", ids),
            ("UPDATE selection SET asset = 100 WHERE asset = 1", Array(ids[1...])),
            ("DELETE FROM selection WHERE asset < 5", Array(ids[4...])),
            (
                "REPLACE INTO selection (app, asset, since_sequence) SELECT app, 2, 9 FROM selection LIMIT 1",
                [ids[1]] + ids[4...]
            ),
            ("DELETE FROM selection", []),
        ] {
            try library.tamper(statement)
            #expect(try seen() == left, "\(statement)")
        }
    }

    @Test func `more apps than are kept in memory`() throws {
        let apps = try (0..<40).map { try library.app("exe:/app-\($0)", .limited) }
        for number in apps.indices {
            try library.store.select([ids[number % 8]], for: "exe:/app-\(number)")
        }
        for _ in 0..<2 {
            for (number, app) in apps.enumerated() {
                #expect(try app.fetch(LimitedColumnsTests.all).ids == [ids[number % 8]])
            }
        }
    }

    @Test func `readers see each selection whole while it is changed`() throws {
        let (first, second) = (Array(ids[..<4]), Array(ids[4...]))
        let isOver = Atomic(false)
        let failures = Atomic(0)
        let reads = Atomic(0)
        let (library, ids, sessions) = (library, ids, sessions)
        @Sendable func choose(_ ids: [ObjectID]) throws {
            var decision = Decision()
            decision.selection = ids
            try library.store.decide(decision, about: LimitedColumnsTests.app)
        }
        try choose(first)
        onThreads(3) { thread in
            do {
                if thread == 0 {
                    for round in 0..<60 {
                        let now = round % 2 == 0 ? second : first
                        try choose(now)
                        if try sessions[0].fetch(LimitedColumnsTests.all).ids != now {
                            failures.add(1, ordering: .relaxed)
                        }
                        // The columns have another generation for the same selection.
                        try library.person.set(ids[round % 8]) { $0.rating = UInt32(round % 5) }
                    }
                    isOver.store(true, ordering: .releasing)
                } else {
                    while !isOver.load(ordering: .acquiring) {
                        let rows = try sessions[1].fetch(LimitedColumnsTests.all).ids
                        if rows != first && rows != second { failures.add(1, ordering: .relaxed) }
                        reads.add(1, ordering: .relaxed)
                    }
                }
            } catch {
                failures.add(1, ordering: .relaxed)
                isOver.store(true, ordering: .releasing)
            }
        }
        #expect(failures.load(ordering: .relaxed) == 0)
        #expect(reads.load(ordering: .relaxed) > 0)
    }
}
