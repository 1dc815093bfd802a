import LibraryClient
import LibraryModel
import LibraryTestSupport
import LinuxSystem
import Testing

/// The agent in a real pseudo-terminal, with a real server.
@Suite(.timeLimit(.minutes(3))) struct TerminalInterfaceTests {
    private let folder: ScratchFolder
    private let server: ServerProcess
    private let owner: LibraryClient
    private let app: LibraryClient

    init() throws {
        folder = try ScratchFolder()
        server = try ServerProcess(in: folder)
        owner = LibraryClient.owner(socketPath: server.socket.text)
        app = LibraryClient(ServerAddress(path: server.socket.text), AppClaims(name: "Camera \u{1B}]0;owned\u{7}"))
    }

    /// Photos of the first days of June 2023, the last of them the latest.
    private func addPhotos(_ count: Int) throws -> [ObjectID] {
        try owner.add(
            (1...count).map { number in
                TestPage.Photo(
                    "IMG_\(number)\u{1B}[2J.jpg",
                    date: 1_685_620_800_000_000 + Int64(number) * 86_400_000_000
                ) {
                    $0.title = .set("Title \(number)\u{1B}]0;owned\u{7}")
                }
            }
        )
    }

    private func ready(_ kind: String = "xterm-256color") throws -> TestTerminal {
        let terminal = try TestTerminal(server, kind: kind)
        #expect(try terminal.shows("No app asks anything now."))
        return terminal
    }

    private func end(_ terminal: TestTerminal) throws {
        try terminal.program.send(signal: 15)
        #expect(try terminal.program.finish().status == .exited(0))
        #expect(try terminal.shows { !$0.isAlternate && $0.isCursorShown })
        #expect(try terminal.settings() == terminal.before)
    }

    @Test func `a person allows an app all photos`() async throws {
        let terminal = try ready()
        async let status = app.requestAuthorization(for: .readWrite)
        #expect(try await blocking { try terminal.shows("would like to access your photos") })
        #expect(terminal.model.text.contains("\"Camera \u{FFFD}]0;owned\u{FFFD}\""))
        try terminal.press("\u{1B}[B\u{1B}[B\r")
        #expect(try await status == .authorized)
        #expect(try await blocking { try terminal.shows("No app asks anything now.") })
        try end(terminal)
    }

    @Test func `a person allows an app all photos without their places`() async throws {
        let terminal = try ready()
        async let status = app.requestAuthorization(for: .readWrite)
        #expect(try await blocking { try terminal.shows("would like to access your photos") })
        try terminal.press("l")
        #expect(try await blocking { try terminal.shows("Allow all: it sees every photo, without places") })
        try terminal.press("3\r")
        #expect(try await status == .authorized)
        #expect(try owner.grants().first?.hidesPlaces == true)
        #expect(try await blocking { try terminal.shows("No app asks anything now.") })
        try end(terminal)
    }

    @Test func `what is chosen at first gives nothing away, and a paste answers nothing`() async throws {
        let terminal = try ready()
        async let status = app.requestAuthorization(for: .readWrite)
        #expect(try await blocking { try terminal.shows("would like to access your photos") })
        try terminal.press("\u{1B}[200~3\r\u{1B}[201~\r")
        #expect(try await status == .notDetermined)
        try end(terminal)
    }

    @Test func `keys that were meant for the apps answer no question that comes up`() async throws {
        let terminal = try ready()
        async let status = app.requestAuthorization(for: .readWrite)
        #expect(try await blocking { try terminal.shows("would like to access your photos") })
        for _ in 0..<20 { try terminal.pressHastily("3\r") }
        try terminal.press("4\r")
        #expect(try await status == .denied)
        try end(terminal)
    }

    @Test func `a person selects photos for an app`() async throws {
        let photos = try addPhotos(5)
        let terminal = try ready()
        async let status = app.requestAuthorization(for: .readWrite)
        #expect(try await blocking { try terminal.shows("would like to access your photos") })
        try terminal.press("2\r")
        #expect(try await blocking { try terminal.shows("Photo 1 of 5") && terminal.shows("Title 5") })
        try terminal.press(" \u{1B}[C\u{1B}[C ")
        #expect(try await blocking { try terminal.shows("Photo 3 of 5 - 2 selected") })
        #expect(try await blocking { try terminal.shows("[x] 2023-06-06") })
        try terminal.press("d")
        #expect(try await status == .limited)
        let grant = try #require(try owner.grants().first)
        #expect(try Set(owner.selection(ofApp: grant.app)) == [photos[4], photos[2]])
        // What the photos are called is shown, and not obeyed.
        #expect(terminal.output.contains("Title 5\u{FFFD}]0;owned\u{FFFD}"))
        #expect(!terminal.output.contains("\u{1B}]0;") && !terminal.output.contains("\u{1B}[2J.jpg"))
        #expect(terminal.model.unexpected.isEmpty)
        try end(terminal)
    }

    @Test func `sending photos is allowed for the server that is named`() async throws {
        let photos = try addPhotos(2)
        try owner.setStatus(.authorized, ofApp: try ownIdentity(), for: .readWrite)
        let terminal = try ready()
        async let allowed: Void = blocking { [app] in try app.send(photos, to: "https://photos.example.org:8443/in") }
        #expect(try await blocking { try terminal.shows("would like to send 2 items to photos.example.org:8443") })
        #expect(try terminal.shows("https://photos.example.org:8443"))
        try terminal.press("2\r")
        try await allowed
        #expect(try await blocking { try terminal.shows("No app asks anything now.") })
        async let refused = blocking { [app] in
            #expect(throws: LibraryError.self) { try app.send([photos[0]], to: "http://nas.local/in") }
        }
        #expect(try await blocking { try terminal.shows("would like to send 1 item to nas.local") })
        try terminal.press("3\r")
        #expect(try await refused?.code == .declined)
        let destinations = try #require(try owner.grants().first).uploadDestinations
        #expect(destinations.map(\.origin.text) == ["http://nas.local", "https://photos.example.org:8443"])
        #expect(destinations.map(\.isAllowed) == [false, true])
        try end(terminal)
    }

    private func ownIdentity() throws -> String { "exe:" + (try FileNames.target(ofLink: "/proc/self/exe")).text }

    @Test func `a picker is searched, filled in order, looked at and confirmed`() async throws {
        let photos = try addPhotos(12)
        let terminal = try ready()
        var picker = PickerConfiguration()
        picker.selectionLimit = 2
        picker.isOrdered = true
        picker.givesIdentifiers = true
        let pick = try app.pick(picker)
        #expect(try terminal.shows("asks you to pick at most 2 items"))
        // Nothing can be given yet.
        try terminal.press("d")
        #expect(try terminal.shows("Nothing is selected"))
        try terminal.press("/\"title 1\"")
        #expect(try terminal.shows("Photo 1 of 4 - \"\"title 1\"\""))
        try terminal.press("\r\u{1B}[F ")
        #expect(try terminal.shows("[1] 2023-06-02"))
        try terminal.press("\u{1B}[H ")
        #expect(try terminal.shows("[2] 2023-06-13"))
        try terminal.press("\u{1B}[C ")
        #expect(try terminal.shows("No more than 2 can be selected."))
        try terminal.press("\u{1B}[D\r")
        #expect(try terminal.shows("selected as number 2"))
        #expect(try terminal.shows("Title 12"))
        try terminal.press("\r/\u{15}\r")
        #expect(try terminal.shows("Photo 1 of 12"))
        try terminal.press("d")
        let event = try pick.next()
        #expect(event.isFinal && !event.isCancelled)
        #expect(event.items.map(\.asset) == [photos[0], photos[11]])
        try end(terminal)
    }

    @Test func `while the server is slow typing goes on, and the latest text wins`() throws {
        _ = try addPhotos(12)
        let terminal = try ready()
        let pick = try app.pick(PickerConfiguration())
        #expect(try terminal.shows("Photo 1 of 12"))
        // SIGSTOP: it answers nothing from now on.
        try server.program.send(signal: 19)
        defer { do { try server.program.send(signal: 18) } catch { Issue.record("\(error)") } }
        try terminal.press("/\"title 1")
        #expect(try terminal.shows("Searching..."))
        try terminal.press("2\"")
        #expect(try terminal.shows("Search: \"title 12\""))
        try terminal.press("\r?")
        #expect(try terminal.shows("any key: back"))
        try terminal.press(" ")
        #expect(try terminal.shows("Searching... - \"\"title 12\"\""))
        try server.program.send(signal: 18)
        #expect(try terminal.shows("Photo 1 of 1 - \"\"title 12\"\""))
        try terminal.press(" d")
        #expect(try pick.next().items.count == 1)
        try end(terminal)
    }

    @Test func `what an app adds while the person selects stays with it`() async throws {
        let photos = try addPhotos(3)
        let terminal = try ready()
        async let first = app.requestAuthorization(for: .readWrite)
        #expect(try await blocking { try terminal.shows("would like to access your photos") })
        try terminal.press("2\r")
        #expect(try await blocking { try terminal.shows("Photo 1 of 3") })
        try terminal.press(" d")
        #expect(try await first == .limited)
        async let added = blocking { [app] in try app.changeSelection() }
        #expect(try await blocking { try terminal.shows("Photo 1 of 3 - 1 selected") })
        let own = try await blocking { [app] in try app.add([TestPage.Photo("OWN.jpg")]) }
        try terminal.press("\u{1B}[C d")
        #expect(try await added == [photos[1]])
        let grant = try #require(try owner.grants().first)
        #expect(try Set(owner.selection(ofApp: grant.app)) == Set([photos[2], photos[1]] + own))
        try await blocking { try end(terminal) }
    }

    @Test func `ctrl-Z gives the shell its terminal, and fg the agent its screen`() throws {
        _ = try addPhotos(3)
        let terminal = try TestTerminal(server) { agent in
            "\(agent); echo back in the shell; stty -a | grep -o ' icanon'; read line; fg >/dev/null"
        }
        #expect(try terminal.shows("No app asks anything now."))
        let pick = try app.pick(PickerConfiguration())
        #expect(try terminal.shows("Photo 1 of 3"))
        try terminal.press("\u{1A}")
        #expect(
            try terminal.shows {
                !$0.isAlternate && $0.isCursorShown && $0.text.contains("back in the shell")
                    && $0.text.contains("\n icanon")
            }
        )
        try terminal.press("\n")
        #expect(try terminal.shows { $0.isAlternate && !$0.isCursorShown && $0.text.contains("Photo 1 of 3") })
        // Keys come one by one again.
        try terminal.press("\u{1B}[C")
        #expect(try terminal.shows("Photo 2 of 3"))
        pick.cancel()
        #expect(try terminal.shows("No app asks anything now."))
        try terminal.press("q")
        #expect(try terminal.program.finish().status == .exited(0))
        #expect(try terminal.shows { !$0.isAlternate && $0.isCursorShown })
        #expect(try terminal.settings() == terminal.before)
    }

    @Test func `an agent that was stopped unasked takes its screen again`() throws {
        _ = try addPhotos(2)
        let terminal = try ready()
        let pick = try app.pick(PickerConfiguration())
        #expect(try terminal.shows("Photo 1 of 2"))
        try terminal.program.send(signal: 19)
        terminal.disturb()
        try terminal.program.send(signal: 18)
        #expect(try terminal.shows { $0.isAlternate && $0.text.contains("Photo 1 of 2") })
        pick.cancel()
        try end(terminal)
    }

    @Test func `a picker that is cancelled or taken back leaves the screen`() throws {
        _ = try addPhotos(2)
        let terminal = try ready()
        let pick = try app.pick(PickerConfiguration())
        #expect(try terminal.shows("asks you to pick a photo"))
        try terminal.press("\u{1B}")
        #expect(try pick.next().isCancelled)
        let next = try app.pick(PickerConfiguration())
        #expect(try terminal.shows("asks you to pick a photo"))
        next.cancel()
        #expect(try terminal.shows("No app asks anything now."))
        try end(terminal)
    }

    @Test(arguments: [("xterm-kitty", "_Ga=T"), ("foot", "P"), ("xterm-256color", "")])
    func `pictures come in the terminal's own way`(kind: String, beginning: String) throws {
        _ = try addPhotos(1)
        let terminal = try ready(kind)
        let pick = try app.pick(PickerConfiguration())
        #expect(
            try terminal.shows { screen in
                beginning.isEmpty
                    ? screen.lines[3...8].contains { $0.contains { !$0.isASCII } }
                    : screen.pictures.contains { $0.hasPrefix(beginning) }
            }
        )
        #expect(terminal.model.unexpected.isEmpty)
        pick.cancel()
        try end(terminal)
    }

    @Test func `a window of another size is drawn anew`() throws {
        _ = try addPhotos(3)
        let terminal = try ready()
        let pick = try app.pick(PickerConfiguration())
        #expect(try terminal.shows("Photo 1 of 3"))
        try terminal.resize(TerminalSize(columns: 40, rows: 14))
        #expect(try terminal.shows { $0.text.contains("Photo 1 of 3") && $0.text.contains("Title 3") })
        #expect(terminal.model.lines.allSatisfy { $0.count <= 40 })
        try terminal.resize(TerminalSize(columns: 20, rows: 5))
        #expect(try terminal.shows("A larger window"))
        pick.cancel()
        try end(terminal)
    }

    @Test(arguments: [2, 15, 1]) func `the terminal is as before when a signal ends the agent`(signal: Int32) throws {
        let terminal = try ready()
        #expect(terminal.model.isAlternate)
        #expect(try terminal.settings() != terminal.before)
        try terminal.program.send(signal: signal)
        #expect(try terminal.program.finish().status == .exited(0))
        #expect(try terminal.shows { !$0.isAlternate && $0.isCursorShown })
        #expect(try terminal.settings() == terminal.before)
    }

    @Test func `the agent waits for a server that has gone, and the person can leave`() throws {
        let terminal = try ready()
        let pick = try app.pick(PickerConfiguration())
        #expect(try terminal.shows("asks you to pick a photo"))
        try server.kill()
        #expect(try terminal.shows("The photo library cannot be reached"))
        try terminal.press("q")
        #expect(try terminal.program.finish().status == .exited(0))
        #expect(try terminal.settings() == terminal.before)
        pick.cancel()
    }

    @Test func `without a terminal there is no such interface`() throws {
        let finished = try RunningProgram.run(
            "photos-agent",
            ["--interface", "terminal"],
            environment: server.environment
        )
        #expect(finished.status == .exited(69))
        #expect(finished.errors.contains("no terminal"))
        #expect(finished.output.isEmpty)
    }

    @Test func `in a terminal without a display this interface is the one that fits`() throws {
        let terminal = try TestTerminal(server, [])
        #expect(try terminal.shows("No app asks anything now."))
        try end(terminal)
    }
}
