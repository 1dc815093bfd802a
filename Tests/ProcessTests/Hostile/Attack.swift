import LibraryClient
import LibraryModel
import LibraryTestSupport
import LinuxSystem
import Synchronization
import Testing

/// A server under attack, and another client that must not notice.
final class Attack: Sendable {
    let folder: ScratchFolder
    let server: ServerProcess
    private let bystander: Bystander
    private let descriptorsBefore: Int

    /// Descriptors that a server may open once and keep: readers of the database, media workers, copiers.
    private static let keptDescriptors = 48

    init(letting status: AuthorizationStatus = .authorized) throws {
        folder = try ScratchFolder()
        server = try ServerProcess(in: folder)
        try server.letIn(status)
        bystander = Bystander(server.owner)
        try bystander.start()
        descriptorsBefore = try Attack.openDescriptors(of: server)
    }

    /// The bystander was answered all the time and still is, and the attackers' descriptors are gone from the server
    /// once the attackers are.
    func expectNobodyNoticed(_ location: SourceLocation = #_sourceLocation) throws {
        #expect(bystander.isAnsweredAgain(), sourceLocation: location)
        let failures = bystander.stop()
        #expect(failures == [], sourceLocation: location)
        let limit = descriptorsBefore + Attack.keptDescriptors
        let isBack = try eventually { try Attack.openDescriptors(of: server) <= limit }
        let descriptorsAfter = try Attack.openDescriptors(of: server)
        #expect(isBack, "\(descriptorsAfter) descriptors, first \(descriptorsBefore)", sourceLocation: location)
        let finished = try server.stop()
        #expect(finished.status == .exited(0), "\(finished.errors.suffix(2000))", sourceLocation: location)
    }

    /// Bytes of the server's memory.
    func residentMemory() throws -> Int {
        let file = try OwnedDescriptor(
            opening: FilePath("/proc/\(server.program.processIdentifier)/statm"),
            [.readOnly]
        )
        var bytes = [UInt8](repeating: 0, count: 128)
        let count = try file.read(into: &bytes)
        let fields = String(decoding: bytes.prefix(count), as: UTF8.self).split(separator: " ")
        return try #require(fields.count > 1 ? Int(fields[1]) : nil) * 4_096
    }

    private static func openDescriptors(of server: ServerProcess) throws -> Int {
        var reader = try FolderReader(FilePath("/proc/\(server.program.processIdentifier)/fd"))
        var count = 0
        while try reader.next() != nil { count += 1 }
        return count
    }
}

/// A client that calls all the time.
private final class Bystander: Sendable {
    private struct State {
        var answers = 0
        var failures: [String] = []
        var isStopped = false
        var hasEnded = false
    }

    private let client: LibraryClient
    private let state = Mutex(State())
    private let progress = Parker()
    /// Nanoseconds that a call may take on a busy machine. An attack that holds everybody up lasts longer.
    private static let patience: UInt64 = 4_000_000_000

    init(_ client: LibraryClient) { self.client = client }

    func start() throws {
        _ = try SystemThread(name: "bystander") { [self] in
            while !state.withLock({ $0.isStopped }) { call() }
            state.withLock { $0.hasEnded = true }
            progress.unpark()
        }
        #expect(isAnsweredAgain())
    }

    /// Waits for some more answers.
    func isAnsweredAgain() -> Bool {
        let first = state.withLock { $0.answers }
        let deadline = MonotonicClock.deadline(after: 30_000_000_000)
        while state.withLock({ $0.answers < first + 20 }) {
            if !progress.park(until: deadline) { return false }
        }
        return true
    }

    func stop() -> [String] {
        state.withLock { $0.isStopped = true }
        while !state.withLock({ $0.hasEnded }) { progress.park() }
        return state.withLock { $0.failures }
    }

    private func call() {
        let began = MonotonicClock.now()
        var failure: String?
        do throws(LibraryError) {
            let id = try client.mintIdentifiers(1)[0]
            _ = try client.perform(
                ChangeBlock(operations: [.createCollection(.assetCollection, id, title: "Bystander", parent: nil)])
            )
            let albums = try client.fetch(FetchRequest(.identifiers(.assetCollection, [id])))
            if albums.count != 1 { failure = "its album is not there" }
            _ = try client.perform(ChangeBlock(operations: [.deleteCollections(.assetCollection, [id])]))
        } catch {
            failure = error.reason
        }
        if MonotonicClock.now() - began > 4 * Bystander.patience { failure = "it had to wait" }
        state.withLock { state in
            state.answers += 1
            if let failure { state.failures.append(failure) }
        }
        progress.unpark()
    }
}
