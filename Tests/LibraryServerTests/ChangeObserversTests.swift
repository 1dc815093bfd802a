import LibraryModel
import LibraryStore
import LibraryTestSupport
import LinuxSystem
import Synchronization
import Testing

@testable import LibraryServer

/// Observers over a library that cannot always be read.
@Suite(.timeLimit(.minutes(1))) struct ChangeObserversTests {
    private let folder: ScratchFolder
    private let store: LibraryStore
    private let observers: ChangeObservers
    private let gate: AppGate
    private let reads: Counter
    private let events = EventRecorder()

    /// Counts how often the library is read, and fails as often as it is told to first.
    private final class Counter: Sendable {
        private let state = Mutex((count: 0, failures: 0))

        var count: Int { state.withLock { $0.count } }

        func failNext(_ failures: Int) { state.withLock { $0.failures = failures } }

        func read() throws(LibraryError) {
            let fails = state.withLock { state in
                state.count += 1
                defer { state.failures = max(0, state.failures - 1) }
                return state.failures > 0
            }
            if fails { throw LibraryError(.internal, "as if the disk failed") }
        }
    }

    init() throws {
        folder = try ScratchFolder()
        let reads = Counter()
        let log = EventLog(to: try OwnedDescriptor(opening: "/dev/null", [.writeOnly]))
        let observers = try ChangeObservers(log) { view, told throws(LibraryError) in
            try reads.read()
            return try view.news(since: told)
        }
        var configuration = StoreConfiguration(clock: { 1 }, tag: { _, _ in [0, 0, 0, 0, 0, 0] })
        configuration.onCommit = { observers.committed($0) }
        let path = try #require(folder.file("library.sqlite").exactText)
        store = try LibraryStore(path: path, configuration: configuration)
        gate = try AppGate()
        self.reads = reads
        self.observers = observers
    }

    private func observe(_ view: LibraryView, from token: ChangeToken?) {
        let events = events
        _ = observers.add(view, from: token, gate: gate, session: 1) { event in
            events.append(event)
            return true
        }
    }

    private func makeAlbum() throws {
        let person = store.view(for: .person)
        let id = try person.mintIdentifiers(1)[0]
        let album = ChangeOperation.createCollection(.assetCollection, id, title: "Album", parent: nil)
        _ = try person.perform(ChangeBlock(operations: [album]))
    }

    private func whileRunning(_ body: () throws -> Void) throws {
        let observers = observers
        let thread = try SystemThread(name: "observers") { observers.run() }
        defer { do { try observers.stop() } catch { Issue.record(error) } }
        try body()
        withExtendedLifetime(thread) {}
    }

    @Test func `a commit whose look fails is told all the same, without another commit`() throws {
        let person = store.view(for: .person)
        observe(person, from: try person.currentToken())
        try makeAlbum()
        reads.failNext(1)
        try whileRunning {
            let event = try #require(events.next())
            #expect(event.token == (try person.currentToken().serialized))
            #expect(reads.count == 2)
        }
    }

    @Test func `a commit between the token and the observation is told`() throws {
        let person = store.view(for: .person)
        let token = try person.currentToken()
        try whileRunning {
            try makeAlbum()
            observe(person, from: token)
            let event = try #require(events.next())
            #expect(event.token == (try person.currentToken().serialized))
        }
    }

    @Test func `a thousand observers of one app are one look at the library, and those who see nothing none`() throws {
        try store.setStatus(of: "exe:/app", for: .readWrite, to: .authorized)
        let app = store.view(for: .app("exe:/app"))
        let token = try app.currentToken()
        for _ in 0..<1_024 { observe(app, from: token) }
        let denied = store.view(for: .app("exe:/denied"))
        for _ in 0..<1_024 { observe(denied, from: nil) }
        try whileRunning {
            for round in 1...3 {
                try makeAlbum()
                for _ in 0..<1_024 { _ = try #require(events.next()) }
                // One for each commit, and one each at the beginning.
                #expect(reads.count <= round + 2)
            }
        }
    }
}
