import LibraryClient
import LibraryModel
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
}
