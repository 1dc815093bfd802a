import LibraryModel
import Testing

@testable import LibraryStore

@Suite struct AssetTextTests {
    private let library: TestLibrary
    private let person: LibraryView

    init() throws {
        library = try TestLibrary()
        person = library.person
    }

    private func details(_ id: ObjectID, _ view: LibraryView? = nil) throws -> AssetDetails {
        try (view ?? person).details(of: [id])[0]
    }

    @Test func `title, caption and keywords are kept, told of in history, and taken away`() throws {
        let id = try person.addOne(NewAsset(filename: "DSC_1.JPG"))
        #expect(try details(id).title == nil)
        let token = try person.currentToken()
        try person.set(id) {
            $0.title = .set("Matterhorn")
            $0.caption = .set("früh")
            $0.keywords = ["Berge", "Schnee", "Berge"]
        }
        let known = try details(id)
        #expect(known.exists && known.title == "Matterhorn" && known.caption == "früh")
        #expect(known.keywords == ["Berge", "Schnee"])
        #expect(known.filename == "DSC_1.JPG" && known.fileSize == 1_000)
        #expect(try person.log(since: token).what == [updated(id, [.title, .caption, .keywords])])
        let next = try person.currentToken()
        try person.set(id) { $0.title = .set("Matterhorn") }
        #expect(try person.currentToken() == next)
        try person.set(id) {
            $0.title = .clear
            $0.caption = .set("")
            $0.keywords = []
        }
        let cleared = try details(id)
        #expect(cleared.title == nil && cleared.caption == nil && cleared.keywords == [])
    }

    @Test func `keywords are added and taken away one by one`() throws {
        let id = try person.addOne()
        try person.set(id) { $0.addedKeywords = ["a", "b"] }
        try person.set(id) {
            $0.removedKeywords = ["a", "x"]
            $0.addedKeywords = ["c", "b"]
        }
        #expect(try details(id).keywords == ["b", "c"])
        let token = try person.currentToken()
        try person.set(id) { $0.addedKeywords = ["c"] }
        #expect(try person.currentToken() == token)
        try person.set(id) { $0.keywords = (0..<1_024).map(String.init) }
        #expect(errorCode { try person.set(id) { $0.addedKeywords = ["one more"] } } == .limitExceeded)
    }

    @Test func `a new asset comes with its texts`() throws {
        var asset = NewAsset()
        asset.properties.title = .set("First")
        asset.properties.keywords = ["a"]
        let id = try person.addOne(asset)
        #expect(try details(id).title == "First")
        #expect(try details(id).keywords == ["a"])
    }

    @Test func `what is damaged is told to the person's tools alone`() throws {
        var asset = NewAsset()
        asset.isDamaged = true
        let damaged = try person.addOne(asset)
        let whole = try person.addOne()
        #expect(try details(damaged).isDamaged)
        #expect(try !details(whole).isDamaged)
        let predicate = PredicateProgram([.key("isDamaged"), .literal(.boolean(true)), .compare(.equal, [])])
        #expect(try person.ids(.allAssets) { $0.predicate = predicate } == [damaged])
        let app = try library.app("exe:/app", .authorized)
        #expect(try !details(damaged, app).isDamaged)
        #expect(errorCode { try app.ids(.allAssets) { $0.predicate = predicate } } == .invalidRequest)
    }

    @Test func `only what is seen is told, and never more than one call may ask`() throws {
        let ids = try person.add(count: 2)
        try person.set(ids[0]) { $0.title = .set("secret") }
        let limited = try library.app("exe:/limited", .limited)
        try library.store.select([ids[1]], for: "exe:/limited")
        #expect(try details(ids[0], limited) == AssetDetails())
        #expect(try details(ids[1], limited).exists)
        #expect(try details(.random()) == AssetDetails())
        let many = [ObjectID](repeating: ids[0], count: AssetDetails.maximumCount + 1)
        #expect(try person.details(of: Array(many.dropLast())).count == AssetDetails.maximumCount)
        #expect(errorCode { try person.details(of: many) } == .limitExceeded)
    }

    @Test func `texts beyond their limits are refused, and empty keywords`() throws {
        let id = try person.addOne()
        func code(_ configure: (inout AssetUpdate) -> Void) -> LibraryError.Code? {
            errorCode { try person.set(id, configure) }
        }
        #expect(code { $0.title = .set(String(repeating: "x", count: 4_096)) } == nil)
        #expect(code { $0.title = .set(String(repeating: "x", count: 4_097)) } == .limitExceeded)
        #expect(code { $0.caption = .set(String(repeating: "x", count: 65_537)) } == .limitExceeded)
        #expect(code { $0.keywords = [String(repeating: "x", count: 1_025)] } == .limitExceeded)
        #expect(code { $0.keywords = (0...1_024).map(String.init) } == .limitExceeded)
        #expect(code { $0.keywords = [""] } == .invalidRequest)
    }

    private func found(_ instructions: PredicateInstruction...) throws -> [ObjectID] {
        try person.ids(.allAssets) { $0.predicate = PredicateProgram(instructions) }
    }

    @Test func `predicates ask for keywords, texts, places and sizes`() throws {
        var placed = NewAsset()
        placed.location = Coordinate(latitude: 46, longitude: 7)
        let ids = try person.add([NewAsset(), placed, NewAsset()])
        try person.set(ids[0]) {
            $0.keywords = ["Été", "Berge"]
            $0.title = .set("Matterhorn")
        }
        try person.set(ids[1]) { $0.keywords = ["Berge"] }
        #expect(try found(.key("keywords"), .literal(.text("Berge")), .compare(.contains, [])) == [ids[0], ids[1]])
        #expect(try found(.literal(.text("Berge")), .key("keywords"), .compare(.in, [])) == [ids[0], ids[1]])
        #expect(try found(.key("keywords"), .literal(.text("ete")), .compare(.contains, [])) == [])
        let folding: PredicateComparisonOptions = [.caseInsensitive, .diacriticInsensitive]
        #expect(try found(.key("keywords"), .literal(.text("ete")), .compare(.contains, folding)) == [ids[0]])
        #expect(try found(.key("keywords"), .literal(.null), .compare(.equal, [])) == [ids[2]])
        #expect(try found(.key("title"), .literal(.text("horn")), .compare(.endsWith, [])) == [ids[0]])
        #expect(try found(.key("location"), .literal(.null), .compare(.notEqual, [])) == [ids[1]])
        #expect(try found(.key("fileSize"), .literal(.integer(999)), .compare(.greater, [])) == ids)
        #expect(
            errorCode { try found(.key("keywords"), .literal(.integer(1)), .compare(.contains, [])) }
                == .invalidRequest
        )
        #expect(
            errorCode { try found(.key("location"), .literal(.integer(1)), .compare(.equal, [])) } == .invalidRequest
        )
        let sorted = try person.ids(.allAssets) { $0.sort = [SortKey("title", isAscending: false)] }
        #expect(sorted.first == ids[0])
        for key in ["keywords", "location"] {
            #expect(
                errorCode { try person.ids(.allAssets) { $0.sort = [SortKey(key, isAscending: true)] } }
                    == .invalidRequest
            )
        }
    }
}
