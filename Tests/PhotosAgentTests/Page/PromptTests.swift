import LibraryClient
import LibraryModel
import LibraryTestSupport
import LinuxSystem
import Testing

@testable import AgentPage

@Suite(.timeLimit(.minutes(2))) struct PromptTests {
    private let page: TestPage
    private let browser: TestBrowser
    private let events: RawConnection

    private struct Shown: Decodable, Sendable {
        struct Evidence: Decodable { var kind, text: String }
        struct Picker: Decodable {
            var selectionLimit: Int
            var isOrdered, isContinuous: Bool
            var preselected, disabled: [String]
            var searchText: String?
        }
        struct Selection: Decodable {
            var isAutomatic: Bool
            var selected: [String]
        }
        struct Changes: Decodable {
            var deletedAssets: Int
            var examples: [String]
        }
        var number: UInt64
        var kind, app, claimedName, usage: String
        var evidence: Evidence
        var level: String?
        var picker: Picker?
        var selection: Selection?
        var changes: Changes?
    }

    private struct StateJSON: Decodable { var prompts: [Shown] }

    init() throws {
        page = try TestPage()
        browser = try page.browser()
        events = try browser.listen()
        while try events.takeEvent("server") != #"{"connected":true}"# {}
    }

    private func nextPrompt(_ events: RawConnection? = nil) throws -> Shown {
        let number = try #require(
            Int((events ?? self.events).takeEvent("prompt").firstMatch(of: /"number":(\d+)/)?.1 ?? "")
        )
        let state: StateJSON = try browser.json("/api/state")
        return try #require(state.prompts.first { $0.number == number })
    }

    private func answer(_ prompt: Shown, _ body: String) throws -> HTTPAnswer {
        try browser.post("/api/prompts/\(prompt.number)/answer", body)
    }

    @Test func `nothing that an app or a photo says steers the page`() async throws {
        let evil = "a\u{1B}\u{9B}\u{202E}\u{2066}\n<b>"
        let asset = try page.add([
            .init(evil + ".jpg") {
                $0.title = .set(evil)
                $0.caption = .set(evil)
                $0.keywords = [evil]
            }
        ])[0]
        let details = try browser.get("/api/details/\(asset.onPage)").text
        let clean = "a\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD} <b>"
        for part in [#""title":"\#(clean)""#, #""keywords":["\#(clean)"]"#] {
            #expect(details.contains(part), "\(details)")
        }
        // The server has taken it out of the file's name already.
        #expect(details.contains(#""filename":"a<b>.jpg""#), "\(details)")
        // A caption has lines.
        #expect(details.contains(#""caption":"a\#u{FFFD}\#u{FFFD}\#u{FFFD}\#u{FFFD}\n<b>""#))
        let pick = try page.library.app(claiming: evil).pick(PickerConfiguration())
        #expect(try nextPrompt().claimedName == clean)
        pick.cancel()
        #expect(try browser.get("/api/apps").text.contains(#""claimedName":"\#(clean)""#))
    }

    @Test func `a question is shown on the page, and its answer reaches the app`() async throws {
        async let status = page.app.requestAuthorization(for: .readWrite)
        let prompt = try await blocking { try nextPrompt() }
        #expect(prompt.kind == "access" && prompt.level == "readWrite")
        #expect(prompt.app == page.library.appIdentity && prompt.evidence.kind == "program")
        #expect("exe:" + prompt.evidence.text == prompt.app)
        #expect(try answer(prompt, #"{"answer":"allowAll"}"#).status == 204)
        #expect(try await status == .authorized)
        #expect(try events.takeEvent("withdrawn") == #"{"number":\#(prompt.number)}"#)
        #expect(try answer(prompt, #"{"answer":"deny"}"#).status == 409)
    }

    @Test func `photos that were selected are what the app sees, until when the person says`() async throws {
        let ids = try page.add([.init(), .init(), .init()])
        async let status = page.app.requestAuthorization(for: .readWrite)
        let body =
            #"{"answer":"allowSelected","assets":["\#(ids[2].onPage)","\#(ids[0].onPage)"],"until":"2099-01-01T00:00:00Z"}"#
        let prompt = try await blocking { try nextPrompt() }
        #expect(try answer(prompt, body).status == 204)
        #expect(try await status == .limited)
        let seen = try page.app.fetch(FetchRequest(.allAssets))
        #expect(seen.count == 2)
        #expect(try page.owner.grants().first?.until == 4_070_908_800_000_000)
    }

    @Test func `answers that are none to the question are refused, and it waits on`() async throws {
        async let status = page.app.requestAuthorization(for: .addOnly)
        let prompt = try await blocking { try nextPrompt() }
        #expect(prompt.level == "addOnly")
        for body in [
            #"{"answer":"allowSelected","assets":[]}"#, #"{"answer":"picked","assets":[]}"#, #"{"answer":"confirm"}"#,
            #"{"answer":"selection"}"#, #"{"answer":"x"}"#, #"{"answer":"allowAll","until":"soon"}"#,
            #"{"answer":"allowAll","assets":["x"]}"#, "{}",
        ] {
            #expect(try answer(prompt, body).status == 400, "\(body)")
        }
        #expect(try browser.post("/api/prompts/999999/answer", #"{"answer":"deny"}"#).status == 409)
        #expect(try browser.post("/api/prompts/-1/answer", #"{"answer":"deny"}"#).status == 404)
        #expect(try answer(prompt, #"{"answer":"deny","silences":true}"#).status == 204)
        #expect(try await status == .denied)
        #expect(try page.owner.grants().first?.isSilenced == true)
    }

    @Test func `a question whose app has gone is withdrawn`() async throws {
        let asking = Task { [app = page.app] in try await app.requestAuthorization(for: .readWrite) }
        let prompt = try await blocking { try nextPrompt() }
        asking.cancel()
        #expect(try events.takeEvent("withdrawn") == #"{"number":\#(prompt.number)}"#)
        #expect(try answer(prompt, #"{"answer":"allowAll"}"#).status == 409)
        _ = await asking.result
        let state: StateJSON = try browser.json("/api/state")
        #expect(state.prompts.isEmpty)
    }

    @Test func `a page that opens later is told of what waits`() async throws {
        async let status = page.app.requestAuthorization(for: .readWrite)
        let first = try await blocking { try nextPrompt() }
        let later = try browser.listen()
        #expect(try nextPrompt(later).number == first.number)
        #expect(try answer(first, #"{"answer":"dismissed"}"#).status == 204)
        #expect(try await status == .notDetermined)
        #expect(try later.takeEvent("withdrawn") == #"{"number":\#(first.number)}"#)
    }

    @Test func `a picker is shown as the app configured it, and tells of each change`() throws {
        let ids = try page.add([.init(), .init(), .init()])
        var configuration = PickerConfiguration()
        configuration.selectionLimit = 0
        configuration.isOrdered = true
        configuration.isContinuous = true
        configuration.givesIdentifiers = true
        configuration.preselected = [ids[1], ids[2], ids[0]]
        configuration.disabledCapabilities = 1 << 0 | 1 << 3
        configuration.searchText = "june"
        let pick = try page.app.pick(configuration)
        let prompt = try nextPrompt()
        let picker = try #require(prompt.picker)
        #expect(picker.selectionLimit == PickerConfiguration.maximumSelection)
        #expect(picker.isOrdered && picker.isContinuous)
        #expect(picker.preselected == [ids[1], ids[2], ids[0]].map(\.onPage) && picker.searchText == "june")
        #expect(picker.disabled == ["search", "selectionActions"])

        var update = PickerUpdate()
        update.selectionLimit = 2
        update.searchText = "july"
        update.deselected = [ids[1]]
        update.move = .init(ids[0], after: nil)
        try pick.update(update)
        #expect(
            try events.takeEvent("update").contains(
                #""move":{"after":null,"asset":"\#(ids[0].onPage)"}"#
            )
        )
        let state: StateJSON = try browser.json("/api/state")
        #expect(state.prompts.first?.picker?.selectionLimit == 2)
        #expect(state.prompts.first?.picker?.preselected == [ids[0], ids[2]].map(\.onPage))

        let picking = "/api/prompts/\(prompt.number)/picking"
        #expect(try browser.post(picking, #"{"assets":["\#(ids[2].onPage)"]}"#).status == 204)
        #expect(try pick.next().items.map(\.asset) == [ids[2]])
        let body = #"{"answer":"picked","assets":["\#(ids[2].onPage)","\#(ids[0].onPage)"]}"#
        #expect(try answer(prompt, body).status == 204)
        var last = try pick.next()
        while !last.isFinal { last = try pick.next() }
        #expect(last.items.map(\.asset) == [ids[2], ids[0]])
        #expect(try browser.post(picking, #"{"assets":[]}"#).status == 409)
    }

    @Test func `the filter of a picker applies to what is offered for it`() throws {
        let ids = try page.add([.init { $0.isFavorite = true }, .init()])
        var configuration = PickerConfiguration()
        configuration.filter = PredicateProgram([
            .key("favorite"), .literal(.boolean(true)), .compare(.equal, []),
        ])
        let pick = try page.app.pick(configuration)
        let prompt = try nextPrompt()
        struct Found: Decodable {
            var query: String
            var count: Int
        }
        let found: Found = try browser.json("/api/query", posting: #"{"prompt":\#(prompt.number)}"#)
        #expect(found.count == 1)
        #expect(try browser.get("/api/query/\(found.query)/items?from=0&count=5").text.contains(ids[0].onPage))
        pick.cancel()
        _ = try events.takeEvent("withdrawn")
        #expect(try browser.post("/api/query", #"{"prompt":\#(prompt.number)}"#).status == 404)
    }

    @Test func `changes are confirmed with the photos that they concern`() async throws {
        let ids = try page.add([.init(), .init()])
        try page.owner.setStatus(.authorized, ofApp: page.library.appIdentity, for: .readWrite)
        let block = ChangeBlock(operations: [.deleteAssets(ids)])
        let performing = Task.detached { [app = page.app] in try app.perform(block) }
        let prompt = try await blocking { try nextPrompt() }
        #expect(prompt.kind == "changes" && prompt.changes?.deletedAssets == 2)
        #expect(prompt.changes.map { Set($0.examples) } == Set(ids.map(\.onPage)))
        #expect(try answer(prompt, #"{"answer":"confirm"}"#).status == 204)
        _ = try await performing.value
        #expect(try page.owner.count(FetchRequest(.allAssets)) == 0)
    }

    @Test func `what apps say of themselves travels as text only`() async throws {
        let name = "<script>alert(1)</script>\n\nevent: library\ndata: {}\n\n\u{2028}\u{0}\"'"
        let app = page.library.app(claiming: name)
        async let status = app.requestAuthorization(for: .readWrite)
        let prompt = try await blocking { try nextPrompt() }
        #expect(prompt.claimedName.contains("<script>alert(1)</script>"))
        #expect(try browser.get("/api/state").headers["content-type"] == "application/json; charset=utf-8")
        #expect(try answer(prompt, #"{"answer":"deny"}"#).status == 204)
        #expect(try await status == .denied)
        // Nothing of the name became an event.
        #expect(try events.takeEvent("withdrawn") == #"{"number":\#(prompt.number)}"#)
    }
}
