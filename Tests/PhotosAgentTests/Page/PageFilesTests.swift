import LibraryModel
import Testing

@testable import AgentPage

@Suite(.timeLimit(.minutes(2))) struct PageFilesTests {
    private let page: TestPage

    init() throws { page = try TestPage() }

    private func files(of page: TestPage) throws -> [String] {
        try page.browser().get("/").text.matches(of: /(?:href|src)="([^"]*)"/).map { String($0.1) }
    }

    @Test func `the browser may keep the files that the page names, and asks for the page itself each time`() throws {
        let browser = try page.browser()
        let files = try files(of: page)
        #expect(files.contains { $0.hasSuffix("/agent.js") } && files.contains { $0.hasSuffix("/agent.css") })
        for file in files where !file.hasSuffix("/language.js") {
            let answer = try browser.get(file)
            #expect(answer.status == 200, "\(file)")
            #expect(answer.headers["cache-control"] == "private, max-age=86400, immutable", "\(file)")
        }
        #expect(try browser.get("/").headers["cache-control"] == "no-store")
        #expect(try browser.get("/agent.js").headers["cache-control"] == "no-store")
        // What it says is in the language that the browser asks for.
        let folder = try #require(files.first).split(separator: "/")[0]
        let language = try browser.get("/\(folder)/language.js")
        #expect(language.headers["vary"] == "Accept-Language" && language.headers["cache-control"] == "no-store")
    }

    @Test func `another program that served at this port before cannot have known where the files are`() throws {
        let other = try TestPage()
        let browser = try page.browser()
        let folders = Set(try (files(of: page) + files(of: page)).map { $0.split(separator: "/")[0] })
        #expect(folders.count == 1 && folders.allSatisfy { $0.count == 64 })
        for file in try files(of: other) { #expect(try browser.get(file).status == 404, "\(file)") }
        let folder = try #require(folders.first)
        for path in ["/\(folder)", "/\(folder)/", "/\(folder)//", "/\(folder)/api/state", "/\(folder)/../agent.js"] {
            #expect(try browser.get(path).status == 404, "\(path)")
        }
        var stranger = browser
        stranger.cookie = nil
        #expect(try stranger.get("/\(folder)/agent.js").status == 403)
    }
}
