import AgentPage
import LibraryClient
import LibraryModel
import LibraryTestSupport
import LinuxSystem
import Testing

@Suite(.timeLimit(.minutes(2))) struct ReconnectionTests {
    @Test func `the page says why a library takes no changes`() throws {
        let folder = try ScratchFolder()
        try FileNames.makeFolder(folder.file("Synced"))
        try ServerProcess(in: folder, library: "Synced/Test.photolibrary").stop()
        try FileNames.makeFolder(folder.file("Synced/.dropbox.cache"))
        let server = try ServerProcess(in: folder, library: "Synced/Test.photolibrary")
        let page = try PageServer(LibraryClient.owner(socketPath: server.socket.text), port: 0)
        let browser = try TestBrowser(on: page)
        let events = try browser.listen()
        // Told once it is known; a page that came later has it from the beginning.
        while try !browser.get("/api/state").text.contains("Dropbox synchronizes") {
            _ = try events.takeEvent("library")
        }
        page.stop()
        try server.stop()
    }

    /// What is committed between a page's first look and the observation is told by nobody else.
    @Test func `a page that was open before the library was observed is told to look again`() throws {
        let folder = try ScratchFolder()
        let library = try InProcessLibrary(in: folder)
        let faults = ConnectionFaults()
        for _ in 0..<6 { faults.refuseNextConnection() }
        let page = try PageServer(library.owner(with: faults), port: 0)
        let events = try TestBrowser(on: page).listen()
        #expect(try events.takeEvent("library") == "{}")
        page.stop()
        try library.stop()
    }

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
