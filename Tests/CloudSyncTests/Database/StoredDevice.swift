import CloudSync
import CloudSyncProcess
import LibraryModel
import LibraryTestSupport
import LinuxSystem

/// A simulated library whose engine keeps its records in a file.
struct StoredDevice {
    var library: SimulatedLibrary
    private let database: SyncDatabase
    private var engine: SyncEngine<StoredRecords>
    private(set) var tookNewIdentity = false

    init(_ file: FilePath, policy: SyncPolicy, library: SimulatedLibrary = SimulatedLibrary()) throws {
        database = try SyncDatabase(file)
        self.library = library
        let state =
            try database.savedState()
            ?? SyncState(records: StoredRecords(database: database), device: ObjectID(77_000))
        engine = SyncEngine(state: state, policy: policy, random: SystemRandomNumberGenerator())
    }

    /// A whole synchronisation, or as many effects of it. Returns whether it came to its end.
    mutating func synchronize(
        _ bucket: inout SimulatedBucket,
        now: UInt64,
        stoppingAfter limit: Int
    ) throws -> Bool {
        var effects = engine.begin(now: now, collects: true)
        var done = 0
        while !effects.isEmpty {
            if done == limit { return false }
            done += 1
            if let failure = database.failure { throw failure }
            switch effects.removeFirst() {
            case .save: try database.save(engine.state)
            case .bucket(.upload(let blob)) where !library.files.contains(blob.content):
                effects += engine.received(.transferred(false), to: .upload(blob))
            case .bucket(let request):
                let reply = bucket.perform(request, now: now)
                if case .download(let blob) = request, reply == .transferred(true) { library.took(blob) }
                effects += engine.received(reply, to: request)
            case .library(.history(let position)):
                effects += engine.received(.history(library.history(after: position, limit: 3)))
            case .library(.apply(let batch)): effects += engine.received(library.apply(batch))
            case .finished(let outcome):
                if outcome.issues.contains(.newIdentity) { tookNewIdentity = true }
                return true
            }
        }
        return true
    }
}
