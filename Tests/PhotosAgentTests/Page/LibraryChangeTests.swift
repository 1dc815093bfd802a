import LibraryClient
import LibraryModel
import LinuxSystem
import Testing

@testable import AgentPage

/// What the library page asks the agent for.
@Suite(.timeLimit(.minutes(2))) struct LibraryChangeTests {
    private let page: TestPage
    private let browser: TestBrowser

    private struct Found: Decodable {
        struct Item: Decodable { var id: String }
        var query: String
        var items: [Item?]
    }

    init() throws {
        page = try TestPage()
        browser = try page.browser()
    }

    private func status(_ name: String, _ body: String) throws -> UInt32 {
        UInt32(try browser.post("/api/library/\(name)", body).status)
    }

    private func find(_ body: String) throws -> [String] {
        let found: Found = try browser.json("/api/query", posting: body)
        return found.items.compactMap { $0?.id }
    }

    private func tree() throws -> String {
        let answer = try browser.get("/api/albums")
        return answer.text
    }

    @Test func `what is hidden and what was deleted are found apart from the rest, with their rows`() throws {
        let ids = try page.add([.init(), .init { $0.isHidden = true }, .init()])
        #expect(try status("delete", #"{"assets":["\#(ids[2].onPage)"]}"#) == 200)
        #expect(try find(#"{"first":9}"#) == [ids[0].onPage])
        #expect(try find(#"{"first":9,"shelf":"hidden"}"#) == [ids[1].onPage])
        #expect(try find(#"{"first":9,"shelf":"deleted"}"#) == [ids[2].onPage])
        // Also in pages after the first.
        let found: Found = try browser.json("/api/query", posting: #"{"shelf":"deleted"}"#)
        #expect(try browser.get("/api/query/\(found.query)/items?from=0&count=9").text.contains(ids[2].onPage))
        #expect(try browser.get("/api/thumbnail/\(ids[2].onPage)").status == 200)
        #expect(try browser.get("/api/details/\(ids[2].onPage)").status == 200)
        #expect(try browser.post("/api/query", #"{"shelf":"other"}"#).status == 400)
        #expect(try status("restore", #"{"assets":["\#(ids[2].onPage)"]}"#) == 200)
        #expect(try find(#"{"first":9,"shelf":"deleted"}"#) == [])
    }

    @Test func `of a selection that is read in pieces, what is gone is told in its order`() throws {
        struct Answer: Decodable { var gone: [String] }
        let ids = try page.add([.init(), .init(), .init(), .init()]).map(\.onPage)
        #expect(try status("delete", #"{"assets":["\#(ids[2])","\#(ids[3])"]}"#) == 200)
        // At the ends of the pieces, and within them.
        var selection = (0..<2 * AssetPage.maximumRows + 9).map { _ in ObjectID.random().onPage }
        selection[0] = ids[0]
        selection[AssetPage.maximumRows - 1] = ids[2]
        selection[AssetPage.maximumRows] = ids[1]
        selection[selection.count - 1] = ids[3]
        let list = selection.map { "\"\($0)\"" }.joined(separator: ",")
        for (isDeleted, there) in [(false, [ids[0], ids[1]]), (true, [ids[2], ids[3]])] {
            let answer: Answer = try browser.json(
                "/api/gone",
                posting: #"{"assets":[\#(list)],"isDeleted":\#(isDeleted)}"#
            )
            #expect(answer.gone == selection.filter { !there.contains($0) })
        }
    }

    @Test func `a change that is none, or of too many photos, is refused`() throws {
        let id = try page.add([.init()])[0].onPage
        #expect(try status("edit", #"{"assets":["\#(id)"]}"#) == 400)
        #expect(try status("edit", #"{"assets":["\#(id)"],"rating":6}"#) == 400)
        #expect(try status("edit", #"{"assets":["\#(id)"],"date":"yesterday"}"#) == 400)
        #expect(try status("edit", #"{"assets":[],"rating":5}"#) == 400)
        #expect(try status("edit", #"{"assets":["\#(id)"],"rating":5,"date":"","title":""}"#) == 200)
        #expect(try status("delete", #"{"assets":["\#(ObjectID.random().onPage)"]}"#) == 404)
        let many = Array(repeating: "\"\(id)\"", count: 10_001).joined(separator: ",")
        #expect(try status("delete", #"{"assets":[\#(many)]}"#) == 400)
        #expect(try status("other", "{}") == 404)
        #expect(try browser.get("/api/library/edit").status == 404)
        #expect(try find(#"{"first":9}"#) == [id])
    }

    @Test func `a change tells its transaction, and what was so already has none`() throws {
        struct Answer: Decodable { var transaction: String? }
        let id = try page.add([.init()])[0].onPage
        let body = #"{"assets":["\#(id)"],"favorite":true}"#
        let changed: Answer = try browser.json("/api/library/edit", posting: body)
        #expect(changed.transaction == String(try page.owner.currentToken().sequence))
        let again: Answer = try browser.json("/api/library/edit", posting: body)
        #expect(again.transaction == nil)
    }

    @Test func `an album or folder has a name, and moves between folders`() throws {
        struct Made: Decodable { var id: String }
        let asset = try page.add([.init()])[0].onPage
        #expect(try status("create", #"{"title":" \n","isFolder":false}"#) == 400)
        let folder: Made = try browser.json("/api/library/create", posting: #"{"title":"F","isFolder":true}"#)
        let album: Made = try browser.json(
            "/api/library/create",
            posting: #"{"title":"A","isFolder":false,"assets":["\#(asset)"]}"#
        )
        #expect(try find(#"{"first":9,"album":"\#(album.id)"}"#) == [asset])
        func arrange(_ rest: String) throws -> UInt32 {
            try status("arrange", #"{"id":"\#(album.id)","isFolder":false\#(rest)}"#)
        }
        #expect(try arrange("") == 400)
        #expect(try arrange(#", "title": "" "#) == 400)
        #expect(try arrange(#","title":"B","destination":"\#(folder.id)""#) == 200)
        #expect(try tree().contains(#""children":[{"children":null,"#))
        #expect(try arrange(#","parent":"\#(folder.id)""#) == 200)
        #expect(try tree().contains(#""children":[]"#))
        #expect(try status("dissolve", #"{"id":"\#(folder.id)","isFolder":true}"#) == 200)
        #expect(try !tree().contains(folder.id) && tree().contains(album.id))
        #expect(try find(#"{"first":9}"#) == [asset])
    }

    @Test func `a place is written as a town or in degrees, for many photos at once, and taken away`() throws {
        let ids = try page.add([.init(), .init()])
        let both = #""assets":["\#(ids[0].onPage)","\#(ids[1].onPage)"]"#
        func write(_ place: String) throws -> UInt32 { try status("edit", "{\(both),\"place\":\"\(place)\"}") }
        func places() throws -> [Coordinate?] {
            let found = FetchedIdentifiers(ids, kinds: .all(.asset))
            let page = try page.owner.assets(found, 0..<2)
            return page.flags.indices.map { row in
                AssetPage.Flags(rawValue: page.flags[row]).contains(.hasLocation)
                    ? Coordinate(latitude: page.latitude[row], longitude: page.longitude[row]) : nil
            }
        }
        #expect(try write("-33.5, 151.25") == 200)
        #expect(try places() == Array(repeating: Coordinate(latitude: -33.5, longitude: 151.25), count: 2))
        #expect(try write("kyoto, japan") == 200)
        #expect(try places().allSatisfy { ($0?.latitude ?? 0).rounded() == 35 })
        for wrong in ["91, 0", "Kyoto, Italy", "nowhere at all", "1, 2, 3", ",", "nan, 1"] {
            #expect(try write(wrong) == 400, "\(wrong)")
        }
        #expect(try write("Paris") == 200)
        #expect(try places().allSatisfy { ($0?.latitude ?? 0).rounded() == 49 }, "the largest of that name")
        #expect(try write("") == 200)
        #expect(try places() == [nil, nil])
    }

    @Test func `albums are put before others, in another folder, too, and sorted by name`() throws {
        struct Made: Decodable { var id: String }
        struct Tree: Decodable {
            struct Node: Decodable {
                var title: String
                var children: [Node]?
                /// With what is in it in brackets.
                var text: String { title + (children.map { "[" + $0.map(\.text).joined() + "]" } ?? "") }
            }
            var albums: [Node]
        }
        func order() throws -> String {
            let tree: Tree = try browser.json("/api/albums")
            return tree.albums.map(\.text).joined()
        }
        func make(_ title: String, isFolder: Bool = false) throws -> String {
            let body = #"{"title":"\#(title)","isFolder":\#(isFolder)}"#
            let made: Made = try browser.json("/api/library/create", posting: body)
            return made.id
        }
        let (b, a, c) = (try make("b"), try make("A"), try make("c"))
        let folder = try make("F", isFolder: true)
        func place(_ album: String, _ rest: String) throws -> UInt32 {
            try status("arrange", #"{"id":"\#(album)","isFolder":false,\#(rest)}"#)
        }
        #expect(try order() == "bAcF[]")
        #expect(try place(c, #""position":{"before":"\#(b)"}"#) == 200)
        #expect(try order() == "cbAF[]")
        #expect(try place(c, #""position":{"before":null}"#) == 200)
        #expect(try order() == "bAF[]c")
        #expect(try place(a, #""destination":"\#(folder)","position":{"before":null}"#) == 200)
        #expect(try place(b, #""destination":"\#(folder)","position":{"before":"\#(a)"}"#) == 200)
        #expect(try order() == "F[bA]c")
        #expect(try place(c, #""position":{"before":"\#(a)"}"#) == 404, "it is in the folder")
        #expect(try place(b, #""parent":"\#(folder)","position":{"before":"\#(c)"}"#) == 200)
        #expect(try order() == "F[A]bc")
        #expect(try status("order", #"{"folder":null,"by":"name"}"#) == 204)
        #expect(try order() == "bcF[A]")
        #expect(try status("order", #"{"folder":"\#(folder)","by":"newest"}"#) == 204)
        #expect(try status("order", #"{"folder":null,"by":"size"}"#) == 400)
    }

    @Test func `the kinds of photos are counted where the person is, and photos have names`() throws {
        struct Kinds: Decodable { var counts: [String: Int] }
        let ids = try page.add([
            .init("a.jpg") { $0.isFavorite = true }, .init("b\u{1B}.jpg") { $0.title = .set("Harbour") },
            .init { $0.isHidden = true },
        ])
        let all: Kinds = try browser.json("/api/kinds", posting: "{}")
        #expect(all.counts["images"] == 2 && all.counts["favorites"] == 1 && all.counts["videos"] == 0)
        #expect(all.counts["damaged"] == 0)
        let hidden: Kinds = try browser.json("/api/kinds", posting: #"{"shelf":"hidden"}"#)
        #expect(hidden.counts["images"] == 1 && hidden.counts["favorites"] == 0)
        let answer = try browser.get("/api/names?ids=\(ids[0].onPage),\(ids[1].onPage)")
        #expect(answer.text == #"{"names":["a.jpg","Harbour"]}"#)
        #expect(try browser.post("/api/kinds", #"{"shelf":"x"}"#).status == 400)
        // A picker that ends while its page asks.
        let over: Kinds = try browser.json("/api/kinds", posting: #"{"prompt":9}"#)
        #expect(over.counts == [:])
    }

    @Test func `a file is downloaded whole under its name, and the browser shows none of it`() throws {
        let id = try page.add([.init("Häfen \"1\".jpg")])[0]
        let file = try #require(try page.owner.resources(of: id).first)
        let stored = try page.owner.openResource(file.kind, of: id).readToEnd(limit: 1 << 20)
        let path = "/api/download/\(id.onPage)/\(file.kind.rawValue)"
        let answer = try browser.get(path)
        #expect(answer.status == 200)
        #expect(answer.body == stored)
        #expect(answer.headers["content-length"] == String(stored.count))
        #expect(answer.headers["content-type"] == "application/octet-stream")
        #expect(answer.headers["content-disposition"] == "attachment; filename*=UTF-8''H%C3%A4fen%20%221%22.jpg")
        #expect(answer.headers["x-content-type-options"] == "nosniff")
        // A download that was interrupted goes on.
        let rest = try browser.get(path, ["Range": "bytes=100-"])
        #expect(rest.status == 206)
        #expect(rest.body == Array(stored[100...]))
        #expect(rest.headers["content-range"] == "bytes 100-\(stored.count - 1)/\(stored.count)")
        #expect(try browser.get("/api/download/\(id.onPage)/99").status == 404)
        #expect(try browser.get("/api/download/\(ObjectID.random().onPage)/\(file.kind.rawValue)").status == 404)
        // Another page's request, or one without the session's cookie, gets nothing.
        #expect(try browser.get(path, ["Sec-Fetch-Site": "cross-site"]).status == 403)
        #expect(try browser.get(path, ["Cookie": nil]).status == 403)
    }
}
