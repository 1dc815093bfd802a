import LibraryModel
import LibraryStore
import Testing

@Suite struct HistoryTests {
    @Test func `sequences rise by one, and pages join without gap or overlap`() throws {
        let library = try TestLibrary()
        let person = library.person
        let token = try person.currentToken()
        let counts = [1, 3, 1, 1, 5, 2]
        var expected: [LoggedChange.What] = []
        for count in counts { expected += try person.add(count: count).map(inserted) }
        for maximum in [1, 2, 3, 4, 100] {
            #expect(try person.log(since: token, maximumChanges: maximum).what == expected)
        }
        let page = try person.history(since: token, maximumChanges: 4)
        #expect(page.sequences == [1, 2])
        #expect(page.changeCounts == [1, 3])
        #expect(page.upTo == 2)
        #expect(page.hasMore)
        #expect(page.times[0] < page.times[1])
        // One transaction alone may be larger than a page.
        var fifth = token
        fifth.sequence = 4
        #expect(try person.history(since: fifth, maximumChanges: 2).changeCounts == [5])
        let all = try person.history(since: token)
        #expect(all.sequences == [1, 2, 3, 4, 5, 6])
        #expect(all.upTo == 6 && !all.hasMore)
        #expect(try person.history(since: person.currentToken()).upTo == 6)
        #expect(errorCode { try person.history(since: token, maximumChanges: 0) } == .invalidRequest)
    }

    @Test func `commits that add to history are told, and no others`() throws {
        let library = try TestLibrary()
        try library.person.addOne()
        let id = try library.person.makeAlbum()
        #expect(library.commits.values.count == 2)
        // What changes nothing, and what is decided about an app, is not in history.
        try library.person.change(.renameCollection(.assetCollection, id, title: "Album"))
        let app = try library.app("exe:/app", .limited)
        #expect(library.commits.values.count == 2)
        try library.store.select([try app.addOne()], for: "exe:/app")
        #expect(library.commits.values.count == 3)
        let unseen = try library.person.addOne()
        try library.store.select([unseen], for: "exe:/app")
        #expect(library.commits.values.count == 5)
    }

    @Test func `a token tells why it has expired`() throws {
        let library = try TestLibrary()
        let app = try library.app("exe:/app", .authorized)
        try app.addOne()
        let token = try app.currentToken()
        func cause(_ change: (inout ChangeToken) -> Void) -> String? {
            var token = token
            change(&token)
            do {
                _ = try app.history(since: token)
                return nil
            } catch {
                #expect(error.code == .tokenExpired)
                return error.details["cause"]
            }
        }
        #expect(cause { _ in } == nil)
        #expect(cause { $0.library = .random() } == "library")
        #expect(cause { $0.historyEpoch ^= 1 } == "epoch")
        #expect(cause { $0.visibilityEpoch += 1 } == "visibility")
        #expect(cause { $0.sequence += 1 } == "future")
        #expect(cause { $0.sequence = .max } == "future")
        // What it sees is another thing now.
        try library.store.setStatus(of: "exe:/app", for: .readWrite, to: .limited)
        #expect(cause { _ in } == "visibility")
        try library.store.setStatus(of: "exe:/app", for: .readWrite, to: .authorized)
        #expect(cause { _ in } == "visibility")
        // The same decision again changes nothing.
        let fresh = try app.currentToken()
        try library.store.setStatus(of: "exe:/app", for: .readWrite, to: .authorized)
        #expect(try app.history(since: fresh).sequences == [])
    }

    @Test func `history is kept for its time and for its number, whichever is longer`() throws {
        let library = try TestLibrary { configuration in
            configuration.minimumKeptChanges = 10
            configuration.maximumPrunedChanges = 4
        }
        let person = library.person
        let start = try person.currentToken()
        for _ in 0..<6 { try person.add(count: 2) }
        // Old enough, but two changes only are more than ten.
        library.clock.advance(days: 29)
        while try library.store.maintain() {}
        #expect(try person.log(since: start).count == 12)
        library.clock.advance(days: 2)
        while try library.store.maintain() {}
        #expect(errorCode { try person.history(since: start) } == .tokenExpired)
        var first = start
        first.sequence = 1
        #expect(try person.log(since: first).count == 10)
        #expect(try library.store.statistics().firstSequence == 1)
        // Ten young ones: all the old ones go, in steps.
        for _ in 0..<5 { try person.add(count: 2) }
        #expect(try library.store.maintain())
        var floor = start
        floor.sequence = try library.store.statistics().firstSequence
        #expect(floor.sequence == 3)
        do {
            _ = try person.history(since: first)
            Issue.record("the token is older than history")
        } catch {
            #expect(error.details["cause"] == "age")
        }
        while try library.store.maintain() {}
        #expect(try library.store.statistics().firstSequence == 6)
        #expect(try library.store.integrityCheck() == [])
        library.clock.advance(days: 1)
        _ = try library.store.maintain()
        #expect(try library.store.statistics().firstSequence == 6)
    }

    @Test func `sequences go on where they were when all history is gone`() throws {
        let directory = ScratchDirectory()
        var token: ChangeToken?
        do {
            let library = try TestLibrary(directory: directory) { $0.minimumKeptChanges = 0 }
            for _ in 0..<3 { try library.person.addOne() }
            library.clock.advance(days: 31)
            while try library.store.maintain() {}
            #expect(try library.number("SELECT count(*) FROM change") == 0)
            token = try library.person.currentToken()
            library.store.close()
        }
        let library = try TestLibrary(directory: directory)
        let known = try #require(token)
        #expect(known.sequence == 3)
        #expect(try library.person.currentToken() == known)
        let id = try library.person.addOne()
        #expect(try library.person.log(since: known).map(\.sequence) == [4])
        #expect(try library.person.log(since: known).what == [inserted(id)])
    }

    @Test func `a gap before a transaction that is larger than a page is told once, and history goes on`() throws {
        let library = try TestLibrary()
        let start = try library.person.currentToken()
        for count in [1, 1, 5] { try library.person.add(count: count) }
        try library.tamper("DELETE FROM change WHERE sequence = 2; DELETE FROM change_transaction WHERE sequence = 2")
        let first = try library.person.history(since: start, maximumChanges: 2)
        #expect(first.sequences == [1, 2] && first.unavailable == [1])
        #expect(first.upTo == 2 && first.hasMore)
        var token = start
        token.sequence = 1
        let gap = try library.person.history(since: token, maximumChanges: 2)
        #expect(gap.sequences == [2] && gap.upTo == 2 && gap.hasMore)
        token.sequence = 2
        let last = try library.person.history(since: token, maximumChanges: 2)
        #expect(last.sequences == [3] && last.changeCounts == [5] && !last.hasMore)
    }

    @Test func `a transaction whose details are damaged is told as unavailable, and the others are not`() throws {
        let directory = ScratchDirectory()
        let first = try TestLibrary(directory: directory)
        let start = try first.person.currentToken()
        for _ in 0..<4 { try first.person.add(count: 2) }
        first.store.close()
        try first.tamper("DELETE FROM change WHERE row = 3; DELETE FROM change WHERE sequence = 4")
        let library = try TestLibrary(directory: directory)
        let page = try library.person.history(since: start)
        #expect(page.sequences == [1, 2, 3, 4])
        #expect(page.unavailable == [1, 3])
        #expect(page.changeCounts == [2, 1, 2, 0])
        #expect(try library.store.integrityCheck().count == 2)
        // What is written after the damage is whole.
        try library.person.addOne()
        #expect(try library.person.history(since: start).unavailable == [1, 3])
    }

    @Test func `of what is lost a limited app is told where it saw something`() throws {
        let directory = ScratchDirectory()
        let first = try TestLibrary(directory: directory)
        _ = try first.app("exe:/app", .limited)
        let id = try first.person.addOne()
        try first.store.select([id], for: "exe:/app")
        let start = try first.view("exe:/app").currentToken()
        for rating: UInt32 in 1...4 {
            try first.person.set(id) { $0.rating = rating }
            try first.person.addOne()
        }
        let newest = try first.person.currentToken().sequence
        first.store.close()
        // The second and the last of those that it saw, and one that it did not see.
        try first.tamper(
            """
            DELETE FROM change_transaction WHERE sequence = \(newest - 5);
            DELETE FROM change WHERE sequence = \(newest - 4);
            DELETE FROM change_transaction WHERE sequence = \(newest - 1)
            """
        )
        let library = try TestLibrary(directory: directory)
        let app = library.view("exe:/app")
        let page = try app.history(since: start)
        #expect(page.sequences == (1...4).map { start.sequence + $0 })
        #expect(page.changeCounts == [1, 0, 1, 0])
        #expect(page.unavailable == [1, 3])
        #expect(page.upTo == start.sequence + 4 && !page.hasMore)
    }
}
