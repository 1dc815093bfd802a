import LibraryClient
import LibraryModel
import LibraryTestSupport
import Testing

@testable import PhotosAgent

@Suite(.timeLimit(.minutes(2))) struct PrivacyTests {
    private let page: TestPage
    private let browser: TestBrowser
    private let app = "flatpak:org.example.Camera"

    private struct Apps: Decodable {
        struct App: Decodable {
            struct Evidence: Decodable { var kind, text: String }
            var app, claimedName, readWrite, addOnly: String
            var evidence: Evidence
            var selectedCount, pickedCount, readablePickCount: Int
            var until, lastPicked, lastUsed: String?
            var confirmsChanges, isSilenced, isPickerOnly, waitsForAnswer: Bool
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
        #expect(try post("policy", #"{"app":"\#(app)","confirmsChanges":false}"#) == 204)
        #expect(try !shown().confirmsChanges && !shown().isSilenced)
        #expect(try post("policy", #"{"app":"\#(app)","isSilenced":true}"#) == 204)
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
        let apps: Apps = try browser.json("/api/apps/export")
        #expect(apps.apps.map(\.app) == [app])
    }

    @Test func `what was deleted is taken back`() throws {
        struct Changes: Decodable {
            struct Change: Decodable {
                var date: String
                var inserted, updated, deleted: Int
                var recoverable: [String]
            }
            var changes: [Change]
            var hasMore: Bool
        }
        let ids = try page.add([.init(), .init(), .init()])
        let app = page.library.appIdentity
        #expect(try post("grant", #"{"app":"\#(app)","level":"readWrite","status":"authorized"}"#) == 204)
        #expect(try post("policy", #"{"app":"\#(app)","confirmsChanges":false}"#) == 204)
        _ = try page.app.perform(ChangeBlock(operations: [.deleteAssets(Array(ids[0...1]))]))
        _ = try page.owner.perform(ChangeBlock(operations: [.deleteAssets([ids[2]])]))
        let changes: Changes = try browser.json("/api/apps/changes?app=\(app.replacing("/", with: "%2F"))")
        #expect(changes.changes.map(\.deleted) == [2] && !changes.hasMore)
        #expect(changes.changes.map { Set($0.recoverable) } == [Set(ids[0...1].map(\.onPage))])
        // What somebody else deleted is not the app's to be taken back.
        let asked = [ids[0], ids[2]].map { #""\#($0.onPage)""# }.joined(separator: ",")
        #expect(try post("recover", #"{"app":"\#(app)","assets":[\#(asked)]}"#) == 204)
        let left = try page.owner.fetch(FetchRequest(.allAssets))
        #expect(left.count == 1 && left[0] == ids[0])
        #expect(try post("recover", #"{"app":"\#(app)","assets":[]}"#) == 204)
        // Neither is what the person deleted again after it was taken back.
        _ = try page.owner.perform(ChangeBlock(operations: [.deleteAssets([ids[0]])]))
        #expect(try post("recover", #"{"app":"\#(app)","assets":[\#(asked)]}"#) == 204)
        let last = try page.owner.fetch(FetchRequest(.allAssets))
        #expect(last.count == 0)
        #expect(try browser.get("/api/apps/changes").status == 400)
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
        #expect(picker.isPickerOnly && picker.pickedCount == 1 && picker.lastPicked != nil)
        #expect(picker.readablePickCount == 1)
        #expect(try post("endPicks", #"{"app":"\#(picker.app)"}"#) == 204)
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
        #expect(apps.apps.map(\.isPickerOnly) == [false] && apps.apps.map(\.waitsForAnswer) == [true])
        #expect(try browser.post("/api/prompts/\(asked)/answer", #"{"answer":"dismissed"}"#).status == 204)
        #expect(try await question.value == .notDetermined)
        let left: Apps = try browser.json("/api/apps")
        #expect(left.apps.map(\.isPickerOnly) == [false] && left.apps.map(\.waitsForAnswer) == [true])
        // Who was answered is not waiting any more, and is none that only ever picked either.
        #expect(
            try post("grant", #"{"app":"\#(page.library.appIdentity)","level":"readWrite","status":"notDetermined"}"#)
                == 204
        )
        let reset: Apps = try browser.json("/api/apps")
        #expect(reset.apps.map(\.isPickerOnly) == [false] && reset.apps.map(\.waitsForAnswer) == [false])
    }
}
