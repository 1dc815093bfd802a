import AgentPage
import LibraryClient
import LibraryModel
import LibraryTestSupport
import LinuxSystem
import Testing

/// Two agents of one person, with a real server.
@Suite(.timeLimit(.minutes(3))) struct TwoAgentsTests {
    private let folder: ScratchFolder
    private let server: ServerProcess
    private let app: LibraryClient

    init() throws {
        folder = try ScratchFolder()
        server = try ServerProcess(in: folder)
        app = LibraryClient(ServerAddress(path: server.socket.text))
    }

    private func agent() throws -> (page: PageServer, browser: TestBrowser, events: RawConnection) {
        let page = try PageServer(LibraryClient.owner(socketPath: server.socket.text), port: 0)
        let browser = try TestBrowser(on: page)
        let events = try browser.listen()
        while try events.takeEvent("server") != #"{"connected":true}"# {}
        return (page, browser, events)
    }

    private func number(_ event: String) throws -> String {
        String(try #require(event.firstMatch(of: /"number":(\d+)/)?.1))
    }

    @Test func `of two agents that answer at once one wins, and the other is told that it was answered`() async throws {
        for round in 0..<10 {
            let first = try agent()
            defer { first.page.stop() }
            let asking = Task { [app] in try await app.requestAuthorization(for: .readWrite) }
            let asked = try await blocking { try number(try first.events.takeEvent("prompt")) }
            // It is shown by the one that came last, and the other's view closes.
            let second = try agent()
            defer { second.page.stop() }
            #expect(try await blocking { try number(try second.events.takeEvent("prompt")) } == asked)
            #expect(try await blocking { try number(try first.events.takeEvent("withdrawn")) } == asked)
            // The first one's answer is on its way by then.
            let prompt = try #require(UInt64(asked))
            let path = "/api/prompts/\(asked)/answer"
            let late = LibraryClient.owner(socketPath: server.socket.text)
            async let allowed: Bool = blocking {
                do throws(LibraryError) {
                    try late.answer(prompt, .access(.authorized), silences: false)
                    return true
                } catch {
                    #expect(error.code == .notFound)
                    return false
                }
            }
            async let denied = blocking { try second.browser.post(path, #"{"answer":"deny"}"#).status }
            let (hasAllowed, status) = try await (allowed, denied)
            #expect(hasAllowed ? status == 409 : status == 204, "round \(round): \(hasAllowed), \(status)")
            let decision: AuthorizationStatus = hasAllowed ? .authorized : .denied
            #expect(try await asking.value == decision)
            #expect(try late.grants().map(\.readWrite) == [decision])
            #expect(try await blocking { try number(try second.events.takeEvent("withdrawn")) } == asked)
            try late.setStatus(.notDetermined, ofApp: try #require(try late.grants().first).app, for: .readWrite)
        }
        try server.stop()
    }
}
