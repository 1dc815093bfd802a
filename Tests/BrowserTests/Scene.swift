import AgentPage
import BrowserDriver
import InstalledPrograms
import LibraryClient
import LibraryModel
import LibraryTestSupport
import LinuxSystem
import SQLiteDatabase
import SamplePhotos
import Synchronization
import Testing

/// A real server with real photos, and a real agent whose page a browser shows.
final class Scene: Sendable {
    let folder: ScratchFolder
    private let runningServer: Mutex<ServerProcess>
    /// The agent; nil with `page`.
    private let agent: RunningProgram?
    /// What the agent printed, or of `page`.
    let link: String
    /// A page in this process, for a machine with programs of the test's.
    private let page: PageServer?
    var server: ServerProcess { runningServer.withLock { $0 } }
    /// The newest first, as the page shows them.
    let photos: [ObjectID]
    let owner: LibraryClient

    /// Names of files, the newest photo's first. What a file is called is shown as text, whatever it is.
    static func filename(_ number: Int) -> String {
        number == 1 ? "<img src=x onerror=alert(1)>.jpg" : "harbour\(number).jpg"
    }

    /// Ten photos a month, from July 2023 back.
    static func date(_ number: Int) -> Int64 {
        let (july, day) = (Int64(1_688_990_000_000_000), Int64(86_400_000_000))
        return july - (Int64(number / 10) * 30 + Int64(number % 10)) * day
    }

    /// `rows`: SQL that fills the database besides. `port`: where the page is, 0 for any. `programs`: those of the
    /// machine of a page in this process.
    init(
        photos count: Int = 40,
        rows: String? = nil,
        port: UInt16 = 0,
        programs: InstalledPrograms? = nil
    ) async throws {
        let folder = try ScratchFolder()
        self.folder = folder
        let server: ServerProcess
        (server, agent, link, owner, photos, page) = try await Background.run {
            var server = try ServerProcess(in: folder)
            if let rows {
                try server.stop()
                let database = server.library.appending("library.sqlite")
                try Connection(path: database.text, role: .writer, cacheKibibytes: 64 * 1024).executeScript(rows)
                server = try ServerProcess(in: folder)
            }
            let owner = LibraryClient(.management(server.socket.text))
            let photos: [ObjectID]
            do {
                photos = try Scene.add(count, by: owner)
            } catch {
                Issue.record("the server said: \(server.program.errorText.suffix(2000))")
                throw error
            }
            if let programs {
                let page = try PageServer(owner, port: 0, programs: programs)
                return (server, nil, page.makeLink(), owner, photos, page)
            }
            let agent = try RunningProgram(
                "photos-agent",
                ["--socket", server.socket.text, "--interface", "browser", "--open", "--no-open", "--port", "\(port)"],
                environment: ["TZ": "UTC"]
            )
            guard agent.waitForOutput(containing: "\n") else {
                throw DevToolsError(description: "photos-agent: \(try agent.finish().errors)")
            }
            let line = agent.outputText.prefix { $0 != "\n" }
            // Without the place that it names: tests go where they want.
            let link = String((line.split(separator: " ").last ?? "").prefix { $0 != "#" })
            return (server, agent, link, owner, photos, nil)
        }
        runningServer = Mutex(server)
    }

    /// This test program as an app.
    func app(claiming name: String? = nil) -> LibraryClient {
        LibraryClient(ServerAddress(path: server.socket.text), AppClaims(name: name))
    }

    /// What the server knows this test program by.
    static var identity: String {
        get throws { "exe:" + (try FileNames.target(ofLink: "/proc/self/exe")).text }
    }

    /// After the server was ended.
    func startServerAgain() async throws {
        let server = try await Background.run { [folder] in try ServerProcess(in: folder) }
        runningServer.withLock { $0 = server }
    }

    func decide(_ status: AuthorizationStatus, selecting assets: [ObjectID] = []) throws {
        if !assets.isEmpty { try owner.select(assets, forApp: Scene.identity, deselects: false) }
        try owner.setStatus(status, ofApp: Scene.identity, for: .readWrite)
    }

    var selection: Set<ObjectID> {
        get throws { Set(try owner.selection(ofApp: Scene.identity)) }
    }

    func stop() async throws {
        try await Background.run { [agent, server, page] in
            page?.stop()
            if let agent {
                try agent.send(signal: 15)
                let ended = try agent.finish()
                #expect(ended.status == .exited(0), "\(ended.errors)")
            }
            try server.stop()
        }
    }

    @discardableResult
    static func add(_ count: Int, by client: LibraryClient) throws -> [ObjectID] {
        guard count > 0 else { return [] }
        let ids = try client.mintIdentifiers(count)
        var operations: [ChangeOperation] = []
        for (number, id) in ids.enumerated() {
            let size = number % 3 == 2 ? PixelSize(width: 180, height: 240) : PixelSize(width: 320, height: 240)
            let photo = SamplePhoto(size: size, seed: UInt64(number + 1), date: date(number), utcOffset: 0)
            let bytes = try photo.encoded()
            let staged = try client.stage(SealedMemory.make(bytes.span), filename: filename(number))
            let use = StagedResourceUse(staged: staged.id, kind: .photo)
            operations.append(.createAsset(AssetCreation(id: id, resources: [use])))
        }
        _ = try client.perform(ChangeBlock(operations: operations))
        return ids
    }
}

/// A scene, and a page that shows it. Whatever the test does, the page must not complain, and must ask nobody but its
/// agent.
func withScene(
    photos: Int = 40,
    rows: String? = nil,
    programs: InstalledPrograms? = nil,
    _ body: (Scene, Page) async throws -> Void
) async throws {
    let chromium = try #require(Chromium.current)
    let scene = try await Scene(photos: photos, rows: rows, programs: programs)
    try await chromium.withPage { page in
        page.whenLost.withLock { whenLost in
            whenLost = { picture in
                Attachment.record(picture, named: "page.png")
                if !page.problems.isEmpty {
                    Attachment.record(page.problems.joined(separator: "\n"), named: "problems.txt")
                }
                do { try scene.server.kill() } catch { print("cannot end a server: \(error)") }
            }
        }
        try await page.open(scene.link)
        try await page.wait(for: "document.querySelector('h1')")
        try await body(scene, page)
        #expect(page.problems == [])
        let origin = scene.link.prefix { $0 != "?" }.dropLast("open".count)
        // The pictures on a movie's controls, which the browser has itself, and what the page has made, ask nobody.
        let strangers = page.requests.filter { address in
            !["data:", "blob:\(origin)", String(origin)].contains { address.hasPrefix($0) }
        }
        #expect(strangers == [], "asked somebody else than \(origin)")
    }
    try await scene.stop()
}

/// Work that blocks, on a thread of its own.
enum Background {
    static func run<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            do {
                _ = try SystemThread(name: "background", stackSize: 4 << 20) {
                    continuation.resume(with: Swift.Result { try body() })
                }
            } catch {
                continuation.resume(throwing: error)
            }
        }
    }
}
