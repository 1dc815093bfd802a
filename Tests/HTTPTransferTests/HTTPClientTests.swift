import HTTPTransfer
import LibraryTestSupport
import LinuxSystem
import LoopbackHTTP
import Synchronization
import Testing

struct HTTPClientTests {
    private func send(
        _ request: HTTPRequest,
        limit: Int = 1024 * 1024,
        client: HTTPClient = HTTPClient()
    ) throws(HTTPFailure) -> HTTPResponse {
        try client.perform(request, into: .bytes(limit: limit), cancellation: Cancellation())
    }

    @Test func `a request carries its method, headers and body, and the answer its status, headers and body`() throws {
        let received = Mutex<LoopbackRequest?>(nil)
        let server = try LoopbackServer.start { request in
            received.withLock { $0 = request }
            return .answer(201, "made", headers: [("X-Tag", "  7 ")])
        }
        defer { server.stop() }
        let headers = [(name: "X-One", value: "first"), (name: "X-Empty", value: "")]
        let request = HTTPRequest(
            "POST",
            server.url + "/a%20b?c=d",
            headers: headers,
            body: .bytes(Array("hello".utf8))
        )
        let answer = try send(request)
        #expect(answer.status == 201 && answer.body == Array("made".utf8) && answer.header("x-tag") == "7")
        let got = try #require(received.withLock { $0 })
        #expect(got.method == "POST" && got.target == "/a%20b?c=d" && got.body == Array("hello".utf8))
        #expect(got.header("x-one") == "first" && got.header("x-empty") == "" && got.header("expect") == nil)
    }

    @Test func `a connection is used again`() throws {
        let server = try LoopbackServer.start { _ in .answer(200, "x") }
        defer { server.stop() }
        let client = HTTPClient()
        for method in ["GET", "PUT", "DELETE", "HEAD"] {
            let body: HTTPBody? = method == "PUT" ? .bytes([1]) : nil
            #expect(try send(HTTPRequest(method, server.url, body: body), client: client).status == 200)
        }
        #expect(server.connectionCount == 1)
    }

    @Test func `a part of a file is sent, and an answer goes to a file`() throws {
        let server = try LoopbackServer.start { .answer(status: 200, headers: [], body: $0.body) }
        defer { server.stop() }
        let folder = try ScratchFolder()
        let bytes = (0..<700_000).map { UInt8(truncatingIfNeeded: $0 / 251) }
        let source = try OwnedDescriptor(opening: folder.write(bytes, to: "source"))
        let target = try OwnedDescriptor(opening: folder.file("target"), [.readWrite, .create])
        var progress: [HTTPProgress] = []
        let answer = try HTTPClient().perform(
            HTTPRequest("PUT", server.url, body: .file(source, offset: 1_000, length: 600_000)),
            into: .file(target, limit: 600_000),
            cancellation: Cancellation(),
            progress: { progress.append($0) }
        )
        #expect(answer.isSuccess && answer.body.isEmpty)
        try target.seek(to: 0)
        #expect(try target.readToEnd(limit: 1_000_000) == Array(bytes[1_000..<601_000]))
        #expect(progress.last?.sent == 600_000 && progress.last?.received == 600_000)
    }

    @Test func `a file that has become shorter ends the request`() throws {
        let server = try LoopbackServer.start { _ in .answer(200) }
        defer { server.stop() }
        let folder = try ScratchFolder()
        let source = try OwnedDescriptor(opening: folder.write([1, 2, 3], to: "source"))
        let failure = #expect(throws: HTTPFailure.self) {
            try send(HTTPRequest("PUT", server.url, body: .file(source, length: 4)))
        }
        #expect(failure?.isBody == true)
    }

    @Test func `an answer is as large as allowed, and not larger`() throws {
        let server = try LoopbackServer.start { _ in .answer(200, String(repeating: "x", count: 1_000)) }
        defer { server.stop() }
        #expect(try send(HTTPRequest("GET", server.url), limit: 1_000).body.count == 1_000)
        let failure = #expect(throws: HTTPFailure.self) { try send(HTTPRequest("GET", server.url), limit: 999) }
        #expect(failure?.isTooLarge == true)
    }

    @Test func `the body of a failure does not go where the body of a success goes`() throws {
        let server = try LoopbackServer.start { _ in .answer(404, "no such thing") }
        defer { server.stop() }
        var taken = 0
        let receiver = HTTPReceiver(limit: 4) { _, bytes in taken += bytes.count }
        let answer = try HTTPClient()
            .perform(HTTPRequest("GET", server.url), into: receiver, cancellation: Cancellation())
        #expect(answer.status == 404 && answer.body == Array("no such thing".utf8) && taken == 0)
    }

    @Test func `headers without end are refused`() throws {
        let lines = String(repeating: "X-Long: \(String(repeating: "y", count: 1_000))\r\n", count: 70)
        let server = try LoopbackServer.start { _ in .raw(Array("HTTP/1.1 200 OK\r\n\(lines)\r\n".utf8)) }
        defer { server.stop() }
        let failure = #expect(throws: HTTPFailure.self) { try send(HTTPRequest("GET", server.url)) }
        #expect(failure?.isTooLarge == true)
    }

    @Test func `a redirect is an answer and is not followed`() throws {
        let target = try LoopbackServer.start { _ in .answer(200) }
        let url = target.url
        let server = try LoopbackServer.start { _ in .answer(302, headers: [("Location", url)]) }
        defer { [server, target].forEach { $0.stop() } }
        let answer = try send(HTTPRequest("GET", server.url))
        #expect(answer.status == 302 && answer.header("location") == target.url && target.connectionCount == 0)
    }

    @Test func `an answer that is cut off is no answer`() throws {
        let server = try LoopbackServer.start { request in
            request.path == "/cut" ? .cut(status: 200, headers: [], body: [1, 2, 3, 4], after: 2) : .nothing
        }
        defer { server.stop() }
        for path in ["/cut", "/nothing"] {
            let failure = #expect(throws: HTTPFailure.self) { try send(HTTPRequest("GET", server.url + path)) }
            #expect(failure?.isTransient == true, "\(path)")
        }
    }

    @Test(arguments: [
        "nothing of HTTP\r\n\r\n", "HTTP/1.1 what\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\n",
    ])
    func `what is not HTTP is refused`(bytes: String) throws {
        let server = try LoopbackServer.start { _ in .raw(Array(bytes.utf8)) }
        defer { server.stop() }
        #expect(throws: HTTPFailure.self) { try send(HTTPRequest("GET", server.url)) }
    }

    @Test func `nobody answers at a closed port`() throws {
        let server = try LoopbackServer { _ in .nothing }
        server.stop()
        let failure = #expect(throws: HTTPFailure.self) { try send(HTTPRequest("GET", server.url)) }
        #expect(failure?.isNotConnected == true)
    }

    @Test func `a server that says nothing is given up`() throws {
        let server = try LoopbackServer.start { _ in .silence }
        defer { server.stop() }
        var request = HTTPRequest("GET", server.url)
        request.timeouts.stalling = 1
        let failure = #expect(throws: HTTPFailure.self) { try send(request) }
        #expect(failure?.isTimeout == true)
    }

    @Test func `cancelling wakes a request that waits, and a deadline ends it`() throws {
        let cancellation = Cancellation()
        // Stops the request as soon as the server has it.
        let server = try LoopbackServer.start { request in
            if request.path == "/cancelled" { cancellation.cancel() }
            return .silence
        }
        defer { server.stop() }
        let cancelled = #expect(throws: HTTPFailure.self) {
            try HTTPClient().perform(
                HTTPRequest("GET", server.url + "/cancelled"),
                into: .bytes(limit: 1),
                cancellation: cancellation
            )
        }
        #expect(cancelled?.cause == .cancelled)
        let late = #expect(throws: HTTPFailure.self) {
            try HTTPClient().perform(
                HTTPRequest("GET", server.url),
                into: .bytes(limit: 1),
                cancellation: Cancellation(deadline: MonotonicClock.deadline(after: 50_000_000))
            )
        }
        #expect(late?.cause == .deadline)
    }

    @Test func `a server without TLS is not believed to be secure`() throws {
        let server = try LoopbackServer.start { _ in .answer(200) }
        defer { server.stop() }
        let failure = #expect(throws: HTTPFailure.self) {
            try send(HTTPRequest("GET", "https://127.0.0.1:\(server.port)"))
        }
        #expect(failure?.isUntrusted == true)
    }

    @Test(arguments: [
        ("GET", "file:///etc/passwd", ""), ("GE T", "http://127.0.0.1/", ""), ("GET", "http://127.0.0.1/ HTTP/1.1", ""),
        ("GET", "http://127.0.0.1/", "a\r\nX-Other: b"), ("GET", "", ""),
    ])
    func `what would be another request is not sent`(method: String, url: String, value: String) {
        let failure = #expect(throws: HTTPFailure.self) {
            try send(HTTPRequest(method, url, headers: [("X-Value", value)]))
        }
        #expect(failure?.isInvalid == true)
    }

    @Test func `what receives the answer can end the request`() throws {
        let server = try LoopbackServer.start { _ in .answer(200, "x") }
        defer { server.stop() }
        struct Full: Error {}
        let failure = #expect(throws: HTTPFailure.self) {
            try HTTPClient().perform(
                HTTPRequest("GET", server.url),
                into: HTTPReceiver(limit: 10) { _, _ in throw Full() },
                cancellation: Cancellation()
            )
        }
        guard case .body(let error)? = failure else { return #expect(Bool(false), "\(String(describing: failure))") }
        #expect(error is Full)
    }

    @Test func `several threads send at once`() async throws {
        let server = try LoopbackServer.start { .answer(200, $0.path) }
        defer { server.stop() }
        let client = HTTPClient()
        let url = server.url
        let answers = try await withThrowingTaskGroup(of: (Int, [UInt8]).self) { group in
            for number in 0..<40 {
                group.addTask {
                    let request = HTTPRequest("GET", "\(url)/\(number)")
                    return (
                        number,
                        try client.perform(request, into: .bytes(limit: 10), cancellation: Cancellation()).body
                    )
                }
            }
            return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
        for number in 0..<40 { #expect(answers[number] == Array("/\(number)".utf8)) }
    }
}

extension HTTPFailure {
    fileprivate var isTooLarge: Bool { if case .tooLarge = self { true } else { false } }
    fileprivate var isNotConnected: Bool { if case .notConnected = self { true } else { false } }
    fileprivate var isTimeout: Bool { if case .timedOut = self { true } else { false } }
    fileprivate var isUntrusted: Bool { if case .untrusted = self { true } else { false } }
    fileprivate var isInvalid: Bool { if case .invalidRequest = self { true } else { false } }
    fileprivate var isBody: Bool { if case .body = self { true } else { false } }
    fileprivate var cause: Cancellation.Cause? { if case .stopped(let cause) = self { cause } else { nil } }
}
