import BucketTestSupport
import CloudSync
import LibraryModel
import LibraryTestSupport

/// A machine: its library, its engine, and what of the engine it has saved.
struct SimulatedDevice {
    var library = SimulatedLibrary()
    var engine: SyncEngine<RecordTable>
    private var saved: SyncState<RecordTable>
    /// What the engine wants and is not yet done.
    var effects: [SyncEffect] = []
    var isSynchronizing = false
    var lastOutcome: SyncOutcome?
    var newIdentities = 0
    /// Milliseconds by which its clock is wrong.
    var skew: Int64 = 0
    let policy: SyncPolicy

    init(_ device: DeviceID, policy: SyncPolicy, seed: UInt64) {
        saved = SyncState(records: RecordTable(), device: device)
        self.policy = policy
        engine = SyncEngine(state: saved, policy: policy, random: SeededGenerator(seed: seed))
    }

    func clock(_ now: UInt64) -> UInt64 { UInt64(max(0, Int64(now) + skew)) }

    var isAboutToWriteSegment: Bool {
        if case .bucket(.put(.segment, _))? = effects.first { true } else { false }
    }

    mutating func begin(now: UInt64, collects: Bool) {
        effects = engine.begin(now: clock(now), collects: collects)
        isSynchronizing = true
    }

    /// The program ends here; what was not saved is lost.
    mutating func crash(seed: UInt64) {
        effects = []
        isSynchronizing = false
        do {
            let state = try SyncState(bytes: saved.bytes, records: saved.records)
            engine = SyncEngine(state: state, policy: policy, random: SeededGenerator(seed: seed))
        } catch {
            preconditionFailure("what was saved is read: \(error)")
        }
    }

    /// Performs the next effect.
    mutating func step(
        _ bucket: inout SimulatedBucket,
        now: UInt64,
        faults: SimulatedBucket.Faults,
        random: inout SeededGenerator
    ) {
        guard !effects.isEmpty else { return }
        switch effects.removeFirst() {
        case .save: saved = engine.state
        case .bucket(let request):
            if case .upload(let blob) = request, !canUpload(blob, bucket) {
                effects += engine.received(.transferred(false), to: request)
                return
            }
            let reply = bucket.perform(request, now: now, faults: faults, random: &random)
            if case .download(let blob) = request, reply == .transferred(true) { library.took(blob) }
            effects += engine.received(reply, to: request)
        case .library(.history(let position)):
            effects += engine.received(.history(library.history(after: position, limit: 1 + random.below(8))))
        case .library(.apply(let batch)): effects += engine.received(library.apply(batch))
        case .finished(let outcome):
            lastOutcome = outcome
            if outcome.issues.contains(.newIdentity) { newIdentities += 1 }
            isSynchronizing = false
        }
    }

    /// A file that is in the bucket alone is read there, under an earlier name if this one is missing.
    private func canUpload(_ blob: BlobID, _ bucket: SimulatedBucket) -> Bool {
        library.files.contains(blob.content)
            || library.evicted.contains(blob.content) && bucket.blobs.contains { $0.content == blob.content }
    }

    /// Evicts an original that a record names and the bucket has.
    mutating func evict(_ content: ContentDigest, _ bucket: SimulatedBucket) {
        let names = bucket.blobs.filter { $0.content == content }
        if names.contains(where: { engine.state.records.references(to: $0) > 0 }) { library.evict(content) }
    }

    /// A whole synchronisation.
    mutating func synchronize(_ bucket: inout SimulatedBucket, now: UInt64, collects: Bool = false) -> SyncOutcome? {
        var random = SeededGenerator(seed: 0)
        begin(now: now, collects: collects)
        while isSynchronizing { step(&bucket, now: now, faults: .none, random: &random) }
        return lastOutcome
    }
}
