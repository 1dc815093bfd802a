import LibraryClient
import LibraryModel
import LibraryTestSupport
import LinuxSystem
import Synchronization
import Testing

/// The agent in lines of text, through pipes, with a real server.
@Suite(.timeLimit(.minutes(3))) struct TextInterfaceTests {
    private let folder: ScratchFolder
    private let server: ServerProcess
    private let owner: LibraryClient
    private let app: LibraryClient

    init() throws {
        folder = try ScratchFolder()
        server = try ServerProcess(in: folder)
        owner = LibraryClient.owner(socketPath: server.socket.text)
        let claims = AppClaims(name: "Camera\nReady \u{1B}]0;owned\u{7}")
        app = LibraryClient(ServerAddress(path: server.socket.text), claims)
    }

    /// The agent, and the end of the pipe that its input is.
    private final class Dialog: Sendable {
        private final class End: Sendable {
            let descriptor: OwnedDescriptor
            init(_ descriptor: consuming OwnedDescriptor) { self.descriptor = descriptor }
        }

        let program: RunningProgram
        private let input: Mutex<End?>

        init(
            _ server: ServerProcess,
            _ arguments: [String] = ["--interface", "text"],
            language: String = "C.UTF-8"
        ) throws {
            let (end, agents) = try UnixSocket.pair().take { end, agents in (End(end), End(agents)) }
            program = try RunningProgram(
                path: BuiltProgram.path("photos-agent"),
                arguments.map { FilePath($0) },
                environment: [
                    "PHOTOLIBRARY_SOCKET": server.socket.text, "TZ": "UTC", "DISPLAY": "", "WAYLAND_DISPLAY": "",
                    "LC_ALL": language,
                ],
                descriptors: [.init(agents.descriptor, as: 0)]
            )
            input = Mutex(end)
        }

        func say(_ lines: String) throws {
            try input.withLock { try $0?.descriptor.write(Array((lines + "\n").utf8)) }
        }

        func endInput() { input.withLock { $0 = nil } }

        func hears(_ text: String) -> Bool { program.waitForOutput(containing: text) }
    }

    private func ready(_ arguments: [String] = ["--interface", "text"]) throws -> Dialog {
        let dialog = try Dialog(server, arguments)
        #expect(dialog.hears("Ready for questions.\n"))
        return dialog
    }

    /// No escape, no other control character than line feeds.
    private func expectPlain(_ output: String) {
        #expect(!output.unicodeScalars.contains { $0 != "\n" && ($0.value < 0x20 || (0x7F..<0xA0).contains($0.value)) })
    }

    private func addPhotos(_ count: Int) throws -> [ObjectID] {
        try owner.add(
            (1...count).map { number in
                TestPage.Photo("IMG_\(number).jpg", date: 1_685_620_800_000_000 + Int64(number) * 86_400_000_000) {
                    $0.title = .set("Title \(number)\n2. selected\u{1B}[2J")
                }
            }
        )
    }

    @Test func `answers that a script has ready are used one after the other, and then it leaves`() async throws {
        let photos = try addPhotos(12)
        let dialog = try ready()
        try dialog.say("nonsense\n-9223372036854775808\n0\n9\nall\nselect\n/june 2023\nn\n1 3-4\n3\ndone")
        dialog.endInput()
        #expect(try await app.requestAuthorization(for: .addOnly) == .authorized)
        #expect(try await app.requestAuthorization(for: .readWrite) == .limited)
        let finished = try dialog.program.finish()
        #expect(finished.status == .exited(0))
        let grant = try #require(try owner.grants().first)
        #expect(try Set(owner.selection(ofApp: grant.app)) == [photos[11], photos[8]])
        let lines = finished.output.split(separator: "\n").map { String($0) }
        #expect(lines.contains("   calls itself: \"Camera Ready \u{FFFD}]0;owned\u{FFFD}\""))
        #expect(lines.contains("That is not one of the answers."))
        #expect(lines.contains("Items 11 to 12 of 12, \"june 2023\", the latest first. 0 selected."))
        #expect(
            lines.contains("3. selected, 2023-06-11 12:00, photo, Title 10 2. selected\u{FFFD}[2J, IMG_10.jpg")
        )
        #expect(lines.last == "The input has ended: leaving.")
        expectPlain(finished.output)
    }

    @Test(arguments: [
        ("de_DE.UTF-8", "Bereit für Fragen.", "Objekte 1 bis 2 von 2, die neuesten zuerst.", "Zuletzt hinzugefügt"),
        ("ja_JP.UTF-8", "質問を受け付けています。", "項目 1〜2/2、新しい順。", "最近追加した項目"),
    ])
    func `questions are asked in the person's language`(
        _ language: String,
        _ ready: String,
        _ page: String,
        _ album: String
    ) throws {
        _ = try addPhotos(2)
        let dialog = try Dialog(server, language: language)
        #expect(dialog.hears(ready))
        let pick = try app.pick(PickerConfiguration())
        try dialog.say("albums\ncancel")
        #expect(dialog.hears(page) && dialog.hears(album), "\(dialog.program.outputText)")
        #expect(try pick.next().isCancelled)
        dialog.endInput()
        try dialog.program.finish()
    }

    @Test func `a line that was meant for another question is no answer`() async throws {
        let terminal = try TestTerminal(server, ["--interface", "text"])
        #expect(try await blocking { try terminal.shows("Ready for questions.") })
        async let status = app.requestAuthorization(for: .readWrite)
        #expect(try await blocking { try terminal.shows("Answer with a number or its word:") })
        try terminal.pressHastily("3\n")
        #expect(try await blocking { try terminal.shows("That came too soon for you to have read the question") })
        #expect(try await blocking { try terminal.shows("Answer now:") })
        try terminal.pressHastily("4\n")
        #expect(try await status == .denied)
        try terminal.program.send(signal: 15)
        #expect(try terminal.program.finish().status == .exited(0))
    }

    @Test(arguments: [
        ("3", AuthorizationStatus.authorized, false), ("deny", .denied, false), ("later", .notDetermined, false),
        ("never", .denied, true),
    ])
    func `access is decided by a number or a word`(
        answer: String,
        status: AuthorizationStatus,
        isSilenced: Bool
    ) async throws {
        let dialog = try ready()
        try dialog.say(answer)
        #expect(try await app.requestAuthorization(for: .readWrite) == status)
        // The app hears of an answer before the server has noted all of it.
        #expect(try await blocking { dialog.hears(" is answered.") })
        #expect(try owner.grants().first?.isSilenced == isSilenced)
        dialog.endInput()
        #expect(try dialog.program.finish().status == .exited(0))
    }

    @Test(arguments: [
        ("places\nall", AuthorizationStatus.authorized, true), ("places\nplaces\nall", .authorized, false),
        ("select\n1\nplaces\ncaptions\ndone", .limited, true), ("places\nselect\n1\nplaces\ndone", .limited, false),
        ("places\ndeny", .denied, false),
    ])
    func `access is given without places where a line says so`(
        answer: String,
        status: AuthorizationStatus,
        hidesPlaces: Bool
    ) async throws {
        _ = try addPhotos(1)
        let dialog = try ready()
        try dialog.say(answer)
        #expect(try await app.requestAuthorization(for: .readWrite) == status)
        #expect(try await blocking { dialog.hears(" is answered.") })
        #expect(try owner.grants().first?.hidesPlaces == hidesPlaces)
        dialog.endInput()
        let output = try dialog.program.finish().output
        #expect(output.contains("The app gets the photos without their places.\n"))
        #expect(output.contains("Here nothing of it can be left out.\n") == answer.contains("captions"))
    }

    @Test func `no places can be left out where an app may only add`() async throws {
        let dialog = try ready()
        try dialog.say("places\ndeny")
        #expect(try await app.requestAuthorization(for: .addOnly) == .denied)
        dialog.endInput()
        #expect(try dialog.program.finish().output.contains("That is not one of the answers.\n"))
    }

    @Test func `a picker gives photos in the person's order, up to its limit`() throws {
        let photos = try addPhotos(12)
        let dialog = try ready()
        var picker = PickerConfiguration()
        picker.selectionLimit = 2
        picker.isOrdered = true
        picker.givesIdentifiers = true
        let pick = try app.pick(picker)
        try dialog.say("done\n11 2 5")
        #expect(dialog.hears("No more than 2 can be selected.\n"))
        #expect(dialog.hears("Nothing is selected."))
        try dialog.say("done")
        #expect(try pick.next().items.map(\.asset) == [photos[1], photos[10]])
        let next = try app.pick(picker)
        try dialog.say("cancel")
        #expect(try next.next().isCancelled)
        try dialog.program.send(signal: 15)
        let finished = try dialog.program.finish()
        #expect(finished.status == .exited(0))
        #expect(finished.output.contains("\n11. selected 1, 2023-06-03 12:00, photo, "))
        #expect(finished.output.contains("\n2. selected 2, "))
        expectPlain(finished.output)
    }

    @Test func `what an app adds while the person selects stays with it`() async throws {
        let photos = try addPhotos(3)
        let dialog = try ready()
        async let first = app.requestAuthorization(for: .readWrite)
        #expect(try await blocking { dialog.hears("Answer with a number or its word:") })
        try dialog.say("select\n1\ndone")
        #expect(try await first == .limited)
        async let added = blocking { [app] in try app.changeSelection() }
        #expect(try await blocking { dialog.hears("Which photos may") })
        #expect(try await blocking { dialog.hears("the latest first. 1 selected.") })
        let own = try await blocking { [app] in try app.add([TestPage.Photo("OWN.jpg")]) }
        try dialog.say("2\ndone")
        #expect(try await added == [photos[1]])
        let grant = try #require(try owner.grants().first)
        #expect(try Set(owner.selection(ofApp: grant.app)) == Set([photos[2], photos[1]] + own))
    }

    @Test func `an app that shows changes of its selection hears each of them`() throws {
        let photos = try addPhotos(3)
        let dialog = try ready()
        var picker = PickerConfiguration()
        picker.selectionLimit = 0
        picker.isContinuous = true
        picker.isOrdered = true
        picker.givesIdentifiers = true
        let pick = try app.pick(picker)
        try dialog.say("3")
        #expect(try pick.next().items.map(\.asset) == [photos[0]])
        try dialog.say("1")
        #expect(try pick.next().items.map(\.asset) == [photos[0], photos[2]])
        var update = PickerUpdate()
        update.deselected = [photos[0]]
        try pick.update(update)
        #expect(dialog.hears("The app has changed what it asks.\n"))
        try dialog.say("done")
        #expect(try pick.next().items.map(\.asset) == [photos[2]])
        dialog.endInput()
        try dialog.program.finish()
    }

    @Test func `a deletion is done when the person says so`() throws {
        let photos = try addPhotos(2)
        try owner.setStatus(
            .authorized,
            ofApp: "exe:" + FileNames.target(ofLink: "/proc/self/exe").text,
            for: .readWrite
        )
        let dialog = try ready()
        try dialog.say("no")
        let block = ChangeBlock(operations: [.deleteAssets([photos[0]])])
        let refused = #expect(throws: LibraryError.self) { _ = try app.perform(block) }
        #expect(refused?.code == .declined)
        #expect(dialog.hears("   wants to: delete 1 item\n"))
        try dialog.say("2")
        _ = try app.perform(ChangeBlock(operations: [.deleteAssets([photos[0]])]))
        #expect(try owner.statistics().assetCount == 1)
        dialog.endInput()
        try dialog.program.finish()
    }

    @Test func `photos are sent to the server that is named when the person says so`() throws {
        let photos = try addPhotos(2)
        try owner.setStatus(
            .authorized,
            ofApp: "exe:" + FileNames.target(ofLink: "/proc/self/exe").text,
            for: .readWrite
        )
        let dialog = try ready()
        try dialog.say("no")
        let refused = #expect(throws: LibraryError.self) { try app.send(photos, to: "https://photos.example.org/in") }
        #expect(refused?.code == .declined)
        #expect(dialog.hears("would like to send 2 items to photos.example.org\n"))
        try dialog.say("yes")
        try app.send([photos[0]], to: "http://nas.local/in")
        #expect(dialog.hears("would like to send 1 item to nas.local\n"))
        #expect(dialog.hears("   sends to: http://nas.local\n"))
        dialog.endInput()
        try dialog.program.finish()
        expectPlain(dialog.program.outputText)
    }

    @Test func `a question that nobody waits for any more is over`() throws {
        let dialog = try ready()
        let pick = try app.pick(PickerConfiguration())
        #expect(dialog.hears("help tells more:\n"))
        pick.cancel()
        #expect(dialog.hears("This question is over"))
        dialog.endInput()
        #expect(try dialog.program.finish().status == .exited(0))
    }

    @Test func `a question goes to the next agent when the input ends`() async throws {
        let first = try ready()
        async let status = app.requestAuthorization(for: .addOnly)
        #expect(try await blocking { first.hears("Answer with a number or its word:\n") })
        let second = try ready()
        try second.say("all")
        first.endInput()
        #expect(try await status == .authorized)
        second.endInput()
        #expect(try second.program.finish().status == .exited(0))
        #expect(try first.program.finish().status == .exited(0))
    }

    @Test func `where there is neither display nor terminal this interface is the one that fits`() throws {
        let dialog = try ready([])
        dialog.endInput()
        #expect(try dialog.program.finish().status == .exited(0))
    }

    @Test func `a line that is too long is cut, and what is typed beyond all measure is no answer`() throws {
        let dialog = try ready()
        let pick = try app.pick(PickerConfiguration())
        #expect(dialog.hears("help tells more:\n"))
        try dialog.say(String(repeating: "1 ", count: 200_000) + "\ncancel")
        #expect(try pick.next().isCancelled)
        dialog.endInput()
        let finished = try dialog.program.finish()
        #expect(finished.status == .exited(0))
        #expect(finished.output.contains("That was not understood."))
    }
}
