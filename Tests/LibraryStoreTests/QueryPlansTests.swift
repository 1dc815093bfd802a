import LibraryModel
import LibraryStore
import Testing

/// Requests that were compiled before: they find what is there now, and what the asker sees now.
@Suite struct QueryPlansTests {
    private let library: TestLibrary
    private let ids: [ObjectID]

    init() throws {
        library = try TestLibrary()
        ids = try library.person.add(count: 4)
        #expect(library.store.waitForColumns())
    }

    private static func matching(_ key: String, _ literal: PredicateLiteral) -> FetchRequest {
        FetchRequest(
            .allAssets,
            predicate: PredicateProgram([.key(key), .literal(literal), .compare(.equal, [])]),
            includesHidden: true
        )
    }

    @Test func `a repeated request finds the state of its time`() throws {
        let favorites = QueryPlansTests.matching("favorite", .boolean(true))
        for view in [library.person, try library.app("exe:/some", .authorized)] {
            #expect(try view.fetch(favorites).ids == [])
            try library.person.set(ids[1]) { $0.isFavorite = true }
            #expect(try view.fetch(favorites).ids == [ids[1]])
            #expect(try view.count(favorites) == 1)
            try library.person.set(ids[1]) { $0.isFavorite = false }
            #expect(try view.count(favorites) == 0)
        }
    }

    @Test func `an identifier that is unknown at the first time is found later`() throws {
        let app = try library.app("exe:/some", .limited)
        let identifier = LocalIdentifier(.asset, ids[2])
        let requests = [
            QueryPlansTests.matching("localIdentifier", .text(identifier.string)),
            QueryPlansTests.matching("SELF", .identifiers([identifier])),
        ]
        for request in requests { #expect(try app.fetch(request).ids == []) }
        try library.store.select([ids[2]], for: "exe:/some")
        for request in requests { #expect(try app.fetch(request).ids == [ids[2]]) }
    }

    @Test func `a request of another access is compiled anew`() throws {
        let damaged = QueryPlansTests.matching("isDamaged", .boolean(false))
        let app = try library.app("exe:/some", .authorized)
        for _ in 0..<2 {
            #expect(try library.person.fetch(damaged).ids == ids)
            // A key of the person's tools.
            #expect(throws: LibraryError.self) { try app.fetch(damaged) }
        }
        let all = QueryPlansTests.matching("favorite", .boolean(false))
        #expect(try app.fetch(all).ids == ids)
        try library.store.setStatus(of: "exe:/some", for: .readWrite, to: .limited)
        #expect(try app.fetch(all).ids == [])
        try library.store.select([ids[2]], for: "exe:/some")
        #expect(try app.fetch(all).ids == [ids[2]])
        try library.store.setStatus(of: "exe:/some", for: .readWrite, to: .denied)
        #expect(try app.fetch(all).ids == [])
    }

    @Test func `very many requests are answered, whatever their values`() throws {
        for number in 0..<200 {
            let value: PredicateLiteral = number % 2 == 0 ? .real(.nan) : .integer(Int64(number))
            #expect(try library.person.fetch(QueryPlansTests.matching("pixelWidth", value)).ids == [])
        }
        #expect(try library.person.fetch(QueryPlansTests.matching("favorite", .boolean(false))).ids == ids)
    }
}
