import LibraryModel
import Testing

@testable import LibraryStore

@Suite struct SearchKeyTests {
    private let library: TestLibrary
    private let person: LibraryView
    private let ids: [ObjectID]

    /// Six assets, each with one text of its own; the last has none but a name.
    init() throws {
        library = try TestLibrary()
        person = library.person
        var nikon = NewAsset(filename: "a.jpg")
        nikon.cameraMake = "NIKON"
        nikon.cameraModel = "Z 8"
        ids = try person.add([
            NewAsset(filename: "Beach-1.JPG"), nikon, NewAsset(filename: "b.jpg"), NewAsset(filename: "c.jpg"),
            NewAsset(filename: "d.jpg"), NewAsset(filename: "e.jpg"),
        ])
        try person.set(ids[2]) { $0.title = .set("Été à la plage") }
        try person.set(ids[3]) { $0.caption = .set("on the beach, late") }
        try person.set(ids[4]) { $0.keywords = ["beach house", "Sun"] }
        _ = try person.insert([ids[5]], into: try person.makeAlbum("Beaches"))
        _ = try person.insert([ids[4], ids[5]], into: try person.makeAlbum("Winter"))
    }

    private func find(
        _ key: String,
        _ comparison: PredicateComparison,
        _ text: String,
        _ options: PredicateComparisonOptions = [.caseInsensitive, .diacriticInsensitive],
        by view: LibraryView? = nil
    ) throws -> [Int] {
        let program = PredicateProgram([.key(key), .literal(.text(text)), .compare(comparison, options)])
        return try (view ?? person).ids(.allAssets) { $0.predicate = program }.map { ids.firstIndex(of: $0) ?? -1 }
    }

    @Test(arguments: [
        ("beach", [0, 3, 4, 5]), ("BEACH", [0, 3, 4, 5]), ("ete a", [2]), ("nikon z", [1]), ("sun", [4]),
        ("winter", [4, 5]), ("nothing", []), ("", [0, 1, 2, 3, 4, 5]), ("plagé", [2]),
    ])
    func `any text is looked through`(_ text: String, _ found: [Int]) throws {
        #expect(try find("anyText", .contains, text) == found)
    }

    @Test func `what many assets share is found for each of them`() throws {
        let shared = try person.add(
            (0..<60).map { number in
                var asset = NewAsset(filename: "shared.jpg")
                // One maker without a model and one model without a maker are among them.
                asset.cameraMake = [nil, "Canon", "Leica", "Leica"][number % 4]
                asset.cameraModel = ["Pinhole", nil, "M11", "Q3"][number % 4]
                return asset
            }
        )
        for (number, id) in shared.enumerated() {
            try person.set(id) { $0.keywords = number.isMultiple(of: 2) ? ["autumn"] : ["garden", "zoo"] }
        }
        let all = ids + shared
        func found(_ text: String) throws -> [Int] {
            let program = PredicateProgram([
                .key("anyText"), .literal(.text(text)), .compare(.contains, [.caseInsensitive]),
            ])
            return try person.ids(.allAssets) { $0.predicate = program }.map { all.firstIndex(of: $0) ?? -1 }
        }
        func places(_ isFound: (Int) -> Bool) -> [Int] { (0..<60).filter(isFound).map { $0 + ids.count } }
        #expect(try found("autumn") == places { $0.isMultiple(of: 2) })
        #expect(try found("garden") == places { !$0.isMultiple(of: 2) })
        #expect(try found("zoo") == places { !$0.isMultiple(of: 2) })
        #expect(try found("pinhole") == places { $0 % 4 == 0 })
        #expect(try found("canon") == places { $0 % 4 == 1 })
        #expect(try found("leica m11") == places { $0 % 4 == 2 })
        #expect(try found("leica") == places { $0 % 4 >= 2 })
        #expect(try found("shared") == places { _ in true })
    }

    @Test func `names of files and cameras are found from memory in whatever state the library is`() throws {
        #expect(library.store.waitForColumns())
        func both(_ text: String) throws -> [ObjectID] {
            let program = PredicateProgram([
                .key("anyText"), .literal(.text(text)),
                .compare(.contains, [.caseInsensitive, .diacriticInsensitive]),
            ])
            var sql = person
            sql.usesColumns = false
            let found = try person.ids(.allAssets) { $0.predicate = program }
            #expect(try sql.ids(.allAssets) { $0.predicate = program } == found)
            return found
        }
        #expect(try both("BEACH-1") == [ids[0]])
        #expect(try both("nikon z") == [ids[1]])
        let answered = library.store.columnAnswerCount
        // What was added, and what is gone, since the names were read.
        var other = NewAsset(filename: "beach-11.jpg")
        other.cameraModel = "Nikón Z 9"
        let new = try person.add([NewAsset(filename: "Plagé 2.jpg"), other])
        #expect(try both("beach-1") == [ids[0], new[1]])
        #expect(try both("nikon z") == [ids[1], new[1]])
        #expect(try both("plage 2") == [new[0]])
        try person.change(.deleteAssets([ids[0]]))
        #expect(try both("beach-1") == [new[1]])
        library.clock.advance(days: 31)
        _ = try library.store.purgeRecentlyDeleted()
        while try library.store.maintain() {}
        #expect(try both("beach-1") == [new[1]])
        // More than are looked up one by one.
        let many = try person.add(
            (0..<5_000).map { number in
                var asset = NewAsset(filename: "many \(number).jpg")
                asset.cameraMake = ["Leica", "Canon", nil][number % 3]
                return asset
            }
        )
        #expect(try both("leica").count == 1_667)
        #expect(try both("nikon z") == [ids[1], new[1]])
        #expect(try both("many 49").count == 111)
        #expect(try both("many 4999.j") == [many[4_999]])
        // More cameras than are kept apart.
        let odd = try (0..<4).flatMap { part in
            try person.add(
                (0..<4_100).map { number in
                    var asset = NewAsset(filename: "odd.jpg")
                    asset.cameraModel = "Odd \(part * 4_100 + number)"
                    return asset
                }
            )
        }
        #expect(try both("odd 16399") == [odd[16_399]])
        #expect(try both("leica").count == 1_667)
        #expect(library.store.columnAnswerCount > answered + 5)
    }

    @Test func `titles of albums are compared each for itself`() throws {
        #expect(try find("albumTitle", .contains, "e") == [4, 5])
        #expect(try find("albumTitle", .equal, "winter") == [4, 5])
        #expect(try find("albumTitle", .equal, "winter", []) == [])
        #expect(try find("albumTitle", .beginsWith, "Bea", []) == [5])
        let none = PredicateProgram([
            .key("albumTitle"), .literal(.text("Winter")), .compare(.equal, []), .not,
        ])
        #expect(try person.ids(.allAssets) { $0.predicate = none } == Array(ids.prefix(4)))
    }

    @Test func `cameras have a make and a model`() throws {
        #expect(try find("cameraMake", .equal, "nikon") == [1])
        #expect(try find("cameraModel", .beginsWith, "Z", []) == [1])
        let details = try person.details(of: Array(ids[0...1]))
        #expect(details.map(\.cameraMake) == [nil, "NIKON"] && details.map(\.cameraModel) == [nil, "Z 8"])
        #expect(try person.ids(.allAssets) { $0.sort = [SortKey("cameraModel", isAscending: false)] }.first == ids[1])
    }

    @Test func `what is hidden or deleted is not found by its texts`() throws {
        try person.set(ids[3]) { $0.isHidden = true }
        try person.change(.deleteAssets([ids[4]]))
        #expect(try find("anyText", .contains, "beach") == [0, 5])
    }

    @Test func `apps that see a part do not know the keys that would tell of the rest`() throws {
        let app = try library.app("exe:/app", .limited)
        try library.store.select(ids, for: "exe:/app")
        for key in ["albumTitle", "anyText"] {
            #expect(errorCode { try find(key, .contains, "beach", by: app) } == .invalidRequest)
            // The same before anything can be found.
            #expect(
                errorCode { try find(key, .contains, "beach", by: library.view("exe:/new")) }
                    == errorCode { try find("unheardOf", .contains, "beach", by: library.view("exe:/new")) }
            )
        }
        #expect(try find("cameraMake", .equal, "nikon", by: app) == [1])
    }

    @Test func `several texts are compared with a text only, and nothing is sorted by them`() {
        for instructions: [PredicateInstruction] in [
            [.key("anyText"), .literal(.integer(1)), .compare(.equal, [])],
            [.key("anyText"), .literal(.null), .compare(.equal, [])],
            [.key("anyText"), .literal(.text("a")), .compare(.less, [])],
            [.key("anyText"), .literal(.text("a")), .compare(.matches, [])],
            [.literal(.text("a")), .key("anyText"), .compare(.equal, [])],
            [.key("title"), .key("anyText"), .compare(.equal, [])],
            [.key("anyText"), .literal(.text("a")), .list(count: 1), .compare(.in, [])],
            [.key("anyText"), .literal(.integer(1)), .bitwiseAnd, .literal(.integer(0)), .compare(.equal, [])],
        ] {
            #expect(
                errorCode { try person.ids(.allAssets) { $0.predicate = PredicateProgram(instructions) } }
                    == .invalidRequest
            )
        }
        #expect(
            errorCode { try person.ids(.allAssets) { $0.sort = [SortKey("anyText", isAscending: true)] } }
                == .invalidRequest
        )
    }
}
