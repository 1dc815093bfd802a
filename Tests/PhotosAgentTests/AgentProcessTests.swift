import LibraryClient
import LibraryModel
import LibraryTestSupport
import LinuxSystem
import Testing

/// The program `photos-agent`, with a program of the test's in the place of the browser.
@Suite(.timeLimit(.minutes(2))) struct AgentProcessTests {
    private let folder: ScratchFolder
    private let server: ServerProcess

    init() throws {
        folder = try ScratchFolder()
        server = try ServerProcess(in: folder)
    }

    /// The pipe that links come through.
    private final class Links: Sendable {
        let pipe: OwnedDescriptor
        init(_ pipe: consuming OwnedDescriptor) { self.pipe = pipe }
    }

    /// What stands for xdg-open: writes the link into a pipe.
    private func makeBrowser(exitStatus: Int = 0) throws -> OwnedDescriptor {
        let pipe = folder.file("links")
        try RunningProgram(path: "/usr/bin/mkfifo", [pipe]).finish()
        let script = "#!/bin/sh\necho \"$1\" >'\(pipe.text)'\nexit \(exitStatus)\n"
        let path = try folder.write(Array(script.utf8), to: "xdg-open")
        try RunningProgram(path: "/bin/chmod", ["755", path]).finish()
        // Open for writing too, so that it does not end between links.
        return try OwnedDescriptor(opening: pipe, [.readWrite])
    }

    private func start(_ arguments: String...) throws -> RunningProgram {
        try RunningProgram(
            "photos-agent",
            arguments,
            environment: [
                "PHOTOLIBRARY_SOCKET": server.socket.text, "PATH": folder.path.text + ":/usr/bin:/bin",
                // As on a desktop.
                "DISPLAY": ":0",
            ]
        )
    }

    private func takeLink(_ pipe: borrowing OwnedDescriptor) throws -> String {
        try #require(try Poll.wait(pipe, for: .readable, timeoutNanoseconds: 30_000_000_000))
        var bytes = [UInt8](repeating: 0, count: 4_096)
        let count = try pipe.read(into: &bytes)
        return String(decoding: bytes[..<count], as: UTF8.self).trimmingSuffix { $0 == "\n" }
    }

    private func browser(following link: String) throws -> TestBrowser {
        let host = try #require(link.wholeMatch(of: /http:\/\/([0-9a-f]{32}\.localhost:\d+)\/open\?secret=.*/)?.1)
        var browser = TestBrowser(host: String(host))
        let answer = try browser.follow(link)
        #expect(answer.status == 303)
        browser.cookie = answer.headers["set-cookie"]?.split(separator: ";").first.map { String($0) }
        return browser
    }

    @Test func `an app asks, the page opens, the person answers`() async throws {
        let links = Links(try makeBrowser())
        let agent = try start()
        let app = LibraryClient(ServerAddress(path: server.socket.text))
        async let status = askedUntilShown(app)
        let link = try await blocking { try takeLink(links.pipe) }
        let browser = try browser(following: link)
        let events = try browser.listen()
        let number = try #require(try events.takeEvent("prompt").firstMatch(of: /"number":(\d+)/)?.1)
        #expect(try browser.post("/api/prompts/\(number)/answer", #"{"answer":"allowAll"}"#).status == 204)
        #expect(try await status == .authorized)
        // A page is open: the next question comes there.
        let pick = try app.pick(PickerConfiguration())
        let next = try #require(try events.takeEvent("prompt").firstMatch(of: /"number":(\d+)/)?.1)
        #expect(try browser.post("/api/prompts/\(next)/answer", #"{"answer":"dismissed"}"#).status == 204)
        #expect(try pick.next().isCancelled)
        #expect(try !Poll.wait(links.pipe, for: .readable, timeoutNanoseconds: 0))
        try agent.send(signal: 15)
        #expect(try agent.finish().status == .exited(0))
    }

    /// Asks until an agent attends.
    private func askedUntilShown(_ app: LibraryClient) async throws -> AuthorizationStatus {
        while true {
            do throws(LibraryError) { return try await app.requestAuthorization(for: .readWrite) } catch {
                guard error.code == .nobodyToAsk else { throw error }
            }
        }
    }

    @Test func `links are printed where they are not opened`() throws {
        let agent = try start("--no-open")
        #expect(agent.waitForOutput(containing: "\n"))
        let line = agent.outputText
        #expect(line.hasPrefix("Open this page in a browser of yours: http://") && line.hasSuffix("#library\n"))
        let browser = try browser(following: String(line.dropLast().split(separator: " ").last ?? ""))
        #expect(try browser.get("/").status == 200)
        try agent.send(signal: 2)
        #expect(try agent.finish().status == .exited(0))
    }

    @Test func `a link is printed when no browser opens it`() throws {
        let pipe = try makeBrowser(exitStatus: 3)
        let agent = try start("--open")
        _ = try takeLink(pipe)
        #expect(agent.waitForOutput(containing: "/open?secret="))
        try agent.send(signal: 15)
        try agent.finish()
    }

    @Test func `a port that is taken is told`() throws {
        let first = try start("--no-open")
        #expect(first.waitForOutput(containing: "\n"))
        let port = try #require(first.outputText.firstMatch(of: /:(\d+)\//)?.1)
        let second = try start("--port", String(port)).finish()
        #expect(second.status == .exited(69))
        #expect(second.errors.hasPrefix("photos-agent: the page cannot be served: "))
        try first.send(signal: 15)
        try first.finish()
    }

    @Test func `the tool starts it with the same options`() throws {
        let agent = try RunningProgram(
            "photos",
            ["--socket", server.socket.text, "agent", "--no-open", "--interface=browser"]
        )
        #expect(agent.waitForOutput(containing: "/open?secret="))
        try agent.send(signal: 15)
        #expect(try agent.finish().status == .exited(0))
    }
}

extension String {
    fileprivate func trimmingSuffix(while isTrimmed: (Character) -> Bool) -> String {
        var text = self
        while let last = text.last, isTrimmed(last) { text.removeLast() }
        return text
    }
}
