import LibraryClient
import LibraryModel
import LibraryTestSupport
import Testing

@testable import AgentPage

@Suite(.timeLimit(.minutes(2))) struct PrivacyTests {
    private let page: TestPage
    private let browser: TestBrowser
    private let app = "flatpak:org.example.Camera"

    private struct Apps: Decodable {
        struct App: Decodable {
            struct Evidence: Decodable { var kind, text: String }
            var app, claimedName, readWrite, addOnly, summary: String
            var evidence: Evidence
            var selectedCount, pickedCount, readablePickCount: Int
            var until, lastPicked, lastUsed: String?
            var confirmsChanges, isSilenced, hidesPlaces, onlyUsedPicker, waitsForAnswer: Bool
        }
        var apps: [App]
    }

    init() throws {
        page = try TestPage()
        browser = try page.browser()
    }

    private func shown() throws -> Apps.App {
        let apps: Apps = try browser.json("/api/apps")
        return try #require(apps.apps.first { $0.app == app })
    }

    private func post(_ call: String, _ body: String) throws -> Int {
        try browser.post("/api/apps/\(call)", body).status
    }

    @Test func `access is given, changed and taken back`() throws {
        #expect(
            try post(
                "grant",
                #"{"app":"\#(app)","level":"readWrite","status":"limited","until":"2099-01-01T00:00:00Z"}"#
            ) == 204
        )
        #expect(try shown().readWrite == "limited" && shown().addOnly == "notDetermined")
        #expect(try shown().until == "2099-01-01T00:00:00Z")
        #expect(try shown().evidence.kind == "flatpak" && shown().evidence.text == "org.example.Camera")
        let ids = try page.add([.init(), .init()])
        #expect(
            try post("select", #"{"app":"\#(app)","add":["\#(ids[0].onPage)","\#(ids[1].onPage)"],"remove":[]}"#) == 204
        )
        #expect(try shown().selectedCount == 2)
        #expect(try post("select", #"{"app":"\#(app)","remove":["\#(ids[0].onPage)"]}"#) == 204)
        #expect(try page.owner.selection(ofApp: app) == [ids[1]])
        #expect(try post("grant", #"{"app":"\#(app)","level":"readWrite","status":"denied"}"#) == 204)
        #expect(try post("grant", #"{"app":"\#(app)","level":"addOnly","status":"authorized"}"#) == 204)
        #expect(try shown().readWrite == "denied" && shown().addOnly == "authorized")
    }

    @Test func `policies are set one by one`() throws {
        #expect(try post("grant", #"{"app":"\#(app)","level":"readWrite","status":"authorized"}"#) == 204)
        #expect(try shown().confirmsChanges && !shown().isSilenced)
        #expect(try post("preferences", #"{"app":"\#(app)","hidesPlaces":true}"#) == 204)
        #expect(try shown().hidesPlaces && shown().confirmsChanges)
        #expect(try post("preferences", #"{"app":"\#(app)","confirmsChanges":false}"#) == 204)
        #expect(try !shown().confirmsChanges && !shown().isSilenced)
        #expect(try post("preferences", #"{"app":"\#(app)","isSilenced":true}"#) == 204)
        #expect(try !shown().confirmsChanges && shown().isSilenced)
    }

    @Test func `what makes no sense is refused`() throws {
        for body in [
            #"{"app":"\#(app)","level":"x","status":"denied"}"#, #"{"app":"\#(app)","level":"readWrite","status":"x"}"#,
            #"{"app":"\#(app)","level":"readWrite","status":"restricted"}"#,
            #"{"app":"\#(app)","level":"readWrite","status":"limited","until":"x"}"#, #"{"app":"\#(app)"}"#,
        ] {
            #expect(try post("grant", body) == 400, "\(body)")
        }
        #expect(try post("select", #"{"app":"\#(app)","add":["x"]}"#) == 400)
        #expect(try page.owner.grants().isEmpty)
    }

    @Test func `everything known is exported as a file`() throws {
        #expect(try post("grant", #"{"app":"\#(app)","level":"readWrite","status":"authorized"}"#) == 204)
        let answer = try browser.get("/api/apps/export")
        #expect(answer.headers["content-disposition"] == #"attachment; filename="photos-privacy.json""#)
        let apps: [Apps.App] = try browser.json("/api/apps/export")
        #expect(apps.map(\.app) == [app] && apps.map(\.summary) == ["full access"])
    }

    @Test func `what an app changed is listed and taken back`() throws {
        struct Changes: Decodable {
            struct Transaction: Decodable {
                var transaction, time, date: String
                struct Counts: Decodable { var inserted, updated, deleted: Int }
                var photos: Counts
                var fields: [String]
                var canUndo: Bool
            }
            var transactions: [Transaction]
            var hasMore: Bool
        }
        struct Undone: Decodable {
            struct Conflict: Decodable {
                struct Value: Decodable { var text: String? }
                var asset, title: String?
                var field: String
                var isGone: Bool
                var former, present: Value?
            }
            var photos, collections: Int
            var conflicts: [Conflict]
            var conflictCount: Int
            var interruption: String?
        }
        let ids = try page.add([.init(), .init(), .init()])
        let app = page.library.appIdentity
        #expect(try post("grant", #"{"app":"\#(app)","level":"readWrite","status":"authorized"}"#) == 204)
        #expect(try post("preferences", #"{"app":"\#(app)","confirmsChanges":false}"#) == 204)
        func change(_ asset: ObjectID, title: String, by client: LibraryClient) throws {
            var update = AssetUpdate()
            update.title = .set(title)
            _ = try client.perform(ChangeBlock(operations: [.updateAsset(asset, update)]))
        }
        func undo(_ rest: String) throws -> Undone {
            try browser.json("/api/apps/undo", posting: #"{"app":"\#(app)"\#(rest)}"#)
        }
        try change(ids[2], title: "App\u{1B}", by: page.app)
        _ = try page.app.perform(ChangeBlock(operations: [.deleteAssets(Array(ids[0...1]))]))
        try change(ids[2], title: "Mine", by: page.owner)
        let path = "/api/apps/changes?app=\(app.replacing("/", with: "%2F"))"
        let changes: Changes = try browser.json(path)
        #expect(changes.transactions.map(\.photos.deleted) == [2, 0] && !changes.hasMore)
        #expect(changes.transactions.map(\.fields) == [[], ["title"]])
        #expect(changes.transactions.map(\.canUndo) == [true, false])

        let one = try undo(#","transactions":["\#(changes.transactions[0].transaction)"]"#)
        #expect(one.photos == 2 && one.collections == 0 && one.conflictCount == 0 && one.interruption == nil)
        #expect(try page.owner.count(FetchRequest(.allAssets)) == 3)
        let rest = try undo(#","since":"\#(changes.transactions[1].time)""#)
        #expect(rest.photos == 0 && rest.conflictCount == 1)
        let conflict = try #require(rest.conflicts.first)
        #expect(conflict.asset == ids[2].onPage && conflict.title == nil && conflict.field == "title")
        #expect(!conflict.isGone && conflict.former?.text == nil && conflict.present?.text == "Mine")
        #expect(try undo(#","forces":true"#).photos == 1)
        #expect(try page.owner.details(of: [ids[2]]).map(\.title) == [nil])
        let after: Changes = try browser.json(path)
        #expect(after.transactions.map(\.canUndo) == [false, false])

        #expect(try browser.get("/api/apps/changes").status == 400)
        for wrong in [#","since":"x""#, #","transactions":["-1"]"#, #","since":1"#] {
            #expect(try browser.post("/api/apps/undo", #"{"app":"\#(app)"\#(wrong)}"#).status == 400)
        }
    }

    @Test func `an app that only ever picked is told from others`() throws {
        let ids = try page.add([.init()])
        let events = try browser.listen()
        while try events.takeEvent("server") != #"{"connected":true}"# {}
        let pick = try page.app.pick(PickerConfiguration())
        let number = try #require(try events.takeEvent("prompt").firstMatch(of: /"number":(\d+)/)?.1)
        let answer = #"{"answer":"picked","assets":["\#(ids[0].onPage)"]}"#
        #expect(try browser.post("/api/prompts/\(number)/answer", answer).status == 204)
        let item = try #require(try pick.next().items.first)
        #expect(try pick.resources(of: item.number).count == 1)
        let apps: Apps = try browser.json("/api/apps")
        let picker = try #require(apps.apps.first)
        #expect(picker.onlyUsedPicker && picker.pickedCount == 1 && picker.lastPicked != nil)
        #expect(picker.readablePickCount == 1)
        #expect(try post("revokePicks", #"{"app":"\#(picker.app)"}"#) == 204)
        #expect(throws: LibraryError.self) { try pick.resources(of: item.number) }
        let ended: Apps = try browser.json("/api/apps")
        #expect(ended.apps.map(\.pickedCount) == [1] && ended.apps.map(\.readablePickCount) == [0])
    }

    @Test func `an app that asked and was not answered is told as one, though it used a picker`() async throws {
        let ids = try page.add([.init()])
        let events = try browser.listen()
        while try events.takeEvent("server") != #"{"connected":true}"# {}
        func number() async throws -> String {
            let event = try await blocking { try events.takeEvent("prompt") }
            return String(try #require(event.firstMatch(of: /"number":(\d+)/)?.1))
        }
        let pick = try page.app.pick(PickerConfiguration())
        let answer = #"{"answer":"picked","assets":["\#(ids[0].onPage)"]}"#
        #expect(try browser.post("/api/prompts/\(try await number())/answer", answer).status == 204)
        #expect(try pick.next().isFinal)
        let app = page.app
        let question = Task { try await app.requestAuthorization(for: .readWrite) }
        let asked = try await number()
        let apps: Apps = try browser.json("/api/apps")
        #expect(apps.apps.map(\.onlyUsedPicker) == [false] && apps.apps.map(\.waitsForAnswer) == [true])
        #expect(try browser.post("/api/prompts/\(asked)/answer", #"{"answer":"dismissed"}"#).status == 204)
        #expect(try await question.value == .notDetermined)
        let left: Apps = try browser.json("/api/apps")
        #expect(left.apps.map(\.onlyUsedPicker) == [false] && left.apps.map(\.waitsForAnswer) == [true])
        // Who was answered is not waiting any more, and is none that only ever picked either.
        #expect(
            try post("grant", #"{"app":"\#(page.library.appIdentity)","level":"readWrite","status":"notDetermined"}"#)
                == 204
        )
        let reset: Apps = try browser.json("/api/apps")
        #expect(reset.apps.map(\.onlyUsedPicker) == [false] && reset.apps.map(\.waitsForAnswer) == [false])
    }
}
