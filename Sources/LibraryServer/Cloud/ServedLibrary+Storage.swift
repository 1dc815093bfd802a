internal import Admission
internal import LibraryMedia
internal import LibraryModel
internal import LibraryStore
internal import LinuxSystem
internal import Synchronization

/// That nothing had to be evicted, and since when.
struct SettledStorage: Hashable {
    var ingestedCount: UInt64
    var keptBytes: Int64
}

// Optimised storage: the server's part in what `photolibrary-sync` evicts and brings back.
extension ServedLibrary {
    /// What has to be evicted or brought back, after one original. Looks through the library only after something was
    /// added to it.
    func storagePlan(after last: PlannedOriginal?) throws(LibraryError) -> StoragePlan {
        guard let kept = cloud.keptBytes else { return try store.storagePlan(keeping: nil, after: last) }
        let now = SettledStorage(ingestedCount: staging.ingestedCount, keptBytes: kept)
        if settledStorage.withLock({ $0 == now }) { return StoragePlan() }
        // Also of this process's memory: what was used last comes last.
        if last == nil { try originalUses.write(to: store) }
        var plan = try store.storagePlan(keeping: kept, after: last)
        if plan.excess == 0 { settledStorage.withLock { $0 = now } }
        // The last one is where the next page begins.
        let end = plan.originals.last
        plan.originals.removeAll { $0 != end && ContentDigest($0.content).map(isFree) != true }
        return plan
    }

    /// Whether an original may be evicted as far as files go: nobody has it open, has just used it or stages it.
    private func isFree(_ digest: ContentDigest) -> Bool {
        !staging.holds(digest) && !originalUses.isRecent(digest, at: store.now) && !originals.isInUse(digest)
    }

    /// Evicts an original that is whole in the bucket, as `photolibrary-sync` has just read. Its renditions are made
    /// before, and stay.
    func evict(_ content: [UInt8], generation: UInt32, _ cancellation: Cancellation) throws(LibraryError) {
        guard cloud.keptBytes != nil else { throw LibraryError(.changeNotSupported, "the person keeps all originals") }
        guard let digest = ContentDigest(content) else { throw LibraryError(.invalidRequest, "no digest") }
        do throws(LibraryError) {
            try renditions.makeAll(of: digest, from: .file(digest), for: Requester(.owner, cancellation))
        } catch {
            // Of sound, and of what no picture could ever be made, there is nothing to show.
            guard error.code == .invalidResource else { throw error }
        }
        let isEvicted = try store.evict(content, generation: generation) { [self] in isFree(digest) }
        guard isEvicted else { throw LibraryError(.changeNotSupported, "the original is in use") }
        originalCount.changed()
        try staging.removeUnused()
    }
}
