import LibraryModel
import Testing

@testable import Photos

private let date = Date(timeIntervalSince1970: 1_600_000_000.25)
private let dateLiteral = PredicateInstruction.literal(.date(1_600_000_000_250_000))

private func compare(_ key: String, _ comparison: PredicateComparison, _ value: PredicateLiteral)
    -> [PredicateInstruction]
{
    [.key(key), .literal(value), .compare(comparison, [])]
}

private func parse(_ format: String, _ arguments: Any...) throws -> [PredicateInstruction] {
    try PredicateParser.parse(format, arguments: arguments).instructions
}

@Suite struct PredicateParserTests {
    struct Seen: CustomTestStringConvertible, Sendable {
        var format: String
        var arguments: [any Sendable]
        var program: [PredicateInstruction]
        var testDescription: String { format }

        init(_ format: String, _ arguments: [any Sendable], _ program: [PredicateInstruction]) {
            self.format = format
            self.arguments = arguments
            self.program = program
        }
    }

    private static let image = compare("mediaType", .equal, .integer(1))
    private static let video = compare("mediaType", .equal, .integer(2))
    private static func masked(_ key: String, _ mask: Int64) -> [PredicateInstruction] {
        [.key(key), .literal(.integer(mask)), .bitwiseAnd]
    }
    private static let after: [PredicateInstruction] = [.key("creationDate"), dateLiteral, .compare(.greater, [])]
    private static let from: [PredicateInstruction] = [
        .key("creationDate"), dateLiteral, .compare(.greaterOrEqual, []),
    ]
    private static let until: [PredicateInstruction] = [.key("creationDate"), dateLiteral, .compare(.lessOrEqual, [])]
    private static let before: [PredicateInstruction] = [.key("creationDate"), dateLiteral, .compare(.less, [])]
    private static let someID = "9F983DBA-EC35-42B8-8773-B597CF782EDD/L0/001"
    private static let otherID = "00000000-0000-0000-0000-000000000001/L0/001"
    private static let identifiers: [LocalIdentifier] = [someID, otherID].compactMap { LocalIdentifier($0) }
    private static let hasPanorama = masked("mediaSubtype", 1) + [.literal(.integer(0)), .compare(.notEqual, [])]

    /// Every format that was found in apps' code.
    static let seen: [Seen] = [
        Seen("mediaType = %d", [1], image),
        Seen("mediaType == %d", [1], image),
        Seen("title = %@", ["Summer"], compare("title", .equal, .text("Summer"))),
        Seen("mediaType == %ld", [1], image),
        Seen("creationDate > %@", [date], after),
        Seen("(mediaSubtype & %d) != 0", [1], hasPanorama),
        Seen("creationDate >= %@ AND creationDate <= %@", [date, date], from + until + [.and]),
        Seen("localIdentifier = %@", [someID], compare("localIdentifier", .equal, .text(someID))),
        Seen("localIdentifier IN %@", [[someID, otherID]], compare("localIdentifier", .in, .identifiers(identifiers))),
        Seen(
            "mediaType IN %@",
            [[1, 2]],
            [
                .key("mediaType"), .literal(.integer(1)), .literal(.integer(2)), .list(count: 2), .compare(.in, []),
            ]
        ),
        Seen("creationDate <= %@", [date], until),
        Seen("creationDate >= %@", [date], from),
        Seen("creationDate >= %@ AND creationDate < %@", [date, date], from + before + [.and]),
        Seen("localizedTitle = %@", ["A"], compare("localizedTitle", .equal, .text("A"))),
        Seen("mediaType = %d OR mediaType = %d", [1, 2], image + video + [.or]),
        Seen("mediaType = %d || mediaType = %d", [1, 2], image + video + [.or]),
        Seen("mediaType == %d || mediaType == %d", [1, 2], image + video + [.or]),
        Seen("mediaType = %ld", [1], image),
        Seen(
            "creationDate > %@ OR modificationDate > %@",
            [date, date],
            after + [.key("modificationDate"), dateLiteral, .compare(.greater, []), .or]
        ),
        Seen("estimatedAssetCount > 0", [], compare("estimatedAssetCount", .greater, .integer(0))),
        Seen("mediaType == %i", [1], image),
        Seen(
            "(mediaSubtype & %d) > 0 && pixelHeight == %f",
            [1, 3024.0],
            masked("mediaSubtype", 1) + [.literal(.integer(0)), .compare(.greater, [])]
                + compare("pixelHeight", .equal, .real(3024)) + [.and]
        ),
        Seen(
            "(mediaSubtypes & %d) != 0",
            [4 as UInt],
            masked("mediaSubtypes", 4) + [.literal(.integer(0)), .compare(.notEqual, [])]
        ),
        Seen("(mediaType = %d OR mediaType = %d)", [1, 2], image + video + [.or]),
        Seen("(mediaType = %d || mediaType = %d)", [1, 2], image + video + [.or]),
        Seen("(mediaType == %d) || (mediaType == %d)", [1, 2], image + video + [.or]),
        Seen("NOT ((mediaSubtype & %d) != 0)", [1], hasPanorama + [.not]),
        Seen("creationDate < %@", [date], before),
        Seen("creationDate >= %@ && creationDate <= %@", [date, date], from + until + [.and]),
        Seen("duration < %f", [1.5], compare("duration", .less, .real(1.5))),
        Seen("estimatedAssetCount = 0", [], compare("estimatedAssetCount", .equal, .integer(0))),
        Seen("favorite == YES", [], compare("favorite", .equal, .boolean(true))),
        Seen("isFavorite == YES", [], compare("isFavorite", .equal, .boolean(true))),
        Seen("localIdentifier in %@", [[someID, otherID]], compare("localIdentifier", .in, .identifiers(identifiers))),
        Seen("mediaSubtype = %d", [4], compare("mediaSubtype", .equal, .integer(4))),
        Seen("mediaSubtype == %ld", [4], compare("mediaSubtype", .equal, .integer(4))),
        Seen("mediaType != %i", [1], compare("mediaType", .notEqual, .integer(1))),
        Seen("mediaType = %i", [1], image),
        Seen(
            "mediaType == %d && !((mediaSubtype & %d) == %d)",
            [1, 4, 4],
            image + masked("mediaSubtype", 4) + [.literal(.integer(4)), .compare(.equal, []), .not, .and]
        ),
        Seen("mediaType == %d AND creationDate > %@", [1, date], image + after + [.and]),
        Seen(
            "mediaType IN %@ AND creationDate >= %@",
            [[1], date],
            [.key("mediaType"), .literal(.integer(1)), .list(count: 1), .compare(.in, [])] + from + [.and]
        ),
        Seen("startDate > %@", [date], [.key("startDate"), dateLiteral, .compare(.greater, [])]),
        Seen("title == %@", ["A"], compare("title", .equal, .text("A"))),
        Seen("account == %@", ["me"], compare("account", .equal, .text("me"))),
    ]

    @Test(arguments: seen) func `parses what apps write`(_ seen: Seen) throws {
        #expect(try PredicateParser.parse(seen.format, arguments: seen.arguments).instructions == seen.program)
    }

    @Test func `AND binds tighter than OR, NOT tighter than AND`() throws {
        let (a, b, c) = (
            compare("a", .equal, .integer(1)), compare("b", .equal, .integer(2)), compare("c", .equal, .integer(3))
        )
        #expect(try parse("a=1 OR b=2 AND c=3") == a + b + c + [.and, .or])
        #expect(try parse("NOT a=1 AND b=2") == a + [.not] + b + [.and])
        #expect(try parse("(a=1 OR b=2) AND c=3") == a + b + [.or] + c + [.and])
        #expect(try parse("a=1 or b=2 And not c=3") == a + b + c + [.not, .and, .or])
    }

    @Test func `every comparison has all its spellings`() throws {
        let spellings: [(String, PredicateComparison)] = [
            ("=", .equal), ("==", .equal), ("!=", .notEqual), ("<>", .notEqual), ("<", .less), ("<=", .lessOrEqual),
            ("=<", .lessOrEqual), (">", .greater), (">=", .greaterOrEqual), ("=>", .greaterOrEqual),
        ]
        for (spelling, comparison) in spellings {
            #expect(try parse("pixelWidth \(spelling) 5") == compare("pixelWidth", comparison, .integer(5)))
            #expect(try parse("pixelWidth\(spelling)5") == compare("pixelWidth", comparison, .integer(5)))
        }
        for (word, comparison) in [
            ("CONTAINS", PredicateComparison.contains), ("beginswith", .beginsWith), ("EndsWith", .endsWith),
            ("LIKE", .like), ("MATCHES", .matches),
        ] {
            #expect(
                try parse("title \(word)[cd] 'x'")
                    == [
                        .key("title"), .literal(.text("x")),
                        .compare(comparison, [.caseInsensitive, .diacriticInsensitive]),
                    ]
            )
        }
        #expect(try parse("title ==[c] 'x'").last == .compare(.equal, .caseInsensitive))
    }

    @Test func `literals are read as written`() throws {
        #expect(try parse("a = -3") == compare("a", .equal, .integer(-3)))
        #expect(try parse("a = 0x1F") == compare("a", .equal, .integer(31)))
        #expect(try parse("a = 1.5e2") == compare("a", .equal, .real(150)))
        #expect(try parse("a = .5") == compare("a", .equal, .real(0.5)))
        #expect(try parse("a = nil") == compare("a", .equal, .null))
        #expect(try parse("a != NULL") == compare("a", .notEqual, .null))
        #expect(
            try parse("a = true OR a = No") == compare("a", .equal, .boolean(true))
                + compare("a", .equal, .boolean(false)) + [.or]
        )
        #expect(try parse(#"a = "it's \"so\"\n\u00e9""#) == compare("a", .equal, .text("it's \"so\"\né")))
        #expect(try parse("a = '%@'") == compare("a", .equal, .text("%@")))
        #expect(try parse("TRUEPREDICATE") == [.constant(true)])
        #expect(try parse("not falsepredicate") == [.constant(false), .not])
        #expect(try parse("#and = 1") == compare("and", .equal, .integer(1)))
        #expect(
            try parse("%K = %@", "creationDate", date) == [.key("creationDate"), dateLiteral, .compare(.equal, [])]
        )
        #expect(try parse("1 = mediaType") == [.literal(.integer(1)), .key("mediaType"), .compare(.equal, [])])
    }

    @Test func `lists come from braces and from arguments`() throws {
        let twoYears: [PredicateInstruction] = [
            .key("pixelWidth"), .literal(.integer(1)), .literal(.integer(9)), .list(count: 2), .compare(.between, []),
        ]
        #expect(try parse("pixelWidth BETWEEN {1, 9}") == twoYears)
        #expect(try parse("pixelWidth between %@", [1, 9]) == twoYears)
        #expect(try parse("a IN {}") == [.key("a"), .list(count: 0), .compare(.in, [])])
        #expect(try parse("localIdentifier IN %@", [String]()) == compare("localIdentifier", .in, .identifiers([])))
        #expect(
            try parse("localIdentifier IN %@", Set([Self.someID, "nonsense"]))
                == compare("localIdentifier", .in, .identifiers([Self.identifiers[0]]))
        )
        #expect(
            try parse("%@ CONTAINS localIdentifier", [Self.someID] as NSArray)
                == compare("localIdentifier", .in, .identifiers([Self.identifiers[0]]))
        )
    }

    @Test func `objects stand for their identifiers`() throws {
        let asset = PHAsset(Self.identifiers[0].id, row: AssetRow())
        let isIt = compare("SELF", .in, .identifiers([Self.identifiers[0]]))
        #expect(try parse("SELF == %@", asset) == isIt)
        #expect(try parse("self != %@", asset) == isIt + [.not])
        #expect(try parse("SELF IN %@", [asset]) == isIt)
        #expect(try parse("SELF IN %@", [asset] as NSArray) == isIt)
    }

    @Test func `arguments of every kind arrive as what they are`() throws {
        func literal(_ argument: Any) throws -> PredicateInstruction { try parse("a = %@", argument)[1] }
        #expect(try literal(5 as Int32) == .literal(.integer(5)))
        #expect(try literal(UInt64(7)) == .literal(.integer(7)))
        #expect(try literal(true) == .literal(.boolean(true)))
        #expect(try literal(NSNumber(value: true)) == .literal(.boolean(true)))
        #expect(try literal(NSNumber(value: 1)) == .literal(.integer(1)))
        #expect(try literal(NSNumber(value: 2.5)) == .literal(.real(2.5)))
        #expect(try literal(Float(0.5)) == .literal(.real(0.5)))
        #expect(try literal("text" as NSString) == .literal(.text("text")))
        #expect(try literal(date as NSDate) == dateLiteral)
        #expect(try literal(NSNull()) == .literal(.null))
        #expect(try literal(Optional(3) as Any) == .literal(.integer(3)))
        #expect(try literal(Int?.none as Any) == .literal(.null))
    }

    @Test func `1 and 0 are truths for keys that are truths`() throws {
        #expect(try parse("favorite == %d", 1) == compare("favorite", .equal, .boolean(true)))
        #expect(try parse("isHidden != 0") == compare("isHidden", .notEqual, .boolean(false)))
        #expect(try parse("mediaType == %d", 1) == compare("mediaType", .equal, .integer(1)))
    }

    struct Broken: CustomTestStringConvertible, Sendable {
        var format: String
        var position: Int
        var reason: String
        var testDescription: String { format.isEmpty ? "(empty)" : String(format.prefix(40)) }

        init(_ format: String, _ position: Int, _ reason: String) {
            self.format = format
            self.position = position
            self.reason = reason
        }
    }

    static let broken: [Broken] = [
        Broken("", 0, "expected a key, a value or \"(\", found the end"),
        Broken("mediaType", 0, "a value where a comparison is expected"),
        Broken("mediaType =", 11, "expected a key, a value or \"(\", found the end"),
        Broken("(mediaType = 1 || mediaType = 2", 31, "expected \")\", found the end"),
        Broken("mediaType = 1)", 13, "expected an operator or the end, found \")\""),
        Broken("mediaType = %d", 12, "argument 1 is missing: only 0 were given"),
        Broken("title = 'unfinished", 8, "a quoted text without its end"),
        Broken("a = 1 AND", 9, "expected a key, a value or \"(\", found the end"),
        Broken("AND a = 1", 0, "expected a key or a value, found AND"),
        Broken("a = $DATE", 4, "the variable $DATE has no value"),
        Broken("a = $", 5, "expected a name"),
        Broken("assets.@count > 1", 7, "collection operators such as @count are not supported"),
        Broken("a + 1 = 2", 2, "arithmetic is not supported"),
        Broken("ANY keywords = 'x'", 0, "ANY is not supported"),
        Broken("SUBQUERY(a, $x, $x = 1)", 0, "SUBQUERY is not supported"),
        Broken("a = %y", 4, "%y is not a place for an argument"),
        Broken("a = 5 %", 6, "a % at the end"),
        Broken("title CONTAINS[x] 'a'", 14, "unknown comparison option x"),
        Broken("a BETWEEN {1}", 2, "BETWEEN wants a list of two values on its right"),
        Broken("a IN 1", 2, "IN wants a list on its right"),
        Broken("a = {1, 2}", 2, "a list can be compared with IN and BETWEEN only"),
        Broken("a = {b}", 5, "a list holds plain values only"),
        Broken("(a = 1) = 2", 0, "a comparison where a value is expected"),
        Broken("(a & b) != 0", 3, "& wants a key and a whole number"),
        Broken("(a | 1) != 0", 3, "| is supported between numbers only"),
        Broken("a = 1 b = 2", 6, "expected an operator or the end, found \"b\""),
        Broken("é = 'ü' ?", 8, "unexpected ?"),
        Broken(#"a = '\u00g0'"#, 5, "\\u wants four hexadecimal digits"),
        Broken("a = 99999999999999999999999", 4, "nothing"),
    ]

    @Test(arguments: broken.dropLast()) func `says where and why a format is refused`(_ broken: Broken) {
        #expect(throws: PredicateFormatError(position: broken.position, reason: broken.reason)) {
            try PredicateParser.parse(broken.format, arguments: [])
        }
    }

    @Test func `a whole number too large for one is a real`() throws {
        #expect(try parse("a = 99999999999999999999999") == compare("a", .equal, .real(1e23)))
    }

    @Test func `refuses arguments that no key can be compared with`() {
        #expect(
            throws: PredicateFormatError(
                position: 4,
                reason: "argument 1 is of a kind that no key can be compared with: UUID"
            )
        ) {
            try PredicateParser.parse("a = %@", arguments: [UUID()])
        }
        #expect(throws: PredicateFormatError(position: 4, reason: "argument 1 is no number: String")) {
            try PredicateParser.parse("a = %d", arguments: ["x"])
        }
        #expect(throws: PredicateFormatError(position: 0, reason: "argument 1 is no key")) {
            try PredicateParser.parse("%K = 1", arguments: [5])
        }
    }

    @Test func `nesting is bounded, length is not quadratic`() throws {
        let deep = PredicateParser.maximumDepth
        let fits = String(repeating: "(", count: deep) + "a=1" + String(repeating: ")", count: deep)
        #expect(try parse(fits) == compare("a", .equal, .integer(1)))
        #expect(throws: PredicateFormatError(position: deep + 1, reason: "nested deeper than \(deep)")) {
            try PredicateParser.parse("(" + fits + ")", arguments: [])
        }
        #expect(throws: PredicateFormatError(position: 4 * deep + 4, reason: "nested deeper than \(deep)")) {
            try PredicateParser.parse(String(repeating: "NOT ", count: deep + 1) + "a=1", arguments: [])
        }
    }

    @Test func `a program longer than the library takes is refused`() throws {
        let limit = PredicateProgram.maximumInstructions
        // Three steps a comparison and one for each OR: four for each but the first.
        let most = (limit + 1) / 4
        func format(_ count: Int) -> String { Array(repeating: "a=1", count: count).joined(separator: "||") }
        #expect(try PredicateParser.parse(format(most), arguments: []).instructions.count == most * 4 - 1)
        #expect(throws: PredicateFormatError(position: 0, reason: "longer than \(limit) steps")) {
            try PredicateParser.parse(format(most + 1), arguments: [])
        }
    }
}
