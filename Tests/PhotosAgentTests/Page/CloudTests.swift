import CloudEncryption
import Foundation
import LibraryClient
import LibraryModel
import Testing

@testable import AgentPage

/// What the page reads of synchronisation, and what it does about it.
@Suite(.timeLimit(.minutes(2))) struct CloudTests {
    private struct Shown: Decodable {
        struct Status: Decodable {
            struct Fact: Decodable { var name, text: String }
            struct Device: Decodable { var identifier, name: String }
            var state, summary: String
            var url: String?
            var isPaused: Bool?
            var facts: [Fact]
            var devices: [Device]
        }
        var status: Status
        var setUp: String
    }

    private let page: TestPage
    private let browser: TestBrowser
    private let lost = ObjectID(high: 7, low: 8)

    init() throws {
        page = try TestPage()
        browser = try page.browser()
    }

    private func shown() throws -> Shown.Status {
        let shown: Shown = try browser.json("/api/cloud")
        return shown.status
    }

    private func post(_ action: String, _ body: String = "{}") throws -> Int {
        try browser.post("/api/cloud/\(action)", body).status
    }

    private func setUp() throws {
        var settings = CloudSettings(url: "folder:/mnt/Photos", deviceName: "Desk", joins: false)
        settings.isEncrypted = false
        try page.owner.setCloud(settings)
        var report = CloudReport(.idle)
        report.devices = [CloudDevice(device: lost, name: "Phone", lastSeen: 1, isForgotten: false)]
        try page.owner.reportCloud(report)
    }

    @Test func `where it is not set up, nothing can be done about it, and the page says how it is`() throws {
        let answer: Shown = try browser.json("/api/cloud")
        #expect((answer.status.state, answer.status.summary) == ("off", "not set up"))
        #expect(answer.setUp.contains("photos cloud setup URL"))
        for action in ["sync", "pause", "resume", "verify"] { #expect(try post(action) == 404, "\(action)") }
    }

    @Test func `the page has the words and the values of the command line`() throws {
        try setUp()
        let status = try shown()
        #expect(status.url == "folder:/mnt/Photos")
        #expect(status.devices.map(\.name) == ["Phone"])
        #expect(status.facts.map(\.name).prefix(2) == ["Bucket", "This device"])
        // Its process is not there, in this test.
        #expect((status.state, status.summary) == ("stopped", "photolibrary-sync does not run"))
    }

    @Test func `what the person does becomes commands, and nothing else does`() throws {
        try setUp()
        let commands = try page.owner.cloudCommands()
        #expect(try post("sync") == 200)
        #expect(try post("verify") == 200)
        #expect(try post("forget", #"{"device":"\#(lost.hexadecimal)"}"#) == 200)
        #expect(try (1...3).map { _ in try commands.next().command } == [.synchronize, .verify, .forget(lost)])
        for body in ["{}", #"{"device":"x"}"#, #"{"device":"\#(ObjectID(high: 1, low: 1).hexadecimal)"}"#] {
            #expect(try post("forget", body) == 400, "\(body)")
        }
        #expect(try post("setup") == 404)
        #expect(try post("pause") == 200)
        #expect(try shown().isPaused == true)
        #expect(try post("sync") == 400)
        #expect(try post("resume") == 200)
        #expect(try shown().isPaused == false)
    }

    @Test func `open pages are told when it stands otherwise`() throws {
        try setUp()
        let events = try browser.listen()
        // Of how it stands when the first page opens, and then of each change.
        #expect(try events.takeEvent("cloud") == "{}")
        var report = CloudReport(.synchronizing)
        report.filesToSend = 5
        try page.owner.reportCloud(report)
        #expect(try events.takeEvent("cloud") == "{}")
    }

    @Test func `the key of the bucket is not on the page`() throws {
        let key = [UInt8](repeating: 0x4B, count: CloudSettings.keyLength)
        let settings = CloudSettings(url: "folder:/mnt/Photos", deviceName: "Desk", joins: false)
        try page.owner.setCloud(settings, key: key)
        #expect(try page.owner.cloudKey() == key)
        let text = try browser.get("/api/cloud").text
        #expect(text.contains("folder:/mnt/Photos"))
        let phrase = RecoveryPhrase.text(of: try #require(LibraryKey(bytes: key)))
        let forms = ["KKKKKKKK", "4b4b4b4b", "4B4B4B4B", "S0tLS0", String(phrase.prefix(9))]
        for form in forms { #expect(!text.contains(form), "\(form)") }
        #expect(try browser.get("/api/cloud/key").status == 404)
    }

    @Test func `nobody without a session sees it or does anything`() throws {
        try setUp()
        let stranger = TestBrowser(host: page.server.host)
        #expect(try stranger.get("/api/cloud").status == 403)
        #expect(try stranger.post("/api/cloud/pause", "{}").status == 403)
        #expect(try shown().isPaused == false)
    }
}
