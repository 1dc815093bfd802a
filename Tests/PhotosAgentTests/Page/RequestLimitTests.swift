import Glibc
import LibraryModel
import LinuxSystem
import Synchronization
import Testing

@testable import AgentPage

@Suite(.timeLimit(.minutes(2))) struct RequestLimitTests {
    private let page: TestPage
    private let browser: TestBrowser

    init() throws {
        page = try TestPage()
        browser = try page.browser()
    }

    @Test func `other methods are not known`() throws {
        for method in ["PUT", "DELETE", "OPTIONS", "TRACE", "HEAD", "PATCH", "get", "X"] {
            let connection = try RawConnection(port: browser.port)
            let cookie = try #require(browser.cookie)
            try connection.send(
                browser.head(method, "/api/state", ["Host": browser.host, "Cookie": cookie])
            )
            let answer = try connection.takeHead()
            #expect(answer.status == 405 && answer.headers["allow"] == "GET, POST")
        }
    }

    @Test func `there is nothing at other paths`() throws {
        for path in [
            "/../../etc/passwd", "/..%2f..%2fetc%2fpasswd", "/%2e%2e/agent.js", "//agent.js", "/agent.js/",
            "/page/index.html",
            "/index.html", "/api", "/api/", "/api/state/", "/api/thumbnail", "/api/preview/..%2f..%2fx",
            "/api/query/1/items/2",
            "/api/../agent.js", "/api/prompts/1/answer", "/%", "/api/apps/unknown", "/.git/config",
        ] {
            let answer = try browser.get(path)
            #expect(answer.status == 404, "\(path)")
            #expect(!answer.text.contains("root:"))
        }
    }

    @Test func `what is no identifier is refused`() throws {
        for path in ["/api/thumbnail/x", "/api/thumbnail/", "/api/details/%00", "/api/items?ids=1,2"] {
            #expect(try browser.get(path).status == 400, "\(path)")
        }
    }

    @Test func `a path that is not UTF-8 ends the connection`() throws {
        let connection = try RawConnection(port: browser.port)
        try connection.send("GET /%ff HTTP/1.1\r\nHost: \(browser.host)\r\n\r\n")
        #expect(try connection.isEnded())
    }

    @Test func `a head that is too long is refused`() throws {
        let long = String(repeating: "x", count: HTTPListener.maximumHead)
        #expect(try [413, 414, 431].contains(browser.get("/" + long).status))
        #expect(try [413, 431].contains(browser.get("/", ["X-Long": long]).status))
        #expect(try browser.get("/").status == 200)
    }

    @Test func `a body that is too long is refused before it comes`() throws {
        let path = "/api/query"
        let exact = #"{"text":""# + String(repeating: " ", count: HTTPListener.maximumBody - 11) + #""}"#
        #expect(exact.utf8.count == HTTPListener.maximumBody)
        #expect(try browser.post(path, exact).status == 200)
        #expect(try browser.post(path, "", ["Content-Length": String(HTTPListener.maximumBody + 1)]).status == 413)
        for length in ["99999999999999999999", "-1", "x", "1x", "0x10"] {
            let answer = try browser.post(path, "", ["Content-Length": length])
            #expect([400, 413].contains(answer.status), "\(length)")
        }
    }

    @Test func `a body in chunks is refused`() throws {
        let connection = try RawConnection(port: browser.port)
        let headers = [
            "Host": browser.host, "Cookie": try #require(browser.cookie), "Origin": browser.origin,
            "Content-Type": "application/json", "Transfer-Encoding": "chunked",
        ]
        try connection.send(browser.head("POST", "/api/query", headers) + "2\r\n{}\r\n0\r\n\r\n")
        #expect(try connection.takeAnswer().status == 413)
    }

    @Test func `a body of somebody without a cookie is not read`() throws {
        var stranger = browser
        stranger.cookie = nil
        // Only its head is sent; the answer does not wait for the rest.
        let answer = try stranger.post("/api/query", "", ["Content-Length": "1000"])
        #expect(answer.status == 403)
    }

    @Test func `JSON of another form is refused`() throws {
        for body in ["", "{", "[]", "null", #"{"text":1}"#, "{\"text\":\"\u{0}\"}", "\u{FEFF}{"] {
            let answer = try browser.post("/api/query", body)
            #expect(answer.status == 400, "\(body)")
            #expect(answer.text == #"{"error":"the request's JSON has another form"}"#)
        }
    }

    @Test func `JSON that is nested too deeply is refused`() throws {
        let deep = String(repeating: "[", count: 100_000)
        #expect(try browser.post("/api/query", deep).status == 400)
    }

    @Test func `connections that do not say what they want are ended`() throws {
        let page = try TestPage(requestTime: 300_000_000)
        let silent = try RawConnection(port: page.server.port)
        let slow = try RawConnection(port: page.server.port)
        try slow.send("GET / HTTP/1.1\r\nHost: ")
        let browser = try page.browser()
        let listening = try browser.listen()
        _ = try listening.takeEvent("server")
        #expect(try silent.isEnded())
        #expect(try slow.isEnded())
        // Whoever waits for events has said what they want.
        _ = try page.add([.init()])
        #expect(try listening.takeEvent("library") == "{}")
    }

    @Test func `however many connections are held by nobody in particular, a browser gets in`() throws {
        // Asked on a connection of its own, it keeps it.
        let known = try RawConnection(port: browser.port)
        let asked = browser.head("GET", "/", ["Host": browser.host, "Cookie": try #require(browser.cookie)])
        try known.send(asked)
        #expect(try known.takeAnswer().status == 200)
        let held = try (0..<HTTPListener.maximumConnections * 2).map { _ in try RawConnection(port: browser.port) }
        #expect(try browser.get("/").status == 200)
        // The oldest have given up their places, and nobody who had shown a cookie.
        #expect(try held[0].isEnded())
        try known.send(asked)
        #expect(try known.takeAnswer().status == 200)
    }

    @Test func `a port is free again at once`() throws {
        let first = try TestPage()
        let port = first.server.port
        // Ended by the server, so that the kernel remembers it.
        let ended = try RawConnection(port: port)
        try ended.send("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        #expect(try ended.takeAnswer().status == 403)
        #expect(try ended.isEnded())
        first.server.stop()
        let second = try PageServer(first.owner, port: port)
        #expect(second.port == port)
        second.stop()
    }

    @Test func `a page that goes away is noticed at once`() throws {
        var listening: RawConnection? = try browser.listen()
        _ = try listening?.takeEvent("server")
        #expect(page.server.openPages == 1)
        let start = MonotonicClock.now()
        listening = nil
        while page.server.openPages > 0 { sched_yield() }
        #expect(MonotonicClock.now() - start < EventStream.heartbeat / 2)
    }

    @Test func `1,000 events wait for a page that takes none, and with one more it is cut off`() throws {
        let ended = Atomic(false)
        let stream = try EventStream(socket: -1) { _ in ended.store(true, ordering: .relaxed) }
        #expect(EventStream.maximumPending == 1_000)
        for number in 0..<EventStream.maximumPending { stream.send(try .withdrawn(UInt64(number))) }
        let isEnded = ended.load(ordering: .relaxed)
        stream.send(try .withdrawn(0))
        let isEndedThen = ended.load(ordering: .relaxed)
        #expect(!isEnded && isEndedThen)
        #expect(stream.next(100) == nil)
    }

    @Test func `pages that listen are bounded`() throws {
        let pages = try (0..<OpenPages.maximumCount).map { _ in try browser.listen() }
        #expect(try browser.get("/api/events").status == 429)
        #expect(pages.count == page.server.openPages)
    }
}
