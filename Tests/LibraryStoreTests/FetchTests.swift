import LibraryModel
import LibraryStore
import LinuxSystem
import Testing

@Suite struct FetchTests {
    @Test func `fetches what was added, in the order of adding, with hints`() throws {
        let library = try TestLibrary()
        let ids = try library.person.add(count: 5)
        let rows = try library.person.fetch(FetchRequest(.allAssets))
        #expect(rows.ids == ids)
        #expect(rows.hints == [1, 2, 3, 4, 5])
        #expect(rows.ids.count == 5)
        #expect(rows.kinds == .all(.asset))
    }

    @Test func `sorts by several keys and limits after sorting`() throws {
        let library = try TestLibrary()
        let ids = try library.person.add([
            NewAsset(captured: 30, size: (10, 10)), NewAsset(captured: 10, size: (20, 10)),
            NewAsset(captured: nil, size: (10, 10)), NewAsset(captured: 20, size: (10, 10)),
            NewAsset(captured: 20, size: (30, 10)),
        ])
        let ascending = try library.person.ids(.allAssets) { $0.sort = [SortKey("creationDate", isAscending: true)] }
        #expect(ascending == [ids[2], ids[1], ids[3], ids[4], ids[0]])
        let newest = try library.person.ids(.allAssets) {
            $0.sort = [SortKey("creationDate", isAscending: false)]
            $0.limit = 2
        }
        #expect(newest == [ids[0], ids[4]])
        let wide = try library.person.ids(.allAssets) {
            $0.sort = [SortKey("pixelWidth", isAscending: false), SortKey("creationDate", isAscending: true)]
        }
        #expect(wide == [ids[4], ids[1], ids[2], ids[3], ids[0]])
    }

    @Test func `finds identifiers in the order given, each once, hidden ones too`() throws {
        let library = try TestLibrary()
        var hidden = NewAsset()
        hidden.properties.isHidden = true
        let ids = try library.person.add([NewAsset(), hidden, NewAsset()])
        let asked = [ids[2], .random(), ids[1], ids[2], ids[0]]
        #expect(try library.person.ids(.identifiers(.asset, asked)) == [ids[2], ids[1], ids[0]])
        #expect(try library.person.ids(.identifiers(.assetCollection, asked)) == [])
        #expect(try library.person.ids(.allAssets) == [ids[0], ids[2]])
        #expect(try library.person.ids(.allAssets) { $0.includesHidden = true } == ids)
        let sorted = try library.person.ids(.identifiers(.asset, asked)) {
            $0.sort = [SortKey("addedDate", isAscending: true)]
            $0.limit = 2
        }
        #expect(sorted.count == 2)
        #expect(try library.person.ids(.identifiers(.asset, asked)) { $0.limit = 1 } == [ids[2]])
    }

    @Test func `what is asked for twice is found once, also when it is filtered or sorted`() throws {
        let library = try TestLibrary()
        let ids = try library.person.add([NewAsset(captured: 30), NewAsset(captured: 10), NewAsset(captured: 20)])
        let date = SortKey("creationDate", isAscending: true)
        let isDated = PredicateProgram([.key("creationDate"), .literal(.date(0)), .compare(.greater, [])])
        for (asked, expected) in [
            ([ids[0], ids[0]], [ids[0]]),
            ([ids[0], ids[1], ids[0], ids[2], ids[1], ids[2]], [ids[1], ids[2], ids[0]]),
        ] {
            #expect(try library.person.ids(.identifiers(.asset, asked)) { $0.sort = [date] } == expected)
            let filtered = try library.person.ids(.identifiers(.asset, asked)) { $0.predicate = isDated }
            #expect(filtered == ids.filter { expected.contains($0) })
        }
        let album = try library.person.mintIdentifiers(1)[0]
        try library.person.change(.createCollection(.assetCollection, album, title: "A", parent: nil))
        let title = SortKey("localizedTitle", isAscending: true)
        let albums = try library.person.ids(.identifiers(.assetCollection, [album, album])) { $0.sort = [title] }
        #expect(albums == [album])
    }

    @Test func `reads properties by hint, by wrong hint and without hints alike`() throws {
        let library = try TestLibrary()
        var special = NewAsset(kind: .video, captured: 77, size: (640, 480))
        special.location = Coordinate(latitude: 47.5, longitude: -8.25, altitude: 400)
        special.properties.isFavorite = true
        special.properties.rating = 4
        let ids = try library.person.add([NewAsset(), special, NewAsset(captured: nil)])
        let asked = [ids[2], ids[1], .random(), ids[0]]
        for hints: [RowHint] in [[], [3, 2, 0, 1], [1, 3, 99, 2], [0, 0, 0, 0], [3, 2, 4_000_000_000, 1]] {
            let page = try library.person.assets(asked, hints: hints)
            #expect(page.count == 4)
            #expect(page.ids == asked)
            let flags = page.flags.map(AssetPage.Flags.init(rawValue:))
            #expect(flags[0] == .exists)
            #expect(flags[1] == [.exists, .favorite, .hasCreationDate, .hasLocation, .hasAltitude])
            #expect(flags[2] == [])
            #expect(flags[3] == [.exists, .hasCreationDate])
            #expect(page.mediaKind == [1, 2, 0, 1])
            #expect(page.pixelWidth == [4_000, 640, 0, 4_000])
            #expect(page.creationDate == [0, 77, 0, 1_600_000_000_000_000])
            #expect(page.duration[1] == 12.5)
            #expect(page.rating == [0, 4, 0, 0])
            #expect(page.latitude == [0, 47.5, 0, 0])
            #expect(page.longitude == [0, -8.25, 0, 0])
            #expect(page.altitude == [0, 400, 0, 0])
        }
    }

    @Test func `refuses a page beyond its limit and hints that do not fit`() throws {
        let library = try TestLibrary()
        let many = (0...AssetPage.maximumRowsInMemory).map { _ in ObjectID.random() }
        #expect(throws: LibraryError.self) { try library.person.assets(many) }
        #expect(try library.person.assets(Array(many.dropLast())).count == AssetPage.maximumRowsInMemory)
        #expect(throws: LibraryError.self) { try library.person.assets(many.suffix(2), hints: [1]) }
    }

    @Test func `a cancelled fetch stops, and one past its deadline says so`() throws {
        let library = try TestLibrary()
        try library.person.add(count: 3)
        let cancelled = Cancellation()
        cancelled.cancel()
        // Enough work for SQLite to ask whether to go on.
        let request = FetchRequest(.allAssets, predicate: slowPredicate)
        #expect(errorCode { try library.person.count(request, cancellation: cancelled) } == .cancelled)
        let late = Cancellation(deadline: 1)
        #expect(errorCode { try library.person.count(request, cancellation: late) } == .deadlineExceeded)
        #expect(try library.person.count(request) == 0)
    }

    private var slowPredicate: PredicateProgram {
        var instructions: [PredicateInstruction] = []
        for number in 0..<200 {
            instructions += [.key("filename"), .literal(.text("x\(number)")), .compare(.contains, [])]
            if number > 0 { instructions.append(.or) }
        }
        return PredicateProgram(instructions)
    }
}

/// The code that a call fails with; nil when it does not.
func errorCode<Result>(_ body: () throws -> Result) -> LibraryError.Code? {
    do {
        _ = try body()
        return nil
    } catch let error as LibraryError {
        return error.code
    } catch {
        return LibraryError.Code(rawValue: 0)
    }
}
