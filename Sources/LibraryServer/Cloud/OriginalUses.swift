internal import LibraryMedia
internal import LibraryModel
internal import LibraryStore
internal import Synchronization

/// When originals were used last. Kept in memory; `Maintenance` writes it to the store in batches, so that reading
/// writes nothing. (The file's own time of access tells less: it is coarse, often off, and changed by verifications.)
final class OriginalUses: Sendable {
    /// Microseconds for which a file that was used is not evicted: whoever asked for it opens it now.
    static let recent: Int64 = 60_000_000
    /// Files whose use is noted between two writes.
    private static let capacity = 100_000

    /// Microseconds since 1970.
    private let times = Mutex<[ContentDigest: Int64]>([:])

    func note(_ digest: ContentDigest, at time: Int64) {
        times.withLock { times in
            if times.count < OriginalUses.capacity || times[digest] != nil { times[digest] = time }
        }
    }

    func isRecent(_ digest: ContentDigest, at now: Int64) -> Bool {
        times.withLock { times in
            guard let time = times[digest] else { return false }
            let (since, overflows) = now.subtractingReportingOverflow(time)
            return !overflows && since < OriginalUses.recent
        }
    }

    /// Writes the times to the store, and forgets those that are not recent. After a failure the next call repeats
    /// them.
    func write(to store: LibraryStore) throws(LibraryError) {
        let written = times.withLock { $0 }
        try store.noteUsed(originals: Dictionary(uniqueKeysWithValues: written.map { ($0.key.bytes, $0.value) }))
        let now = store.now
        times.withLock { times in
            times = times.filter { digest, time in
                written[digest] != time || now.subtractingReportingOverflow(time).partialValue < OriginalUses.recent
            }
        }
    }
}
