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
        #expect(try status("delete", #"{"assets":["\#(ids[2].onPage)"]}"#) == 204)
        #expect(try find(#"{"first":9}"#) == [ids[0].onPage])
        #expect(try find(#"{"first":9,"shelf":"hidden"}"#) == [ids[1].onPage])
        #expect(try find(#"{"first":9,"shelf":"deleted"}"#) == [ids[2].onPage])
        // Also in pages after the first.
        let found: Found = try browser.json("/api/query", posting: #"{"shelf":"deleted"}"#)
        #expect(try browser.get("/api/query/\(found.query)/items?from=0&count=9").text.contains(ids[2].onPage))
        #expect(try browser.get("/api/thumbnail/\(ids[2].onPage)").status == 200)
        #expect(try browser.get("/api/details/\(ids[2].onPage)").status == 200)
        #expect(try browser.post("/api/query", #"{"shelf":"other"}"#).status == 400)
        #expect(try status("restore", #"{"assets":["\#(ids[2].onPage)"]}"#) == 204)
        #expect(try find(#"{"first":9,"shelf":"deleted"}"#) == [])
    }

    @Test func `a change that is none, or of too many photos, is refused`() throws {
        let id = try page.add([.init()])[0].onPage
        #expect(try status("edit", #"{"assets":["\#(id)"]}"#) == 400)
        #expect(try status("edit", #"{"assets":["\#(id)"],"rating":6}"#) == 400)
        #expect(try status("edit", #"{"assets":["\#(id)"],"date":"yesterday"}"#) == 400)
        #expect(try status("edit", #"{"assets":[],"rating":5}"#) == 400)
        #expect(try status("edit", #"{"assets":["\#(id)"],"rating":5,"date":"","title":""}"#) == 204)
        #expect(try status("delete", #"{"assets":["\#(ObjectID.random().onPage)"]}"#) == 404)
        let many = Array(repeating: "\"\(id)\"", count: 10_001).joined(separator: ",")
        #expect(try status("delete", #"{"assets":[\#(many)]}"#) == 400)
        #expect(try status("other", "{}") == 404)
        #expect(try browser.get("/api/library/edit").status == 404)
        #expect(try find(#"{"first":9}"#) == [id])
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
        #expect(try arrange(#","title":"B","destination":"\#(folder.id)""#) == 204)
        #expect(try tree().contains(#""children":[{"children":null,"#))
        #expect(try arrange(#","parent":"\#(folder.id)""#) == 204)
        #expect(try tree().contains(#""children":[]"#))
        #expect(try status("dissolve", #"{"id":"\#(folder.id)","isFolder":true}"#) == 204)
        #expect(try !tree().contains(folder.id) && tree().contains(album.id))
        #expect(try find(#"{"first":9}"#) == [asset])
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
