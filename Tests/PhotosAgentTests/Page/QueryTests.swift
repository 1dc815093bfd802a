import CivilDates
import LibraryClient
import LibraryModel
import Testing

@testable import AgentPage
@testable import PhotoSearch

@Suite(.timeLimit(.minutes(2))) struct QueryTests {
    private let page: TestPage
    private let browser: TestBrowser

    private struct Found: Decodable {
        struct Month: Decodable {
            var month: Int?
            var count: Int
        }
        var query: String
        var count: Int
        var months: [Month]
        var items: [Items.Item?]
        var took: Double
    }

    private struct Items: Decodable {
        struct Item: Decodable {
            var id, kind, version: String
            var date: String?
            var favorite: Bool
            var width, height: Int
        }
        var items: [Item?]
    }

    init() throws {
        page = try TestPage()
        browser = try page.browser()
    }

    /// Noon there.
    private func noon(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
        TimeZoneOffsets.local.instant(of: CivilTime(year: year, month: month, day: day, hour: 12))
    }

    private func find(_ body: String) throws -> [String] {
        let found: Found = try browser.json("/api/query", posting: body)
        let items: Items = try browser.json("/api/query/\(found.query)/items?from=0&count=500")
        #expect(items.items.count == found.count)
        return items.items.map { $0?.id ?? "gone" }
    }

    @Test func `the first photos come with the answer, as many as are asked for`() throws {
        let ids = try page.add([.init(date: noon(2023, 6, 10)), .init(date: noon(2024, 1, 2)), .init()])
        for (first, expected) in [("", 0), (#""first":0"#, 0), (#""first":2"#, 2), (#""first":500"#, 3)] {
            let found: Found = try browser.json("/api/query", posting: "{\(first)}")
            #expect(found.items.map { $0?.id } == [ids[1], ids[0], ids[2]].prefix(expected).map(\.onPage))
            #expect(found.count == 3)
        }
        for first in [-1, 501] {
            #expect(try browser.post("/api/query", #"{"first":\#(first)}"#).status == 400)
        }
    }

    @Test func `photos come newest first, with how many there are in each month`() throws {
        let ids = try page.add([
            .init(date: noon(2023, 6, 10)), .init(date: noon(2024, 1, 2)), .init(), .init(date: noon(2023, 6, 11)),
        ])
        let found: Found = try browser.json("/api/query", posting: "{}")
        #expect(found.count == 4)
        #expect(found.months.map(\.month) == [2024 * 12, 2023 * 12 + 5, nil])
        #expect(found.months.map(\.count) == [1, 2, 1])
        let items: Items = try browser.json("/api/query/\(found.query)/items?from=1&count=2")
        #expect(items.items.map { $0?.id } == [ids[3].onPage, ids[0].onPage])
        #expect(items.items[0]?.width == 48 && items.items[0]?.height == 32 && items.items[0]?.kind == "image")
        let last: Items = try browser.json("/api/query/\(found.query)/items?from=3&count=500")
        #expect(last.items.map { $0?.id } == [ids[2].onPage] && last.items[0]?.date == nil)
        let beyond: Items = try browser.json("/api/query/\(found.query)/items?from=4&count=1")
        #expect(beyond.items.isEmpty)
    }

    @Test func `stretches of a query are bounded`() throws {
        let found: Found = try browser.json("/api/query", posting: "{}")
        for range in [
            "from=0&count=501", "from=-1&count=1", "from=0&count=-1", "from=x&count=1", "from=0", "count=1", "",
            "from=9999999999999999999999&count=1",
        ] {
            #expect(try browser.get("/api/query/\(found.query)/items?\(range)").status == 400, "\(range)")
        }
        #expect(try browser.get("/api/query/\(found.query)/items?from=9223372036854775807&count=500").status == 200)
        let many = (0...200).map { _ in ObjectID.random().onPage }
        #expect(try browser.get("/api/items?ids=" + many.joined(separator: ",")).status == 400)
        #expect(try browser.get("/api/items?ids=" + many.dropFirst().joined(separator: ",")).status == 200)
    }

    @Test func `of many queries the last ones are known`() throws {
        let first: Found = try browser.json("/api/query", posting: "{}")
        for _ in 1..<QueryCache.maximumCount { let _: Found = try browser.json("/api/query", posting: "{}") }
        // Used again, so that another one is the oldest.
        #expect(try browser.get("/api/query/\(first.query)/items?from=0&count=1").status == 200)
        let second = String(try #require(Int(first.query)) + 1)
        let _: Found = try browser.json("/api/query", posting: "{}")
        #expect(try browser.get("/api/query/\(first.query)/items?from=0&count=1").status == 200)
        #expect(try browser.get("/api/query/\(second)/items?from=0&count=1").status == 410)
        #expect(try browser.get("/api/query/x/items?from=0&count=1").status == 410)
    }

    @Test func `items are asked for by name, and null stands for what is gone`() throws {
        let ids = try page.add([.init { $0.isFavorite = true }, .init()])
        let gone = ObjectID.random()
        let items: Items = try browser.json("/api/items?ids=\(ids[1].onPage),\(gone.onPage),\(ids[0].onPage)")
        #expect(items.items.map { $0?.id } == [ids[1].onPage, nil, ids[0].onPage])
        #expect(items.items[2]?.favorite == true)
        let none: Items = try browser.json("/api/items?ids=")
        #expect(none.items.isEmpty)
    }

    @Test func `words find photos by what is written about them, and by when they were taken`() throws {
        let ids = try page.add([
            .init("beach.jpg", date: noon(2023, 6, 10)),
            .init("a.jpg", date: noon(2023, 7, 1)) { $0.isFavorite = true },
            .init("b.jpg", date: noon(2022, 6, 30)) { $0.title = .set("Été à la Plage") },
            .init("c.jpg") { $0.keywords = ["Beach house"] },
        ])
        let album = try page.owner.mintIdentifiers(1)[0]
        _ = try page.owner.perform(
            ChangeBlock(operations: [
                .createCollection(.assetCollection, album, title: "Summer Days", parent: nil),
                .insertMembers(
                    .album(album),
                    [LocalIdentifier(.asset, ids[3]), LocalIdentifier(.asset, ids[0])],
                    at: nil
                ),
            ])
        )
        let cases: [(String, [Int])] = [
            ("beach", [0, 3]), ("june", [0, 2]), ("june 2023", [0]), ("2023", [1, 0]), ("2023-06", [0]),
            ("beach 2023", [0]),
            ("ete", [2]), ("summer days", [0, 3]), ("favorites", [1]), ("favorite 2022", []), ("video", []),
            ("10 june", [0]), ("10.6.2023", [0]), ("\"summer d\"", [0, 3]), ("\"days summer\"", []), ("b.jpg", [2]),
            (" ", [1, 0, 2, 3]),
        ]
        for (text, found) in cases {
            let quoted = text.replacing("\"", with: "\\\"")
            #expect(try find(#"{"text":"\#(quoted)"}"#) == found.map { ids[$0].onPage }, "\(text)")
        }
        #expect(try find(#"{"album":"\#(album.onPage)"}"#) == [ids[3].onPage, ids[0].onPage])
        #expect(try find(#"{"album":"\#(album.onPage)","text":"2023"}"#) == [ids[0].onPage])
        #expect(try find(#"{"kind":"favorites"}"#) == [ids[1].onPage])
        let words = String(repeating: "x ", count: SearchText.maximumWords)
        #expect(try find(#"{"text":"\#(words)"}"#) == [])
        #expect(try browser.post("/api/query", #"{"text":"\#(words) y"}"#).status == 400)
    }

    @Test func `every kind that the page offers can be asked for`() throws {
        _ = try page.add([.init()])
        for filter in MediaFilter.allCases {
            #expect(try find(#"{"kind":"\#(filter.rawValue)"}"#).count == (filter == .images ? 1 : 0), "\(filter)")
        }
        #expect(try browser.post("/api/query", #"{"kind":"x"}"#).status == 400)
    }

    @Test func `what was selected for an app can be looked at alone`() throws {
        let ids = try page.add([.init(date: 1), .init(date: 2), .init(date: 3)])
        let app = "exe:/usr/bin/camera"
        try page.owner.setStatus(.limited, ofApp: app, for: .readWrite)
        try page.owner.select([ids[0], ids[2]], forApp: app, deselects: false)
        #expect(try find(#"{"app":"\#(app)"}"#) == [ids[2].onPage, ids[0].onPage])
        let found: Found = try browser.json("/api/query", posting: #"{"app":"\#(app)"}"#)
        #expect(found.months.reduce(0) { $0 + $1.count } == 2)
    }

    @Test func `albums are a tree, with a count and a photo to show each by`() throws {
        struct Albums: Decodable {
            struct Album: Decodable {
                var id, title: String
                var count: Int
                var key: String?
                var children: [Album]?
            }
            var albums, collections: [Album]
        }
        let ids = try page.add([.init(), .init()])
        let made = try page.owner.mintIdentifiers(3)
        _ = try page.owner.perform(
            ChangeBlock(operations: [
                .createCollection(.assetCollection, made[0], title: "<b>Trip</b>", parent: nil),
                .createCollection(.collectionList, made[2], title: "Folder", parent: nil),
                .createCollection(.assetCollection, made[1], title: "Empty", parent: made[2]),
                .insertMembers(.album(made[0]), [LocalIdentifier(.asset, ids[1])], at: nil),
            ])
        )
        let albums: Albums = try browser.json("/api/albums")
        #expect(albums.albums.map(\.title) == ["<b>Trip</b>", "Folder"])
        #expect(albums.albums[0].count == 1 && albums.albums[0].key == ids[1].onPage)
        #expect(albums.albums[0].children == nil)
        #expect(albums.albums[1].children?.map(\.title) == ["Empty"])
        #expect(albums.collections.contains { $0.title == "Recents" && $0.count == 2 })
    }

    @Test func `pictures are JPEGs, kept by the browser where their version is named`() throws {
        let ids = try page.add([.init()])
        for path in ["thumbnail", "preview"] {
            let fresh = try browser.get("/api/\(path)/\(ids[0].onPage)")
            #expect(fresh.status == 200 && fresh.headers["content-type"] == "image/jpeg")
            #expect(fresh.body.starts(with: [0xFF, 0xD8]) && fresh.body.suffix(2) == [0xFF, 0xD9])
            #expect(fresh.headers["cache-control"] == "no-store")
            let kept = try browser.get("/api/\(path)/\(ids[0].onPage)?v=1")
            #expect(kept.headers["cache-control"] == "private, max-age=86400, immutable")
            #expect(kept.body == fresh.body)
            #expect(try browser.get("/api/\(path)/\(ObjectID.random().onPage)").status == 404)
        }
        for size in ["0", "63", "4097", "x", "-1"] {
            #expect(try browser.get("/api/preview/\(ids[0].onPage)?size=\(size)").status == 400)
        }
    }

    @Test func `details are text and nothing else`() throws {
        struct Details: Decodable {
            var filename: String
            var title, caption: String?
            var keywords: [String]
            var width: Int
        }
        let hostile = "</script><img src=x onerror=alert(1)>\u{2028}\"'&"
        let ids = try page.add([
            .init("<script>alert(1)<.jpg") {
                $0.title = .set(hostile)
                $0.caption = .set(hostile)
                $0.keywords = [hostile]
            }
        ])
        let answer = try browser.get("/api/details/\(ids[0].onPage)")
        #expect(answer.headers["content-type"] == "application/json; charset=utf-8")
        #expect(answer.headers["x-content-type-options"] == "nosniff")
        let details: Details = try browser.json("/api/details/\(ids[0].onPage)")
        #expect(details.filename == "<script>alert(1)<.jpg" && details.width == 48)
        // But for what would end a line.
        let shown = hostile.replacing("\u{2028}", with: " ")
        #expect(details.title == shown && details.caption == shown && details.keywords == [shown])
        #expect(try browser.get("/api/details/\(ObjectID.random().onPage)").status == 404)
    }

    @Test func `the page says how much there is`() throws {
        struct StateJSON: Decodable {
            struct Library: Decodable, Equatable { var assets, images, videos: Int }
            var library: Library
            var readOnly: String?
        }
        _ = try page.add([.init(), .init { $0.isHidden = true }])
        let state: StateJSON = try browser.json("/api/state")
        #expect(state.library == .init(assets: 2, images: 2, videos: 0) && state.readOnly == nil)
        #expect(try browser.get("/api/state").text.contains(#""readOnly":null"#))
    }

    @Test func `a change of the library is told`() throws {
        let events = try browser.listen()
        while try events.takeEvent("server") != #"{"connected":true}"# {}
        _ = try page.add([.init()])
        #expect(try events.takeEvent("library") == "{}")
    }
}
