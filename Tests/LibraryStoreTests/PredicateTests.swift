import LibraryModel
import LibraryStore
import Testing

@Suite struct PredicateTests {
    private let library: TestLibrary
    private let person: LibraryView
    /// 0: image at 10, favourite. 1: video at 20. 2: image without a date, rated 3. 3: screenshot at 40, hidden.
    private let ids: [ObjectID]

    init() throws {
        library = try TestLibrary()
        person = library.person
        var favorite = NewAsset(filename: "Über.JPG", captured: 10, size: (100, 50))
        favorite.properties.isFavorite = true
        var rated = NewAsset(filename: "c.png", captured: nil, size: (50, 100))
        rated.properties.rating = 3
        var hidden = NewAsset(filename: "img_0042.png", captured: 40, size: (10, 10), subtypes: .photoScreenshot)
        hidden.properties.isHidden = true
        ids = try person.add([
            favorite, NewAsset(kind: .video, filename: "clip.mp4", captured: 20, size: (100, 100)), rated, hidden,
        ])
    }

    private func find(_ instructions: PredicateInstruction...) throws -> [Int] {
        try find(PredicateProgram(instructions))
    }

    private func find(_ program: PredicateProgram) throws -> [Int] {
        try person.ids(.allAssets) {
            $0.predicate = program
            $0.includesHidden = true
        }.map { id in ids.firstIndex(of: id) ?? -1 }
    }

    private func find(
        _ key: String,
        _ comparison: PredicateComparison,
        _ literal: PredicateLiteral,
        _ options: PredicateComparisonOptions = []
    ) throws -> [Int] {
        try find(.key(key), .literal(literal), .compare(comparison, options))
    }

    @Test func `compares numbers, booleans and dates`() throws {
        #expect(try find("mediaType", .equal, .integer(1)) == [0, 2, 3])
        #expect(try find("mediaType", .equal, .real(2)) == [1])
        #expect(try find("favorite", .equal, .boolean(true)) == [0])
        #expect(try find("isFavorite", .equal, .integer(1)) == [0])
        #expect(try find("isFavorite", .notEqual, .boolean(false)) == [0])
        #expect(try find("hidden", .equal, .boolean(true)) == [3])
        #expect(try find("isHidden", .equal, .boolean(false)) == [0, 1, 2])
        #expect(try find("pixelWidth", .greaterOrEqual, .integer(100)) == [0, 1])
        #expect(try find("duration", .greater, .real(12)) == [1])
        #expect(try find("creationDate", .less, .date(20)) == [0])
        #expect(try find("creationDate", .lessOrEqual, .date(20)) == [0, 1])
        #expect(try find("rating", .equal, .integer(3)) == [2])
        #expect(try find("hasAdjustments", .equal, .boolean(true)) == [])
        #expect(try find(.key("pixelWidth"), .key("pixelHeight"), .compare(.greater, [])) == [0])
        #expect(try find(.literal(.integer(60)), .key("pixelWidth"), .compare(.less, [])) == [0, 1])
    }

    @Test func `coordinates are numbers that are missing without a place, for the person's tools alone`() throws {
        for (position, place) in [(0, (35.5, -120.25)), (1, (-90, 180)), (3, (0, 0))] as [(Int, (Double, Double))] {
            try person.set(ids[position]) { $0.location = .set(Coordinate(latitude: place.0, longitude: place.1)) }
        }
        #expect(try find("latitude", .greater, .real(0)) == [0])
        #expect(try find("latitude", .lessOrEqual, .integer(0)) == [1, 3])
        #expect(try find("longitude", .equal, .real(-120.25)) == [0])
        #expect(try find("longitude", .notEqual, .real(180)) == [0, 2, 3])
        #expect(try find("longitude", .equal, .null) == [2])
        #expect(try find("latitude", .notEqual, .null) == [0, 1, 3])
        #expect(try find(.key("latitude"), .literal(.real(35.5)), .compare(.less, []), .not) == [0, 2])
        let either: [PredicateInstruction] = [
            .key("longitude"), .literal(.real(170)), .compare(.greaterOrEqual, []), .key("filename"),
            .literal(.text("nothing")), .compare(.contains, []), .or,
        ]
        #expect(try find(PredicateProgram(either)) == [1])
        let near = PredicateProgram([.key("latitude"), .literal(.real(0)), .compare(.greater, [])])
        let app = try library.app("exe:/app", .authorized)
        #expect(errorCode { try app.ids(.allAssets) { $0.predicate = near } } == .invalidRequest)
        #expect(
            errorCode { try person.ids(.allAssets) { $0.sort = [SortKey("latitude", isAscending: true)] } }
                == .invalidRequest
        )
    }

    @Test func `a missing value is nil and nothing else, and there are two truths`() throws {
        #expect(try find("creationDate", .equal, .null) == [2])
        #expect(try find("creationDate", .notEqual, .null) == [0, 1, 3])
        #expect(try find("creationDate", .equal, .date(10)) == [0])
        #expect(try find("creationDate", .notEqual, .date(10)) == [1, 2, 3])
        #expect(try find("creationDate", .less, .null) == [])
        #expect(try find(.key("creationDate"), .literal(.date(20)), .compare(.less, []), .not) == [1, 2, 3])
        let both: [PredicateInstruction] = [
            .key("creationDate"), .literal(.date(20)), .compare(.less, []), .key("mediaType"), .literal(.integer(1)),
            .compare(.equal, []),
        ]
        #expect(try find(PredicateProgram(both + [.and])) == [0])
        #expect(try find(PredicateProgram(both + [.and, .not])) == [1, 2, 3])
        #expect(try find(PredicateProgram(both + [.or])) == [0, 2, 3])
        #expect(try find(PredicateProgram(both + [.or, .not])) == [1])
        #expect(try find(PredicateProgram(both + [.or, .not, .not])) == [0, 2, 3])
        #expect(try find("burstIdentifier", .contains, .text("x"), .caseInsensitive) == [])
        #expect(
            try find(.key("burstIdentifier"), .literal(.text("x")), .compare(.contains, []), .not) == [0, 1, 2, 3]
        )
    }

    @Test func `asks for bits`() throws {
        let bits: [PredicateInstruction] = [
            .key("mediaSubtypes"), .literal(.integer(4)), .bitwiseAnd, .literal(.integer(0)), .compare(.notEqual, []),
        ]
        #expect(try find(PredicateProgram(bits)) == [3])
        #expect(try find(PredicateProgram(bits + [.not])) == [0, 1, 2])
        #expect(try find("mediaSubtype", .equal, .integer(4)) == [3])
    }

    @Test func `compares texts`() throws {
        #expect(try find("filename", .equal, .text("c.png")) == [2])
        #expect(try find("filename", .equal, .text("C.PNG")) == [])
        #expect(try find("filename", .equal, .text("C.PNG"), .caseInsensitive) == [2])
        #expect(try find("filename", .notEqual, .text("C.PNG"), .caseInsensitive) == [0, 1, 3])
        #expect(try find("filename", .contains, .text(".p")) == [2, 3])
        #expect(try find("filename", .contains, .text("uber")) == [])
        #expect(try find("filename", .contains, .text("uber"), [.caseInsensitive, .diacriticInsensitive]) == [0])
        #expect(try find("filename", .beginsWith, .text("üb"), .caseInsensitive) == [0])
        #expect(try find("filename", .endsWith, .text("png")) == [2, 3])
        #expect(try find("filename", .like, .text("*.???")) == [0, 1, 2, 3])
        #expect(try find("filename", .like, .text("?.png")) == [2])
        #expect(try find("filename", .like, .text("I*0?2.PNG"), .caseInsensitive) == [3])
        #expect(try find("filename", .matches, .text("img_\\d{4}\\.(png|jpg)")) == [3])
        #expect(try find("filename", .matches, .text("img")) == [])
        #expect(try find("filename", .matches, .text("uber\\.jpg"), [.caseInsensitive, .diacriticInsensitive]) == [0])
        #expect(try find("filename", .matches, .text("....\\.JPG")) == [0])
        #expect(try find("filename", .less, .text("D"), .caseInsensitive) == [1, 2])
    }

    @Test func `looks into lists`() throws {
        func find(_ list: [PredicateLiteral], _ key: String, _ comparison: PredicateComparison) throws -> [Int] {
            try self.find(
                PredicateProgram(
                    [.key(key)] + list.map { .literal($0) } + [.list(count: list.count), .compare(comparison, [])]
                )
            )
        }
        #expect(try find([.integer(2), .integer(7)], "mediaType", .in) == [1])
        #expect(try find([], "mediaType", .in) == [])
        #expect(try find((0..<100).map { .integer($0) }, "pixelHeight", .in) == [0, 3])
        #expect(try find([.date(20), .null], "creationDate", .in) == [1, 2])
        #expect(try find([.text("c.png"), .text("x")], "filename", .in) == [2])
        #expect(try find([.date(10), .date(20)], "creationDate", .between) == [0, 1])
        #expect(throws: LibraryError.self) { try find([.date(10)], "creationDate", .between) }
        #expect(throws: LibraryError.self) { try find([.text("a")], "creationDate", .in) }
        #expect(
            try self.find(
                .key("filename"),
                .literal(.text("C.PNG")),
                .list(count: 1),
                .compare(.in, .caseInsensitive)
            ) == [2]
        )
    }

    @Test func `finds objects by identifier, as value, as text and in great numbers`() throws {
        let one = LocalIdentifier(.asset, ids[1])
        #expect(try find("SELF", .equal, .identifiers([one])) == [1])
        #expect(try find("localIdentifier", .equal, .text(one.string)) == [1])
        #expect(try find("localIdentifier", .notEqual, .text(one.string)) == [0, 2, 3])
        #expect(try find("localIdentifier", .equal, .text("nonsense")) == [])
        #expect(try find("localIdentifier", .equal, .identifiers([LocalIdentifier(.assetCollection, ids[1])])) == [])
        var many = (0..<65_000).map { _ in LocalIdentifier(.asset, .random()) }
        many += [one, LocalIdentifier(.asset, ids[3])]
        #expect(try find("localIdentifier", .in, .identifiers(many)) == [1, 3])
        #expect(
            try find(.key("localIdentifier"), .literal(.identifiers(many)), .compare(.in, []), .not) == [0, 2]
        )
        #expect(
            try find(
                .key("localIdentifier"),
                .literal(.text(one.string)),
                .literal(.text("x")),
                .list(count: 2),
                .compare(.in, [])
            ) == [1]
        )
        let sorted = try person.ids(.allAssets) { $0.sort = [SortKey("SELF", isAscending: true)] }
        #expect(sorted == [ids[0], ids[1], ids[2]].sorted())
    }

    @Test func `names the key that it does not know or that is of another type`() throws {
        for (key, literal, comparison) in [
            ("place", PredicateLiteral.null, PredicateComparison.equal), ("creationDate", .text("2020"), .equal),
            ("mediaType", .text("1"), .equal), ("filename", .integer(1), .contains), ("duration", .text("a"), .like),
            ("SELF", .integer(1), .equal), ("localIdentifier", .text("a"), .less),
        ] {
            let error = #expect(throws: LibraryError.self) { try find(key, comparison, literal) }
            #expect(error?.code == .invalidRequest)
            #expect(error?.details["key"] == key)
            #expect(error?.reason.contains(key) == true || key == "place" && error?.reason.contains(key) == true)
        }
        let sort = #expect(throws: LibraryError.self) {
            try person.ids(.allAssets) { $0.sort = [SortKey("a.row; DROP TABLE asset", isAscending: true)] }
        }
        #expect(sort?.code == .invalidRequest)
        // An app that sees something is told of its mistake also where there is nothing to be found.
        let limited = try library.app("exe:/limited", .limited)
        let unknown = PredicateProgram([.key("x"), .literal(.null), .compare(.equal, [])])
        #expect(
            errorCode { try limited.fetch(FetchRequest(.assets(inCollection: .random()), predicate: unknown)) }
                == .invalidRequest
        )
    }

    @Test func `refuses programs that do not add up`() throws {
        let comparison: [PredicateInstruction] = [.key("mediaType"), .literal(.integer(1)), .compare(.equal, [])]
        for program in [
            [], [.and], [.not], [.key("mediaType")], comparison + [.and], comparison + comparison, [.list(count: 1)],
            [.list(count: -1)], [.bitwiseAnd], [.literal(.integer(1)), .compare(.equal, [])],
            [.key("mediaType"), .list(count: 1)], comparison + [.literal(.null), .compare(.equal, [])],
            [.key("duration"), .literal(.integer(1)), .bitwiseAnd, .literal(.integer(0)), .compare(.equal, [])],
        ] as [[PredicateInstruction]] {
            #expect(errorCode { try find(PredicateProgram(program)) } == .invalidRequest)
        }
        #expect(try find(.constant(true)) == [0, 1, 2, 3])
        #expect(try find(.constant(true), .not) == [])
    }

    @Test func `bounds length and depth`() throws {
        let comparison: [PredicateInstruction] = [.key("mediaType"), .literal(.integer(1)), .compare(.equal, [])]
        let long = Array(
            repeating: PredicateInstruction.constant(true),
            count: PredicateProgram.maximumInstructions + 1
        )
        #expect(errorCode { try find(PredicateProgram(long)) } == .limitExceeded)
        // Chains of one operator do not nest, however long.
        func chain(_ count: Int, _ joined: PredicateInstruction) -> PredicateProgram {
            PredicateProgram(comparison + (1..<count).flatMap { _ in comparison + [joined] })
        }
        #expect(try find(chain(16_000, .and)) == [0, 2, 3])
        #expect(try find(chain(16_000, .or)) == [0, 2, 3])
        let text: [PredicateInstruction] = [.key("filename"), .key("filename"), .compare(.contains, []), .not]
        func nested(_ levels: Int) -> PredicateProgram {
            // Comparisons first, joined from the right: the deepest parentheses that there are.
            PredicateProgram((0...levels).flatMap { _ in text } + (0..<levels).map { $0 % 2 == 0 ? .and : .or })
        }
        #expect(try find(nested(16)) == [])
        #expect(errorCode { try find(nested(17)) } == .invalidRequest)
        #expect(try find(PredicateProgram(comparison + Array(repeating: .not, count: 60_001))) == [1])
        func masked(_ count: Int) -> PredicateProgram {
            let masks = (0..<count).flatMap { _ in [PredicateInstruction.literal(.integer(1)), .bitwiseAnd] }
            return PredicateProgram([.key("mediaType")] + masks + [.literal(.integer(1)), .compare(.equal, [])])
        }
        #expect(try find(masked(3)) == [0, 2, 3])
        #expect(errorCode { try find(masked(4)) } == .invalidRequest)
        let sort = Array(repeating: SortKey("duration", isAscending: true), count: 17)
        #expect(errorCode { try person.ids(.allAssets) { $0.sort = sort } } == .limitExceeded)
    }

    @Test func `asks albums for titles, dates and counts`() throws {
        let albums = [try person.makeAlbum("Ärger"), try person.makeAlbum("Berge"), try person.makeAlbum("Alb")]
        try person.insert([ids[0], ids[1]], into: albums[1])
        try person.insert([ids[2]], into: albums[2])
        func find(_ instructions: PredicateInstruction...) throws -> [ObjectID] {
            try person.ids(.allCollections(.assetCollection)) { $0.predicate = PredicateProgram(instructions) }
        }
        #expect(
            try find(
                .key("localizedTitle"),
                .literal(.text("arger")),
                .compare(.equal, [.caseInsensitive, .diacriticInsensitive])
            )
                == [albums[0]]
        )
        #expect(try find(.key("title"), .literal(.text("Be")), .compare(.beginsWith, [])) == [albums[1]])
        #expect(
            try find(.key("estimatedAssetCount"), .literal(.integer(1)), .compare(.greaterOrEqual, [])) == [
                albums[1], albums[2],
            ]
        )
        #expect(try find(.key("startDate"), .literal(.date(10)), .compare(.equal, [])) == [albums[1]])
        #expect(try find(.key("endDate"), .literal(.null), .compare(.equal, [])) == [albums[0], albums[2]])
        #expect(
            try find(
                .key("SELF"),
                .literal(.identifiers([LocalIdentifier(.assetCollection, albums[0])])),
                .compare(.equal, [])
            )
                == [albums[0]]
        )
        #expect(
            errorCode { try find(.key("mediaType"), .literal(.integer(1)), .compare(.equal, [])) } == .invalidRequest
        )
        let sorted = try person.ids(.allCollections(.assetCollection)) {
            $0.sort = [SortKey("estimatedAssetCount", isAscending: false), SortKey("title", isAscending: true)]
        }
        #expect(sorted == [albums[1], albums[2], albums[0]])
    }
}
