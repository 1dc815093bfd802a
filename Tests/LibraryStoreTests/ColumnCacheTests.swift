import LibraryModel
import LibraryStore
import Synchronization
import Testing

/// When the columns in memory answer, and when SQL does.
@Suite struct ColumnCacheTests {
    private static let favorites = PredicateProgram([
        .key("favorite"), .literal(.boolean(true)), .compare(.equal, []),
    ])

    @Test func `the columns answer whoever reads, and have nothing for those who may not`() throws {
        let library = try TestLibrary()
        let ids = try library.person.add(count: 3)
        let (full, limited) = (try library.app("exe:/full", .authorized), try library.app("exe:/some", .limited))
        try library.store.select([ids[0]], for: "exe:/some")
        try library.store.setStatus(of: "exe:/adder", for: .addOnly, to: .authorized)
        #expect(library.store.waitForColumns())
        let before = library.store.columnAnswerCount
        #expect(try full.fetch(FetchRequest(.allAssets)).ids == ids)
        #expect(try library.person.count(FetchRequest(.allAssets)) == 3)
        #expect(try limited.fetch(FetchRequest(.allAssets)).ids == [ids[0]])
        #expect(library.store.columnAnswerCount == before + 3)
        for stranger in [library.view("exe:/adder"), library.view("exe:/nobody")] {
            #expect(try stranger.fetch(FetchRequest(.allAssets)).ids == [])
        }
        #expect(library.store.columnAnswerCount == before + 3)
    }

    @Test func `whoever has made a change gets it from the columns`() throws {
        let library = try TestLibrary()
        #expect(library.store.waitForColumns())
        let ids = try library.person.add(count: 2)
        try library.person.set(ids[1]) { $0.isFavorite = true }
        let before = library.store.columnAnswerCount
        let request = FetchRequest(.allAssets, predicate: ColumnCacheTests.favorites)
        #expect(try library.person.fetch(request).ids == [ids[1]])
        try library.person.change(.deleteAssets([ids[1]]))
        #expect(try library.person.fetch(request).ids == [])
        try library.person.change(.recoverAssets([ids[1]]))
        #expect(try library.person.count(request) == 1)
        #expect(library.store.columnAnswerCount == before + 3)
    }

    @Test func `what is erased is gone from the columns too`() throws {
        let library = try TestLibrary()
        #expect(library.store.waitForColumns())
        let ids = try library.person.add(count: 2)
        try library.person.change(.deleteAssets([ids[0]]))
        library.clock.advance(days: 31)
        _ = try library.store.purgeRecentlyDeleted()
        #expect(try library.number("SELECT count(*) FROM asset") == 1)
        #expect(try library.store.integrityCheck() == [])
        let all = FetchRequest(.allAssets, includesHidden: true, includesAllBurstAssets: true)
        #expect(try library.person.fetch(all).ids == [ids[1]])
    }

    @Test func `of one block, neighbours and single photos that changed or are gone`() throws {
        let library = try TestLibrary()
        let ids = try library.person.add(count: 60)
        #expect(library.store.waitForColumns())
        let favorites = [0, 1, 3, 7, 8, 20, 59]
        var update = AssetUpdate()
        update.isFavorite = true
        _ = try library.person.perform(ChangeBlock(operations: favorites.map { .updateAsset(ids[$0], update) }))
        #expect(try library.store.integrityCheck() == [])
        let gone = [0, 2, 3, 9, 30, 31, 32, 58, 59]
        try library.person.change(.deleteAssets(gone.map { ids[$0] }))
        library.clock.advance(days: 31)
        _ = try library.store.purgeRecentlyDeleted()
        #expect(try library.number("SELECT count(*) FROM asset") == Int64(60 - gone.count))
        #expect(try library.store.integrityCheck() == [])
        let request = FetchRequest(
            .allAssets,
            predicate: PredicateProgram([.key("favorite"), .literal(.boolean(true)), .compare(.equal, [])])
        )
        let before = library.store.columnAnswerCount
        #expect(try library.person.fetch(request).ids == [1, 7, 8, 20].map { ids[$0] })
        #expect(library.store.columnAnswerCount == before + 1)
    }

    @Test func `a block that is refused leaves the columns as they were`() throws {
        let library = try TestLibrary()
        let ids = try library.person.add(count: 2)
        #expect(library.store.waitForColumns())
        var update = AssetUpdate()
        update.isHidden = true
        #expect(throws: LibraryError.self) {
            try library.person.change(.updateAsset(ids[0], update), .deleteAssets([.random()]))
        }
        let before = library.store.columnAnswerCount
        #expect(try library.person.fetch(FetchRequest(.allAssets)).ids == ids)
        try library.person.set(ids[1]) { $0.rating = 3 }
        #expect(try library.person.fetch(FetchRequest(.allAssets)).ids == ids)
        #expect(library.store.columnAnswerCount == before + 2)
        #expect(try library.store.integrityCheck() == [])
    }

    @Test func `assets that another program changes are never answered from memory`() throws {
        let failures = Recorder<String>()
        let library = try TestLibrary { $0.onColumnFailure = { failures.append($0) } }
        let ids = try library.person.add(count: 3)
        #expect(library.store.waitForColumns())
        try library.tamper("UPDATE asset SET shelf = 1 WHERE row = 1")
        let before = library.store.columnAnswerCount
        #expect(try library.person.fetch(FetchRequest(.allAssets)).ids == [ids[1], ids[2]])
        // Nor after the next change by the library itself.
        try library.person.set(ids[1]) { $0.isFavorite = true }
        #expect(try library.person.fetch(FetchRequest(.allAssets)).ids == [ids[1], ids[2]])
        #expect(library.store.columnAnswerCount == before)
        // That is reported, and found by a verification, until they are loaded again.
        #expect(failures.values == ["another program has changed the library's database"])
        #expect(try library.store.integrityCheck().filter { $0.contains("not in memory") }.count == 1)
        try library.store.reloadColumns()
        #expect(library.store.waitForColumns())
        #expect(try library.person.fetch(FetchRequest(.allAssets)).ids == [ids[1], ids[2]])
        #expect(library.store.columnAnswerCount == before + 1)
        #expect(try library.store.integrityCheck() == [])
        #expect(failures.values.count == 1)
    }

    @Test func `of a predicate that the columns decide in part, SQL looks only at the assets that they leave`() throws {
        let library = try TestLibrary()
        let ids = try library.person.add(count: 1_025)
        for id in ids[..<3] { try library.person.set(id) { $0.isFavorite = true } }
        for id in ids[1..<4] { try library.person.set(id) { $0.title = .set("lake") } }
        #expect(library.store.waitForColumns())
        let titled: [PredicateInstruction] = [.key("title"), .literal(.text("lake")), .compare(.equal, [])]
        func answers(_ program: [PredicateInstruction]) throws -> ([ObjectID], count: Int, fromCandidates: Int) {
            var request = FetchRequest(.allAssets, predicate: PredicateProgram(program))
            request.sort = [SortKey("creationDate", isAscending: true)]
            let before = library.store.columnCandidateCount
            let found = try library.person.fetch(request).ids
            let count = try library.person.count(request)
            return (found, count, library.store.columnCandidateCount - before)
        }
        let favorites = ColumnCacheTests.favorites.instructions
        #expect(try answers(favorites + titled + [.and]) == (Array(ids[1..<3]), 2, 2))
        #expect(try answers(titled + [.not] + favorites + [.and]) == ([ids[0]], 1, 2))
        // The columns leave one more than SQL looks at one by one.
        #expect(try answers(titled) == (Array(ids[1..<4]), 3, 0))
        #expect(try answers(favorites + titled + [.or]) == (Array(ids[..<4]), 4, 0))
        try library.person.change(.deleteAssets([ids[1_024]]))
        #expect(try answers(favorites + titled + [.or]) == (Array(ids[..<4]), 4, 2))
    }

    @Test func `the columns hold photos of any date`() throws {
        let library = try TestLibrary()
        #expect(library.store.waitForColumns())
        let ids = try library.person.add(count: 3)
        for (id, date) in zip(ids, [Int64.min, .max]) { try library.person.set(id) { $0.creationDate = .set(date) } }
        #expect(try library.store.integrityCheck() == [])
        let before = library.store.columnAnswerCount
        let request = FetchRequest(.allAssets, sort: [SortKey("creationDate", isAscending: true)])
        #expect(Set(try library.person.fetch(request).ids) == Set(ids))
        #expect(library.store.columnAnswerCount == before + 1)
    }

    @Test func `values that are too wide for the columns are left to SQL`() throws {
        let directory = ScratchDirectory()
        do {
            let library = try TestLibrary(directory: directory)
            try library.person.add(count: 2)
            try library.tamper("UPDATE asset SET rating = 1000 WHERE row = 2")
            library.store.close()
        }
        let failures = Recorder<String>()
        let library = try TestLibrary(directory: directory) { $0.onColumnFailure = { failures.append($0) } }
        #expect(!library.store.waitForColumns())
        try library.store.reloadColumns()
        #expect(!library.store.waitForColumns())
        #expect(try library.store.integrityCheck().contains { $0.contains("a property that is out of range") })
        let rated = PredicateProgram([.key("rating"), .literal(.integer(1_000)), .compare(.equal, [])])
        #expect(try library.person.count(FetchRequest(.allAssets, predicate: rated)) == 1)
    }

    @Test func `changes that are made while the columns are loaded are in them`() throws {
        let directory = ScratchDirectory()
        var ids: [ObjectID] = []
        do {
            let library = try TestLibrary(directory: directory)
            ids = try library.person.add(count: 500)
            library.store.close()
        }
        for _ in 0..<20 {
            let library = try TestLibrary(directory: directory)
            for asset in ids.shuffled().prefix(5) { try library.person.set(asset) { $0.rating = .random(in: 0...5) } }
            ids += try library.person.add(count: 2)
            try library.person.change(.deleteAssets([ids.removeFirst()]))
            #expect(library.store.waitForColumns())
            #expect(try library.store.integrityCheck() == [])
            #expect(try library.person.fetch(FetchRequest(.allAssets)).ids == ids)
            #expect(library.store.columnAnswerCount > 0)
            library.store.close()
        }
    }

    @Test func `readers see each commit whole while others write`() throws {
        let library = try TestLibrary()
        let ids = try library.person.add(count: 40)
        #expect(library.store.waitForColumns())
        let isOver = Atomic(false)
        let failures = Atomic(0)
        onThreads(3) { thread in
            do {
                if thread == 0 {
                    // All or none are favourites in each state.
                    for round in 0..<60 {
                        var update = AssetUpdate()
                        update.isFavorite = round % 2 == 0
                        _ = try library.person.perform(
                            ChangeBlock(operations: ids.map { .updateAsset($0, update) })
                        )
                    }
                    isOver.store(true, ordering: .releasing)
                } else {
                    let request = FetchRequest(.allAssets, predicate: ColumnCacheTests.favorites)
                    while !isOver.load(ordering: .acquiring) {
                        let count = try library.person.count(request)
                        if count != 0 && count != ids.count { failures.add(1, ordering: .relaxed) }
                    }
                }
            } catch {
                failures.add(1, ordering: .relaxed)
                isOver.store(true, ordering: .releasing)
            }
        }
        #expect(failures.load(ordering: .relaxed) == 0)
        #expect(try library.store.integrityCheck() == [])
    }
}
