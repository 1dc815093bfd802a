import LibraryClient
import LibraryModel
import Testing

@testable import PhotosAgent

@Suite(.timeLimit(.minutes(2))) struct OriginTests {
    private let page: TestPage
    private let browser: TestBrowser

    init() throws {
        page = try TestPage()
        browser = try page.browser()
    }

    private var port: UInt16 { page.server.port }

    @Test func `the page answers under its own names only`() throws {
        #expect(try browser.get("/").status == 200)
        #expect(try browser.get("/", ["Host": "localhost:\(port)"]).status == 200)
        for host in [
            "evil.example", "evil.example:\(port)", "127.0.0.1", "localhost", "127.0.0.1:1",
            "127.0.0.1:\(port).evil.example",
            "[::1]:\(port)", "127.0.0.2:\(port)", "LOCALHOST:\(port)", "127.0.0.1:\(port) ", "0.0.0.0:\(port)", "",
        ] where host != "127.0.0.1:\(port) " {
            #expect(try browser.get("/", ["Host": host]).status == 403, "\(host)")
            #expect(try browser.get("/open?secret=0", ["Host": host]).status == 403, "\(host)")
        }
    }

    @Test func `a name of somebody else's that leads here cannot use up a link`() throws {
        let link = page.server.makeLink()
        let path = try #require(link.split(separator: "/").last)
        #expect(try browser.get("/" + path, ["Host": "evil.example:\(port)"]).status == 403)
        #expect(try browser.follow(link).status == 303)
    }

    @Test func `a request with two hosts is refused`() throws {
        let connection = try RawConnection(port: port)
        let cookie = try #require(browser.cookie)
        try connection.send(
            "GET / HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nHost: evil.example\r\nCookie: \(cookie)\r\n\r\n"
        )
        #expect(try [400, 403].contains(connection.takeAnswer().status))
    }

    @Test func `what changes something says that it comes from the page`() throws {
        let body = #"{"app":"exe:/bin/x","level":"readWrite","status":"authorized"}"#
        for origin in [
            nil, "null", "http://evil.example", "http://127.0.0.1:1", "https://127.0.0.1:\(port)", "http://127.0.0.1",
            "http://localhost:\(port)", "http://127.0.0.1:\(port)/", "http://127.0.0.1:\(port)0", "",
        ] as [String?] {
            let answer = try browser.post("/api/apps/grant", body, ["Origin": origin])
            #expect(answer.status == 403, "\(origin ?? "none")")
        }
        #expect(try page.owner.grants().isEmpty)
        #expect(try browser.post("/api/apps/grant", body).status == 204)
        #expect(try page.owner.grants().map(\.readWrite) == [.authorized])
    }

    @Test func `the origin belongs to the host that was asked`() throws {
        let local = ["Host": "localhost:\(port)"]
        #expect(try browser.get("/", local.merging(["Origin": browser.origin]) { $1 }).status == 403)
        #expect(try browser.get("/", local.merging(["Origin": "http://localhost:\(port)"]) { $1 }).status == 200)
    }

    @Test func `reading is for the page too, where the browser says who asks`() throws {
        #expect(try browser.get("/api/state", ["Origin": "http://evil.example"]).status == 403)
        for (site, status) in [("same-origin", 200), ("none", 200), ("same-site", 403), ("cross-site", 403), ("", 403)]
        {
            #expect(try browser.get("/api/state", ["Sec-Fetch-Site": site]).status == status, "\(site)")
        }
        // A link in somebody else's page.
        let link = page.server.makeLink()
        let path = try #require(link.split(separator: "/").last)
        #expect(try browser.get("/" + path, ["Sec-Fetch-Site": "cross-site"]).status == 403)
    }

    @Test func `a form of another page changes nothing`() throws {
        for type in [
            nil, "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "text/plain",
            "text/plain; application/json", "application/jsonp",
        ] as [String?] {
            let body = #"{"app":"exe:/bin/x","level":"readWrite","status":"authorized"}"#
            #expect(try browser.post("/api/apps/grant", body, ["Content-Type": type]).status == 415)
            #expect(try page.owner.grants().isEmpty)
        }
    }

    @Test func `every answer tells browsers to let nothing else in`() throws {
        for path in ["/", "/agent.js", "/api/state", "/unknown", "/open?secret=0"] {
            let headers = try browser.get(path).headers
            #expect(
                headers["content-security-policy"]
                    == "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; "
                    + "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
            )
            #expect(headers["x-content-type-options"] == "nosniff")
            #expect(headers["referrer-policy"] == "no-referrer")
            #expect(headers["cross-origin-resource-policy"] == "same-origin")
            #expect(headers["cross-origin-opener-policy"] == "same-origin")
            #expect(headers["cache-control"] == "no-store")
            #expect(headers["access-control-allow-origin"] == nil)
        }
    }
}
