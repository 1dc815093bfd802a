import Foundation
import LibraryModel
import LibraryStore
import LibraryTestSupport
import SQLiteDatabase
import Testing

/// A library of a size that shows what is slow. `LARGE_LIBRARY=1000000` sets the size and prints the times.
@Suite(.serialized) struct LargeLibraryTests {
    private let assetCount = ProcessInfo.processInfo.environment["LARGE_LIBRARY"].flatMap { Int($0) } ?? 3_000
    private let prints = ProcessInfo.processInfo.environment["LARGE_LIBRARY"] != nil

    private func timed<Result>(_ what: String, _ body: () throws -> Result) rethrows -> Result {
        let clock = ContinuousClock()
        var best: Duration?
        var result: Result?
        for _ in 0..<(prints ? 3 : 1) {
            let time = try clock.measure { result = try body() }
            best = min(best ?? time, time)
        }
        if prints, let best { print("\(what): \(best)") }
        guard let result else { preconditionFailure("never run") }
        return result
    }

    @Test func `reads a large library whole, in parts and by history`() throws {
        let directory = ScratchDirectory()
        try TestLibrary(directory: directory).store.close()
        do {
            let connection = try Connection(
                path: directory.path("library.sqlite"),
                role: .writer,
                cacheKibibytes: 200_000
            )
            try timed("fill (once)") {
                if try connection.statement("SELECT 1 FROM asset").step() { return }
                try connection.executeScript(ScratchLibrary(assetCount: assetCount).script)
            }
        }
        let library = try TestLibrary(directory: directory)
        let view = library.person
        let rows = try timed("fetch all") { try view.fetch(FetchRequest(.allAssets)) }
        #expect(rows.count == assetCount)
        let byDate = FetchRequest(.allAssets, sort: [SortKey("creationDate", isAscending: false)])
        let sorted = try timed("fetch all by date") { try view.fetch(byDate) }
        #expect(sorted.count == assetCount)
        var first = byDate
        first.limit = 100
        #expect(try timed("first 100 by date") { try view.fetch(first) }.ids == Array(sorted.ids.prefix(100)))
        let favorites = PredicateProgram([
            .key("mediaType"), .literal(.integer(1)), .compare(.equal, []), .key("favorite"),
            .literal(.boolean(true)), .compare(.equal, []), .and,
        ])
        let count = try timed("count favourites") {
            try view.count(FetchRequest(.allAssets, predicate: favorites))
        }
        #expect(count == 0)
        let screenshots = PredicateProgram([
            .key("mediaSubtypes"), .literal(.integer(4)), .bitwiseAnd, .literal(.integer(0)), .compare(.notEqual, []),
        ])
        let shots = try timed("fetch screenshots by date") {
            try view.fetch(
                FetchRequest(
                    .allAssets,
                    predicate: screenshots,
                    sort: [SortKey("creationDate", isAscending: false)]
                )
            )
        }
        #expect(shots.count == assetCount / 50)
        let ids = rows.ids
        let some = stride(from: 0, to: ids.count, by: max(1, ids.count / 10_000)).map { ids[$0] }.shuffled()
        #expect(
            try timed("look up \(some.count)") { try view.fetch(FetchRequest(.identifiers(.asset, some))) }.ids == some
        )
        for (what, fetched) in [("as added", rows), ("by date", sorted)] {
            let (ids, hints) = (fetched.ids, fetched.hints)
            let seen = try timed("properties of all \(what)") {
                var seen = 0
                for start in stride(from: 0, to: ids.count, by: AssetPage.maximumRows) {
                    let range = start..<min(start + AssetPage.maximumRows, ids.count)
                    let page = try view.assets(Array(ids[range]), hints: Array(hints[range]))
                    for flags in page.flags where flags & 1 != 0 { seen += 1 }
                }
                return seen
            }
            #expect(seen == assetCount)
        }
        var token = try view.currentToken()
        token.sequence = 0
        let changes = try timed("history") {
            var (token, changes) = (token, 0)
            while true {
                let page = try view.history(since: token)
                changes += page.objects.count
                if !page.hasMore { return changes }
                token = page.next
            }
        }
        #expect(changes == assetCount)
        let app = try library.app("exe:/limited", .limited)
        let half = stride(from: 0, to: min(ids.count, 20_000), by: 2).map { ids[$0] }
        try library.store.select(half, for: "exe:/limited")
        #expect(try timed("limited fetch") { try app.fetch(FetchRequest(.allAssets)) }.count == half.count)
        let page = try timed("limited page") { try app.assets(Array(ids.prefix(768))) }
        #expect(page.flags.filter { $0 & 1 != 0 }.count == 384)
    }

    @Test func `clients that change things at once share commits`() throws {
        let library = try TestLibrary()
        let commits = library.commits
        let album = try library.person.makeAlbum()
        let rounds = prints ? 200 : 5
        for clients in [1, 8] {
            let before = commits.values.count
            let time = ContinuousClock().measure {
                onThreads(clients) { client in
                    for round in 0..<rounds {
                        do {
                            try library.person.change(
                                .renameCollection(.assetCollection, album, title: "\(client)-\(round)")
                            )
                        } catch { Issue.record(error) }
                    }
                }
            }
            let count = commits.values.count - before
            if prints { print("\(clients) clients: \(clients * rounds) blocks, \(count) commits, \(time)") }
            #expect(count <= clients * rounds)
        }
        #expect(try library.person.currentToken().sequence == UInt64(1 + 9 * rounds))
    }
}
