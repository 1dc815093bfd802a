import LibraryClient
import LibraryModel
import LinuxSystem
import Testing

@testable import AgentTerminal
@testable import PhotosAgent

/// The apps and what they may see, in the terminal's dialog.
@Suite struct PrivacyStateTests {
    private var script = DialogScript()
    private let photos = DialogScript.photos(5)
    private let camera = "exe:/usr/bin/camera"

    private mutating func open(_ grant: AppGrant) {
        script.tell(.feed(.server(isConnected: true)))
        script.tell(.apps(.success([grant])))
        _ = script.takeRequests()
        script.press(.enter)
    }

    private mutating func choose(_ choice: AppMenu.Choice) throws {
        guard case .app(let menu) = script.state.privacy.view else { return try #require(nil) }
        let position = try #require(menu.choices.firstIndex(of: choice))
        // There are digits for nine lines.
        if position < 9 {
            script.press(.character(Character("\(position + 1)")))
        } else {
            script.press(.home)
            for _ in 0..<position { script.press(.down) }
        }
        script.press(.enter)
    }

    @Test mutating func `apps are listed in two groups, those used last first`() {
        script.tell(.feed(.server(isConnected: true)))
        #expect(script.takeRequests() == [.apps])
        script.tell(
            .apps(
                .success([
                    .test("exe:/usr/bin/old", .denied, lastUsed: 1),
                    .test("flatpak:org.new.App", .limited, selected: 3, lastUsed: 9),
                    .test("snap:add", .denied, addOnly: .authorized, lastUsed: 5),
                    .test("exe:/usr/bin/picks", .notDetermined, lastUsed: 7, picked: 1),
                ])
            )
        )
        let shown = script.lines.filter { !$0.isEmpty }.map {
            $0.split(separator: " ").prefix(4).joined(separator: " ")
        }
        #expect(
            Array(shown.prefix(8)) == [
                "Apps and your photos", "No app asks anything", "Asked for access", "org.new.App limited, 3 items",
                "add add only used", "old no access used", "Only used the picker:", "picks picked 1 item",
            ]
        )
        #expect(script.lines[28] == "the Flatpak app org.new.App  limited, 3 items")
    }

    @Test mutating func `the first line decides nothing`() {
        open(.test(camera))
        script.press(.enter)
        #expect(script.takeRequests().isEmpty)
        #expect(script.text.contains("Apps and your photos"))
    }

    @Test(
        arguments: [
            (.full, .status(.authorized, .readWrite)), (.addOnly, .addOnly), (.none, .revoke),
            (.revokePicks, .revokePicks()), (.confirms, .preferences(confirmsChanges: false)),
            (.silences, .preferences(isSilenced: true)), (.places, .preferences(hidesPlaces: true)),
            (.forget, .forget),
        ] as [(AppMenu.Choice, AppDecision)]
    )
    mutating func `a line decides`(choice: AppMenu.Choice, decision: AppDecision) throws {
        open(.test(camera, .limited, selected: 2, picked: 1))
        try choose(choice)
        #expect(script.takeRequests() == [.decide(decision, app: camera), .apps])
        script.tell(.decided(decision, app: camera, .success(())))
        #expect(script.state.message == "camera: done.")
        script.tell(.decided(decision, app: camera, .failure(AgentFailure("an administrator has set this"))))
        #expect(script.state.message == "That failed: an administrator has set this")
    }

    @Test mutating func `what is selected is changed, and the rest of what was decided stays`() throws {
        open(.test(camera, .limited, selected: 2))
        try choose(.limited)
        #expect(script.takeRequests() == [.selection(ofApp: camera)])
        script.tell(.selection(ofApp: camera, .success([photos[1], photos[2]])))
        script.find(photos)
        #expect(script.text.contains("Which photos may camera see?") && script.text.contains("2 selected"))
        script.press(.character(" "), .right, .character(" "), .character("d"))
        #expect(
            script.takeRequests() == [
                .decide(.select(add: [photos[0]], remove: [photos[1]]), app: camera), .apps,
            ]
        )
    }

    @Test mutating func `an app with full access is limited to what is selected`() throws {
        open(.test(camera, .authorized))
        try choose(.limited)
        script.tell(.selection(ofApp: camera, .success([])))
        script.find(photos)
        script.press(.character(" "), .character("d"))
        #expect(script.takeRequests() == [.decide(.limit(add: [photos[0]], remove: []), app: camera), .apps])
    }

    @Test mutating func `a question does not take away a selection that is being made`() throws {
        open(.test(camera, .limited, selected: 1))
        try choose(.limited)
        script.tell(.selection(ofApp: camera, .success([photos[1]])))
        script.find(photos)
        script.ask(7, .access(.readWrite))
        #expect(!script.state.showsQuestion && script.text.contains("(1 more asked)"))
        #expect(script.takeRequests().isEmpty)
        script.press(.escape)
        #expect(script.state.showsQuestion && script.takeRequests() == [.discardKeys])
    }

    @Test mutating func `a key shows the apps while a question waits, and another one goes back`() {
        script.tell(.feed(.server(isConnected: true)))
        script.ask(1, .access(.readWrite))
        _ = script.takeRequests()
        script.press(.character("p"))
        #expect(script.takeRequests() == [.apps])
        #expect(script.text.contains("A question waits"))
        script.press(.escape)
        #expect(script.takeRequests().isEmpty && script.text.contains("would like to access your photos"))
        script.press(.character("p"))
        script.withdraw(1)
        script.press(.escape)
        #expect(script.takeRequests().last == .leave)
    }

    @Test mutating func `an app keeps the attention when the list changes, and its lines show what holds now`() {
        script.tell(.apps(.success([.test("exe:/a", lastUsed: 2), .test("exe:/b", lastUsed: 1)])))
        script.press(.down)
        script.tell(
            .apps(.success([.test("exe:/c", lastUsed: 3), .test("exe:/a", lastUsed: 2), .test("exe:/b", lastUsed: 1)]))
        )
        #expect(script.state.privacy.list?.focused?.app == "exe:/b")
        script.press(.enter)
        #expect(script.text.contains("What may b do?") && script.text.contains("full access"))
        script.tell(.apps(.success([.test("exe:/b", .denied)])))
        #expect(script.text.contains("access        no access"))
        script.tell(.apps(.success([])))
        #expect(script.text.contains("No app has asked for your photos yet."))
    }

    @Test mutating func `what an administrator has set is not offered`() {
        open(.test(camera, .restricted, addOnly: .restricted))
        guard case .app(let menu) = script.state.privacy.view else { return #expect(Bool(false), "no menu") }
        #expect(menu.choices == [.back, .confirms, .places, .silences])
        #expect(script.text.contains("set by        an administrator"))
    }

    @Test mutating func `an app that only picked has picks to end, and no access`() {
        open(.test(camera, .notDetermined, picked: 4))
        guard case .app(let menu) = script.state.privacy.view else { return #expect(Bool(false), "no menu") }
        #expect(menu.choices == [.back, .revokePicks, .places, .silences, .forget])
    }

    @Test mutating func `of many apps those around the attention are in view`() {
        var script = DialogScript(size: TerminalSize(columns: 80, rows: 12))
        let many = (1...30).map { AppGrant.test("exe:/app\($0)x", lastUsed: Int64(31 - $0)) }
        script.tell(.apps(.success(many)))
        #expect(script.text.contains("Asked for access") && script.text.contains("app1x"))
        script.press(.end)
        #expect(script.text.contains("app30x") && !script.text.contains("app1x"))
        script.press(.pageUp)
        #expect(script.text.contains("app23x"))
        script.press(.home)
        #expect(script.text.contains("Asked for access") && script.text.contains("app1x"))
    }
}
