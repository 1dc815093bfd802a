import LibraryClient
import LibraryModel
import LibraryTestSupport
import LinuxSystem
import Testing

/// The terminal's privacy page in a real pseudo-terminal, with a real server.
@Suite(.timeLimit(.minutes(3))) struct TerminalPrivacyTests {
    private let folder: ScratchFolder
    private let server: ServerProcess
    private let owner: LibraryClient
    private let app: LibraryClient
    private let photos: [ObjectID]

    init() throws {
        folder = try ScratchFolder()
        server = try ServerProcess(in: folder)
        owner = LibraryClient.owner(socketPath: server.socket.text)
        app = LibraryClient(ServerAddress(path: server.socket.text), AppClaims(name: "Camera \u{1B}]0;owned\u{7}"))
        photos = try owner.add(
            (1...4).map { TestPage.Photo("IMG_\($0).jpg", date: 1_685_620_800_000_000 + Int64($0) * 86_400_000_000) }
        )
    }

    /// This test's own program as an app that was allowed to see everything, and its grant.
    private func allowed(_ terminal: TestTerminal) async throws -> AppGrant {
        async let status = app.requestAuthorization(for: .readWrite)
        #expect(try await blocking { try terminal.shows("would like to access your photos") })
        try terminal.press("3\r")
        #expect(try await status == .authorized)
        return try #require(try owner.grants().first)
    }

    private func grant() throws -> AppGrant { try #require(try owner.grants().first) }

    private func leave(_ terminal: TestTerminal, isInMenu: Bool = true) throws {
        // An escape and a letter at once would be one key.
        if isInMenu { try terminal.press("\u{1B}") }
        #expect(try terminal.shows("Apps and your photos"))
        try terminal.press("q")
        #expect(try terminal.program.finish().status == .exited(0))
        #expect(try terminal.settings() == terminal.before)
    }

    @Test func `the person sees what an app may do, limits it to photos, and changes them`() async throws {
        let terminal = try TestTerminal(server)
        #expect(try await blocking { try terminal.shows("No app has asked for your photos yet.") })
        let app = try await allowed(terminal).app
        #expect(try await blocking { try terminal.shows("OpenPhotoKitPackageTests.xctest") })
        #expect(try await blocking { try terminal.shows("full access") })
        try terminal.press("\r")
        #expect(try await blocking { try terminal.shows("\"Camera \u{FFFD}]0;owned\u{FFFD}\"") })
        // Select photos: the first and the third.
        try terminal.press("2\r")
        #expect(try await blocking { try terminal.shows("Photo 1 of 4 - 0 selected") })
        try terminal.press(" \u{1B}[C\u{1B}[C d")
        #expect(try await blocking { try terminal.shows("limited, 2 items") })
        #expect(try grant().readWrite == .limited)
        #expect(try Set(owner.selection(ofApp: app)) == [photos[3], photos[1]])
        // See them and take one out.
        try terminal.press("\r")
        #expect(try await blocking { try terminal.shows("Photo 1 of 4 - 2 selected") })
        try terminal.press("s")
        #expect(try await blocking { try terminal.shows("Selected photo 1 of 2") })
        try terminal.press(" d")
        #expect(try await blocking { try terminal.shows("limited, 1 item") })
        #expect(try owner.selection(ofApp: app).count == 1)
        #expect(!terminal.output.contains("\u{1B}]0;") && terminal.model.unexpected.isEmpty)
        try await blocking { try leave(terminal) }
    }

    @Test func `everything is given, taken back and forgotten`() async throws {
        let terminal = try TestTerminal(server)
        #expect(try await blocking { try terminal.shows("No app asks anything now.") })
        _ = try await allowed(terminal)
        #expect(try await blocking { try terminal.shows("full access") })
        try terminal.press("\r5\r")
        #expect(try await blocking { try terminal.shows("access        no access") })
        #expect(try grant().readWrite == .denied && grant().addOnly == .denied)
        #expect(try app.fetch(FetchRequest(.allAssets)).count == 0)
        try terminal.press("4\r")
        #expect(try await blocking { try terminal.shows("access        add only") })
        #expect(try grant().readWrite == .denied && grant().addOnly == .authorized)
        try terminal.press("3\r")
        #expect(try await blocking { try terminal.shows("access        full access") })
        #expect(try app.fetch(FetchRequest(.allAssets)).count == 4)
        try terminal.press("6\r")
        #expect(try await blocking { try terminal.shows("changes without asking") })
        #expect(try !grant().confirmsChanges)
        try terminal.press("9\r")
        #expect(try await blocking { try terminal.shows("No app has asked for your photos yet.") })
        #expect(try owner.grants().isEmpty)
        try await blocking { try leave(terminal, isInMenu: false) }
    }

    @Test func `what was picked for an app is ended`() async throws {
        let terminal = try TestTerminal(server)
        #expect(try await blocking { try terminal.shows("No app asks anything now.") })
        let pick = try app.pick(PickerConfiguration())
        #expect(try await blocking { try terminal.shows("Photo 1 of 4") })
        try terminal.press(" d")
        let item = try #require(try pick.next().items.first)
        #expect(try pick.resources(of: item.number).count == 1)
        #expect(try await blocking { try terminal.shows("Only used the picker") })
        #expect(terminal.model.text.contains("picked 1 item"))
        try terminal.press("\r2\r")
        #expect(try await blocking { try terminal.shows(": done.") })
        #expect(throws: LibraryError.self) { try pick.resources(of: item.number) }
        try await blocking { try leave(terminal) }
    }

    @Test func `apps are looked at while a question waits`() async throws {
        let terminal = try TestTerminal(server)
        #expect(try await blocking { try terminal.shows("No app asks anything now.") })
        async let status = app.requestAuthorization(for: .readWrite)
        #expect(try await blocking { try terminal.shows("would like to access your photos") })
        try terminal.press("p")
        #expect(try await blocking { try terminal.shows("A question waits: esc goes back to it.") })
        try terminal.press("\u{1B}")
        #expect(try await blocking { try terminal.shows("would like to access your photos") })
        try terminal.press("4\r")
        #expect(try await status == .denied)
        #expect(try await blocking { try terminal.shows("no access") })
        try await blocking { try leave(terminal, isInMenu: false) }
    }
}
