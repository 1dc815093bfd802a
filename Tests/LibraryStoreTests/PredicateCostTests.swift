import LibraryModel
import LinuxSystem
import SQLiteDatabase
import Testing

@testable import LibraryStore

/// What predicates may cost, and that what is asked again and again is looked up once.
@Suite struct PredicateCostTests {
    private let library: TestLibrary
    private let person: LibraryView
    private let ids: [ObjectID]

    init() throws {
        library = try TestLibrary()
        person = library.person
        ids = try person.add((0..<3).map { NewAsset(filename: "\($0).jpg", captured: Int64($0)) })
    }

    private func find(_ program: PredicateProgram, _ scope: FetchScope = .allAssets) throws -> [ObjectID] {
        try person.ids(scope) { $0.predicate = program }
    }

    private func compiled(_ program: PredicateProgram, _ table: PredicateTable) throws -> SQLText {
        let path = library.directory.path("library.sqlite")
        let connection = try Connection(path: path, role: .reader, cacheKibibytes: 1_024)
        return try PredicateCompiler.compile(program, table, connection).condition
    }

    /// `count` comparisons of a key, in a chain.
    private func chain(
        _ count: Int,
        _ key: String,
        _ comparison: PredicateComparison,
        _ options: PredicateComparisonOptions = [],
        joinedBy joined: PredicateInstruction = .or,
        _ literal: (Int) -> PredicateLiteral
    ) -> PredicateProgram {
        PredicateProgram(
            (0..<count).flatMap { number -> [PredicateInstruction] in
                let compared: [PredicateInstruction] = [
                    .key(key), .literal(literal(number)), .compare(comparison, options),
                ]
                return number == 0 ? compared : compared + [joined]
            }
        )
    }

    @Test func `alternatives of one key are one look into a list`() throws {
        let names = chain(4_000, "filename", .equal) { .text("\($0 + 1).jpg") }
        #expect(try compiled(names, .assets(.full(app: nil))).text.split(separator: "filename").count == 2)
        #expect(try find(names) == [ids[1], ids[2]])
        let others = chain(4_000, "filename", .notEqual, joinedBy: .and) { .text("\($0 + 1).jpg") }
        #expect(try compiled(others, .assets(.full(app: nil))).text.split(separator: "filename").count == 2)
        #expect(try find(others) == [ids[0]])
        #expect(try find(PredicateProgram(others.instructions + [.not])) == [ids[1], ids[2]])
        #expect(try find(chain(16_000, "pixelWidth", .equal) { .integer(Int64($0)) }) == ids)
        #expect(try find(chain(16_000, "pixelWidth", .notEqual, joinedBy: .and) { .integer(Int64($0)) }) == [])
        let identifiers = ids.dropLast().map { LocalIdentifier(.asset, $0) } + [LocalIdentifier(.asset, .random())]
        #expect(
            try find(chain(3_000, "localIdentifier", .equal) { .text(identifiers[$0 % 3].string) })
                == Array(ids.dropLast())
        )
        // What is missing is in no list, and none of several is not all of them.
        #expect(try find(chain(2, "rating", .equal) { .integer(Int64($0)) }) == ids)
        #expect(try find(chain(2, "filename", .equal, joinedBy: .and) { .text("\($0).jpg") }) == [])
        #expect(try find(chain(2, "filename", .notEqual) { .text("\($0).jpg") }) == ids)
        #expect(try find(chain(2, "title", .notEqual, joinedBy: .and) { .text("\($0)") }) == ids)
    }

    @Test func `members of albums are counted once, however often they are asked for`() throws {
        let albums = [try person.makeAlbum("a"), try person.makeAlbum("b")]
        try person.insert(ids, into: albums[1])
        let request = FetchRequest(.smartAlbums(subtype: nil))
        let all = try person.fetch(request).ids
        #expect(try find(chain(1_000, "estimatedAssetCount", .equal) { .integer(Int64($0)) }, request.scope) == all)
        let counts = chain(1_000, "estimatedAssetCount", .greater) { .integer(Int64(1_001 - $0)) }
        #expect(try compiled(counts, .collections(.full(app: nil))).text.contains("SELECT") == false)
        #expect(try find(counts, .allCollections(.assetCollection)) == [albums[1]])
        let keys = Array(repeating: SortKey("estimatedAssetCount", isAscending: false), count: 16)
        #expect(try person.ids(.allCollections(.assetCollection)) { $0.sort = keys } == [albums[1], albums[0]])
        let first = try person.ids(.smartAlbums(subtype: nil)) { $0.sort = [SortKey("endDate", isAscending: false)] }
        #expect(Set(first) == Set(all))
    }

    @Test func `what is dear may be asked less often`() throws {
        func code(_ count: Int, _ key: String, _ comparison: PredicateComparison, _ text: String) -> LibraryError.Code?
        {
            errorCode { try find(chain(count, key, comparison, .caseInsensitive) { .text(text + "\($0)") }) }
        }
        func numbers(_ count: Int) -> PredicateProgram {
            chain(count, "pixelWidth", .greater) { .integer(Int64($0) + 10_000) }
        }
        #expect(try find(numbers(2_048)) == [])
        #expect(errorCode { try find(numbers(2_049)) } == .limitExceeded)
        for comparison in [PredicateComparison.like, .contains, .beginsWith, .endsWith, .less] {
            #expect(code(227, "filename", comparison, "\t") == nil)
            #expect(code(228, "filename", comparison, "\t") == .limitExceeded)
        }
        #expect(code(51, "keywords", .contains, "x") == nil)
        #expect(code(52, "keywords", .contains, "x") == .limitExceeded)
        #expect(code(85, "anyText", .contains, "x") == nil)
        #expect(code(86, "anyText", .contains, "x") == .limitExceeded)
        // The largest expressions, by their number.
        #expect(code(4, "filename", .matches, "(a|bb){800}") == nil)
        #expect(code(5, "filename", .matches, "(a|bb){800}") == .limitExceeded)
        func names(_ count: Int) -> PredicateProgram {
            PredicateProgram(
                [.key("filename")] + (0..<count).map { .literal(.text("\($0)")) }
                    + [.list(count: count), .compare(.in, [])]
            )
        }
        #expect(try find(names(30_000)) == [])
        #expect(errorCode { try find(names(33_000)) } == .limitExceeded)
    }

    @Test func `patterns and texts are bounded`() throws {
        func code(_ comparison: PredicateComparison, _ text: String) -> LibraryError.Code? {
            errorCode { try find(chain(1, "filename", comparison, .caseInsensitive) { _ in .text(text) }) }
        }
        func long(_ count: Int) -> String { String(repeating: "a", count: count) }
        for comparison in [PredicateComparison.like, .matches] {
            #expect(code(comparison, long(1_024)) == nil)
            #expect(code(comparison, long(1_025)) == .limitExceeded)
        }
        for comparison in [PredicateComparison.contains, .beginsWith, .endsWith, .equal] {
            #expect(code(comparison, long(4_096)) == nil)
            #expect(code(comparison, long(4_097)) == .limitExceeded)
        }
        #expect(code(.matches, "(a?b?c?d?){1000}") == .limitExceeded)
        #expect(code(.matches, "(a") == .invalidRequest)
        #expect(code(.matches, "(a)\\1") == .invalidRequest)
        let ofKeys = PredicateProgram([.key("filename"), .key("filename"), .compare(.matches, [])])
        #expect(errorCode { try find(ofKeys) } == .invalidRequest)
        #expect(try find(PredicateProgram([.key("filename"), .key("filename"), .compare(.contains, [])])) == ids)
    }

    @Test func `looks through the longest captions`() throws {
        try person.set(ids[1]) { $0.caption = .set(String(repeating: "ab", count: 32_767) + "é") }
        func find(_ comparison: PredicateComparison, _ text: String) throws -> [ObjectID] {
            try self.find(
                chain(1, "caption", comparison, [.caseInsensitive, .diacriticInsensitive]) { _ in .text(text) }
            )
        }
        let part = String(repeating: "AB", count: 500)
        #expect(try find(.like, "*\(part)É") == [ids[1]])
        #expect(try find(.like, "*\(part)b*") == [])
        #expect(try find(.contains, part + "e") == [ids[1]])
        #expect(try find(.contains, part + "c") == [])
        #expect(try find(.beginsWith, part) == [ids[1]])
        #expect(try find(.endsWith, "BÉ") == [ids[1]])
        #expect(try find(.matches, "(a|b)*É") == [ids[1]])
        #expect(try find(.matches, "(a?b?c?d?){500}") == [])
    }

    @Test func `nothing is compiled for who sees nothing`() throws {
        try library.store.setStatus(of: "exe:/add-only", for: .addOnly, to: .authorized)
        let blind = [
            library.view("exe:/none"), try library.app("exe:/denied", .denied), library.view("exe:/add-only"),
        ]
        let programs = [
            chain(1, "filename", .matches) { _ in .text("(a") }, chain(1, "nonsense", .equal) { _ in .null },
            chain(10_000, "pixelWidth", .greater) { .integer(Int64($0)) }, PredicateProgram([.and]),
        ]
        for (view, program) in blind.flatMap({ view in programs.map { (view, $0) } }) {
            for scope in [
                .allAssets, .identifiers(.asset, ids), .smartAlbums(subtype: nil), .children(ofList: nil),
                .assets(inCollection: .random()),
            ] as [FetchScope] {
                var request = FetchRequest(scope, predicate: program)
                request.sort = [SortKey("nonsense", isAscending: true)]
                #expect(try view.fetch(request).count == 0)
                #expect(try view.count(request) == 0)
                #expect(try view.months(of: request, utcOffset: 0).isEmpty)
            }
        }
        #expect(errorCode { try find(programs[0]) } == .invalidRequest)
    }

    @Test func `the largest and smallest numbers are numbers`() throws {
        let extremes = try person.add([NewAsset(captured: .max), NewAsset(captured: .min)])
        for date in [Int64.max, .min] {
            #expect(try find(chain(1, "creationDate", .equal) { _ in .date(date) }).count == 1)
            let between: [PredicateInstruction] = [
                .key("creationDate"), .literal(.date(.min)), .literal(.date(date)), .list(count: 2),
                .compare(.between, []),
            ]
            #expect(try find(PredicateProgram(between)).contains(extremes[1]))
            let bits: [PredicateInstruction] = [
                .key("pixelWidth"), .literal(.integer(date)), .bitwiseAnd, .literal(.integer(date)),
                .compare(.equal, []),
            ]
            #expect(try find(PredicateProgram(bits)) == [])
        }
        for offset in [Int32.min, .max] {
            let months = try person.months(of: FetchRequest(.allAssets), utcOffset: offset)
            #expect(months.reduce(0) { $0 + $1.count } == 5)
        }
        for limit in [Int.max, 1] {
            var request = FetchRequest(.allAssets)
            request.limit = limit
            request.sort = [SortKey("creationDate", isAscending: true)]
            #expect(try person.fetch(request).ids.first == extremes[1])
            #expect(try person.count(request) == min(limit, 5))
        }
        #expect(try find(chain(1, "duration", .less) { _ in .real(.nan) }) == [])
        #expect(try find(chain(1, "duration", .less) { _ in .real(.infinity) }).count == 5)
    }

    @Test func `who has gone is not worked for`() throws {
        let gone = Cancellation()
        gone.cancel()
        let long = chain(2_000, "pixelWidth", .greater) { .integer(Int64($0)) }
        let nobody = FetchRequest(.identifiers(.asset, []), predicate: long)
        #expect(errorCode { try person.fetch(nobody, cancellation: gone) } == .cancelled)
        let many = (0..<1_000).map { _ in ObjectID.random() }
        #expect(
            errorCode { try person.fetch(FetchRequest(.identifiers(.asset, many)), cancellation: gone) } == .cancelled
        )
        let objects = many.map { LocalIdentifier(.asset, $0) }
        #expect(errorCode { try person.cloudIdentifiers(of: objects, cancellation: gone) } == .cancelled)
        let identifiers = many.map { CloudIdentifier(.asset, record: $0) }
        #expect(errorCode { try person.localIdentifiers(of: identifiers, cancellation: gone) } == .cancelled)
        let among = PredicateProgram([.key("SELF"), .literal(.identifiers(objects)), .compare(.in, [])])
        #expect(
            errorCode { try person.fetch(FetchRequest(.allAssets, predicate: among), cancellation: gone) } == .cancelled
        )
    }

    @Test func `a comparison that takes long ends inside of itself`() throws {
        let path = library.directory.path("library.sqlite")
        let connection = try Connection(path: path, role: .reader, cacheKibibytes: 1_024)
        try TextFunctions.define(on: connection)
        let error = #expect(throws: SQLiteError.self) {
            try connection.interruptible(by: { true }) {
                let compare = try connection.statement("SELECT compare_text(13, 0, ?, ?)")
                try compare.bind(String(repeating: "a", count: 65_536), at: 1)
                try compare.bind("(a|b)*a((a|b){30}){33}c", at: 2)
                _ = try compare.step()
            }
        }
        #expect(error?.isInterrupted == true)
    }
}
