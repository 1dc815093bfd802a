import LibraryClient
import LibraryModel
import LibraryTestSupport
import LinuxSystem
import PhotosAgent
import Testing

@Suite(.timeLimit(.minutes(2))) struct ReconnectionTests {
    @Test func `an agent attends again after the server was started anew`() async throws {
        let folder = try ScratchFolder()
        let first = try ServerProcess(in: folder)
        let page = try PageServer(LibraryClient.owner(socketPath: first.socket.text), port: 0)
        defer { page.stop() }
        let events = try TestBrowser(on: page).listen()
        while try events.takeEvent("server") != #"{"connected":true}"# {}
        let app = LibraryClient(ServerAddress(path: first.socket.text))
        let asking = Task { try await app.requestAuthorization(for: .readWrite) }
        let prompt = try await blocking { try events.takeEvent("prompt") }
        #expect(prompt.contains(#""kind":"access""#))
        try first.kill()
        // What the old server asked is over.
        #expect(try events.takeEvent("withdrawn").hasPrefix(#"{"number":"#))
        #expect(try events.takeEvent("server") == #"{"connected":false}"#)
        asking.cancel()
        _ = await asking.result
        let second = try ServerProcess(in: folder)
        #expect(try events.takeEvent("server") == #"{"connected":true}"#)
        async let status = app.requestAuthorization(for: .readWrite)
        let again = try await blocking { try events.takeEvent("prompt") }
        let number = try #require(again.firstMatch(of: /"number":(\d+)/)?.1)
        let browser = try TestBrowser(on: page)
        #expect(try browser.post("/api/prompts/\(number)/answer", #"{"answer":"deny"}"#).status == 204)
        #expect(try await status == .denied)
        page.stop()
        try second.stop()
    }
}
