internal import CloudBuckets
internal import CloudSync
internal import LibraryClient
internal import LibraryModel
internal import LinuxSystem

/// Evicts originals until the library has as few bytes of them as the person keeps, least recently used first; or
/// brings all back.
///
/// An original is evicted only after this process has read it from the bucket, whole, for just that: neither an upload
/// that succeeded nor the size of an object says that its bytes are there.
struct StorageOptimization {
    let database: SyncDatabase
    let library: LibraryClient
    /// Takes files in.
    let session: BucketSession
    /// Keeps nothing of what it reads.
    let verification: BucketSession
    let cancellation: Cancellation

    /// Nanoseconds after which it stops, so that changes are synchronised in between.
    private static let longestRun: UInt64 = 30_000_000_000

    struct Outcome: Hashable {
        /// There is more to do.
        var isInterrupted = false
        /// Originals that are not whole in the bucket, and stay.
        var problems: Set<String> = []
    }

    /// Everything must have been sent.
    func run(_ progress: () -> Void) throws -> Outcome {
        var outcome = Outcome()
        let deadline = MonotonicClock.deadline(after: StorageOptimization.longestRun)
        var last: PlannedOriginal?
        while true {
            let plan = try library.planStorage(after: last)
            guard let end = plan.originals.last else { return outcome }
            last = end
            var excess = plan.excess
            for original in plan.originals where plan.bringsBack || excess > 0 {
                if cancellation.isStopped { return outcome }
                if MonotonicClock.now() > deadline {
                    outcome.isInterrupted = true
                    return outcome
                }
                if plan.bringsBack {
                    try bringBack(original, &outcome)
                } else if try evict(original, &outcome) {
                    excess -= original.size
                }
                progress()
            }
            if !plan.bringsBack, excess <= 0 { return outcome }
        }
    }

    private func bringBack(_ original: PlannedOriginal, _ outcome: inout Outcome) throws {
        guard let content = ContentDigest(bytes: original.content) else { return }
        let answer = session.perform(
            .download(BlobID(content: content, generation: original.generation)),
            cancellation
        )
        if let failure = answer.failure { throw failure }
        if answer.reply != .transferred(true) { outcome.problems.insert(Text.notBack) }
    }

    /// Whether the original was evicted.
    private func evict(_ original: PlannedOriginal, _ outcome: inout Outcome) throws -> Bool {
        // One that no record names was added since, and is not in the bucket yet.
        guard let content = ContentDigest(bytes: original.content),
            let blob = database.referencedBlobs(with: content).last
        else { return false }
        if let failure = database.failure { throw failure }
        let answer = verification.perform(.download(blob), cancellation)
        if let failure = answer.failure { throw failure }
        guard answer.reply == .transferred(true) else {
            outcome.problems.insert(Text.notWhole)
            return false
        }
        do {
            try library.evict(original.content, generation: blob.generation)
            return true
        } catch {
            if error.code == .changeNotSupported { return false }
            throw error
        }
    }

    private enum Text {
        static let notWhole = "an original stays on this device, because it is not whole in the bucket"
        static let notBack = "an original does not come back, because it is not whole in the bucket"
    }
}
