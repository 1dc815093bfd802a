import LibraryModel
import LibraryStore
import LibraryTestSupport
import LinuxSystem
import Synchronization
import Testing

@testable import LibraryServer

/// Observers over a library that cannot always be read.
@Suite(.timeLimit(.minutes(1))) struct CommitNotifierTests {
    private let folder: ScratchFolder
    private let store: LibraryStore
    private let observers: CommitNotifier
    private let barrier: RevocationBarrier
    private let reads: Counter
    private let rings = RingRecorder()

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
        let observers = CommitNotifier(log) { view, known throws(LibraryError) in
            try reads.read()
            return try view.checkForChanges(since: known)
        }
        var configuration = StoreConfiguration(clock: { 1 }, tag: { _, _ in [0, 0, 0, 0, 0, 0] })
        configuration.onCommit = { observers.committed() }
        let path = try #require(folder.file("library.sqlite").exactText)
        store = try LibraryStore(path: path, configuration: configuration)
        barrier = try RevocationBarrier()
        self.reads = reads
        self.observers = observers
    }

    private func observe(_ view: LibraryView) {
        let rings = rings
        observers.begin(observers.add(view, barrier: barrier, session: 1)) {
            rings.ring()
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
        try observers.start()
        defer { observers.stop() }
        try body()
    }

    @Test func `a commit whose look fails is told all the same, without another commit`() throws {
        observe(store.view(for: .person))
        try makeAlbum()
        reads.failNext(1)
        try whileRunning {
            #expect(rings.next())
            #expect(reads.count == 2)
        }
    }

    // app                    | the thread that looks
    // is added               |
    //                        | finds what it is to be told, and nobody who takes it
    // its stream is open     | tells it
    @Test func `a commit before the observer's stream is open is told once it is`() throws {
        try whileRunning {
            let (first, person) = (rings, store.view(for: .person))
            observe(person)
            #expect(first.next())
            let late = observers.add(person, barrier: barrier, session: 2)
            try makeAlbum()
            #expect(first.next())
            let rings = RingRecorder()
            observers.begin(late) {
                rings.ring()
                return true
            }
            #expect(rings.next())
        }
    }

    @Test func `an observer without room keeps nobody waiting, and is rung once when it has some`() throws {
        try whileRunning {
            let person = store.view(for: .person)
            observe(person)
            #expect(rings.next())
            let room = Mutex(false)
            let attempts = RingRecorder()
            let slow = observers.add(person, barrier: barrier, session: 2)
            observers.begin(slow) {
                attempts.ring()
                return room.withLock { $0 }
            }
            for _ in 0..<3 {
                try makeAlbum()
                #expect(rings.next())
                #expect(attempts.next())
            }
            room.withLock { $0 = true }
            observers.hasRoom(slow)
            #expect(attempts.next())
            // The other one's ring of that look comes with it, or before.
            #expect(rings.next())
            try makeAlbum()
            #expect(rings.next())
            #expect(attempts.next())
            #expect(attempts.count == 0)
        }
    }

    @Test func `a limited app is rung for what it sees and for nothing else`() throws {
        let person = store.view(for: .person)
        try store.setStatus(of: "exe:/app", for: .readWrite, to: .limited)
        let app = store.view(for: .app("exe:/app"))
        try whileRunning {
            observe(person)
            #expect(rings.next())
            let heard = RingRecorder()
            observers.begin(observers.add(app, barrier: barrier, session: 2)) {
                heard.ring()
                return true
            }
            #expect(heard.next())
            // Of two changes the person is told of the first before anybody is looked at for the second.
            for _ in 0..<3 {
                try makeAlbum()
                #expect(rings.next())
            }
            #expect(heard.count == 0)
            let own = try app.mintIdentifiers(1)[0]
            let operation = ChangeOperation.createCollection(.assetCollection, own, title: "Own", parent: nil)
            _ = try app.perform(ChangeBlock(operations: [operation]))
            #expect(heard.next())
        }
    }

    @Test func `a thousand observers of one app are one look at the library, and those who see nothing none`() throws {
        try store.setStatus(of: "exe:/app", for: .readWrite, to: .authorized)
        let app = store.view(for: .app("exe:/app"))
        for _ in 0..<1_024 { observe(app) }
        let denied = store.view(for: .app("exe:/denied"))
        for _ in 0..<1_024 { observe(denied) }
        try whileRunning {
            for round in 0...3 {
                if round > 0 { try makeAlbum() }
                for _ in 0..<1_024 { #expect(rings.next()) }
                // One for each commit, and one each at the beginning.
                #expect(reads.count <= round + 2)
            }
        }
    }
}
