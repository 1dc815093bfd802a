package import CloudBuckets
package import CloudSync
internal import LibraryModel
package import LinuxSystem

/// Carries out what the engine requests: of the library on the calling thread, of the bucket on threads of its own.
///
/// Nothing that follows a `save` is done before it is durable, so the process may end anywhere. One owner.
package final class SyncDriver {
    /// How one synchronisation ended.
    package struct Run: Sendable {
        package var outcome: SyncOutcome
        /// The first request that failed, for the person.
        package var failure: String?
    }

    /// Why a synchronisation was left in the middle.
    package enum Stop: Error, Hashable {
        case cancelled
        case database(SyncDatabaseError)
        /// The engine waits for an answer and no request is under way: a mistake of this program, which must not end
        /// the process again and again.
        case stalled
    }

    package typealias Library = (ReplicaRequest) throws -> ReplicaReply

    private let database: SyncDatabase
    private var engine: SyncEngine<StoredRecords>
    private let library: Library
    private let threads: TransferThreads

    /// `name`: what the person calls this device.
    package init(
        _ database: SyncDatabase,
        name: String,
        bucket: BucketSession,
        policy: SyncPolicy = SyncPolicy(),
        library: @escaping Library
    ) throws {
        self.database = database
        self.library = library
        var random = SystemRandomNumberGenerator()
        let device = ObjectID(high: random.next(), low: random.next())
        let state =
            try database.savedState() ?? SyncState(records: StoredRecords(database: database), device: device)
        engine = SyncEngine(state: state, name: name, policy: policy, random: random)
        threads = try TransferThreads(policy.transfersAtOnce) { bucket.perform($0, $1) }
        try database.save(engine.state)
    }

    deinit { threads.stop() }

    // MARK: What is known

    package var device: DeviceID { engine.state.device }
    package var devices: [DeviceID: KnownDevice] { engine.devices }
    package var changesToSend: Int { database.outboxCount }
    /// How far the library's changes were read.
    package var position: UInt64 { engine.state.position }
    package var filesToSend: Int { database.count(of: .toUpload) }
    package var filesToGet: Int { database.count(of: .wanted) }

    /// Forgets a lost device, with the next synchronisation. False for one that is not known.
    package func forget(_ device: DeviceID, now: UInt64) throws -> Bool {
        guard engine.devices[device] != nil else { return false }
        try engine.forget(device, now: now)
        return true
    }

    // MARK: Synchronising

    /// Synchronises once. `now`: milliseconds since 1970. `progress` is called after each answer. Once `cancellation`
    /// has stopped, throws `cancelled`; the next call goes on.
    package func synchronize(
        now: UInt64,
        collects: Bool,
        _ cancellation: Cancellation,
        progress: () -> Void = {}
    ) throws(Stop) -> Run {
        var effects = engine.begin(now: now, collects: collects)
        var failure: String?
        while true {
            if let failure = database.failure { throw .database(failure) }
            if cancellation.isStopped {
                drain()
                throw .cancelled
            }
            guard !effects.isEmpty else {
                guard let (request, answer) = threads.next() else { throw .stalled }
                if let problem = answer.failure, failure == nil { failure = problem.description }
                effects = engine.received(answer.reply, to: request)
                progress()
                continue
            }
            switch effects.removeFirst() {
            case .save:
                do throws(SyncDatabaseError) { try database.save(engine.state) } catch { throw .database(error) }
            case .bucket(let request): threads.submit(request, cancellation)
            case .library(let request):
                let reply: ReplicaReply
                do { reply = try library(request) } catch {
                    if failure == nil { failure = (error as? LibraryError)?.reason ?? "\(error)" }
                    reply = .failed
                }
                effects = engine.received(reply)
                progress()
            case .finished(let outcome):
                drain()
                return Run(outcome: outcome, failure: failure)
            }
        }
    }

    /// Takes back what waits, and what is still under way. The engine does not need the answers.
    private func drain() {
        threads.dropWaiting()
        while threads.next() != nil {}
    }
}
