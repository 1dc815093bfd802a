import LibraryClient
import LibraryModel
import LinuxSystem
import Testing

@testable import AgentPage

@Suite(.timeLimit(.minutes(2))) struct OriginTests {
    private let page: TestPage
    private let browser: TestBrowser

    init() throws {
        page = try TestPage()
        browser = try page.browser()
    }

    private var port: UInt16 { page.server.port }

    @Test func `the page answers under a name that nobody can have had, and under no other`() throws {
        let name = try #require(page.server.host.wholeMatch(of: /([0-9a-f]{32})\.localhost:(\d+)/))
        #expect(String(name.2) == String(port))
        #expect(try TestPage().server.host.prefix(32) != name.1)
        #expect(try browser.get("/").status == 200)
        for host in [
            "127.0.0.1:\(port)", "localhost:\(port)", "[::1]:\(port)", "evil.localhost:\(port)",
            "\(String(repeating: "0", count: 32)).localhost:\(port)", "\(name.1).localhost", "\(name.1):\(port)",
            "x.\(browser.host)", "\(browser.host).evil.example", browser.host.uppercased(), "\(name.1).localhost:1",
            "evil.example", "evil.example:\(port)", "127.0.0.1", "localhost", "0.0.0.0:\(port)", "",
        ] {
            #expect(try browser.get("/", ["Host": host]).status == 403, "\(host)")
            #expect(try browser.get("/open?secret=0", ["Host": host]).status == 403, "\(host)")
            #expect(try browser.get("/agent.css", ["Host": host]).status == 403, "\(host)")
        }
    }

    @Test func `for a browser that knows no such names it is at the number`() throws {
        let plain = try PageServer(page.owner, port: 0, address: .plain)
        defer { plain.stop() }
        #expect(plain.host == "127.0.0.1:\(plain.port)")
        #expect(plain.makeLink().hasPrefix("http://127.0.0.1:\(plain.port)/open?secret="))
        let browser = try TestBrowser(on: plain)
        #expect(try browser.get("/").status == 200)
        #expect(try browser.get("/", ["Host": "localhost:\(plain.port)"]).status == 403)
    }

    @Test func `whatever address its name leads to, it is there`() throws {
        let connection = try RawConnection(port: port, isIPv6: true)
        try connection.send(
            browser.head("GET", "/", ["Host": browser.host, "Cookie": try #require(browser.cookie)])
        )
        #expect(try connection.takeAnswer().status == 200)
    }

    @Test func `a port that somebody has on one of the addresses is not served on the other`() throws {
        let taken = try Listener(isIPv6: true)
        #expect(throws: SystemCallError.self) { _ = try PageServer(page.owner, port: taken.port) }
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
            "GET / HTTP/1.1\r\nHost: \(browser.host)\r\nHost: evil.example\r\nCookie: \(cookie)\r\n\r\n"
        )
        #expect(try [400, 403].contains(connection.takeAnswer().status))
    }

    @Test func `what changes something says that it comes from the page`() throws {
        let body = #"{"app":"exe:/bin/x","level":"readWrite","status":"authorized"}"#
        for origin in [
            nil, "null", "http://evil.example", "http://127.0.0.1:\(port)", "https://\(browser.host)",
            "http://localhost:\(port)", "\(browser.origin)/", "\(browser.origin)0", browser.host,
            "http://x.\(browser.host)", "",
        ] as [String?] {
            let answer = try browser.post("/api/apps/grant", body, ["Origin": origin])
            #expect(answer.status == 403, "\(origin ?? "none")")
        }
        #expect(try page.owner.grants().isEmpty)
        #expect(try browser.post("/api/apps/grant", body).status == 204)
        #expect(try page.owner.grants().map(\.readWrite) == [.authorized])
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
                    + "media-src 'self' blob:; "
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
