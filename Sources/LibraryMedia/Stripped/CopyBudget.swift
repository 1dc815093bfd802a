internal import Admission
internal import LibraryModel

/// Decides which stripped copies are evicted when there is no room: those of the share with the most bytes, least
/// recently used first. So an app that requests copies of everything evicts its own.
///
/// A value: the owner's lock guards it.
struct CopyBudget {
    struct Key: Hashable {
        var digest: ContentDigest
        var removal: MetadataRemoval
    }

    private struct Entry {
        var size: Int64
        var share: Share
        var lastUse: UInt64
    }

    private let capacity: Int64
    private var entries: [Key: Entry] = [:]
    private var sizes: [Share: Int64] = [:]
    private var total: Int64 = 0
    private var uses: UInt64 = 0

    /// `capacity`: the size of all copies together in bytes.
    init(capacity: Int64) { self.capacity = capacity }

    /// Returns whether this copy exists, and marks it as used.
    mutating func use(_ key: Key) -> Bool {
        guard entries[key] != nil else { return false }
        uses += 1
        entries[key]?.lastUse = uses
        return true
    }

    /// Records a new copy of a share. Returns the copies to evict: the new one itself if it is too large.
    mutating func add(_ key: Key, size: Int64, for share: Share) -> [Key] {
        forget(key)
        guard size <= capacity else { return [key] }
        uses += 1
        entries[key] = Entry(size: size, share: share, lastUse: uses)
        sizes[share, default: 0] += size
        total += size
        var removed: [Key] = []
        while total > capacity {
            guard let heaviest = sizes.max(by: { $0.value < $1.value })?.key,
                let oldest = entries.filter({ $0.value.share == heaviest && $0.key != key })
                    .min(by: { $0.value.lastUse < $1.value.lastUse })?.key
                    ?? entries.filter({ $0.key != key }).min(by: { $0.value.lastUse < $1.value.lastUse })?.key
            else { break }
            forget(oldest)
            removed.append(oldest)
        }
        return removed
    }

    mutating func forget(_ key: Key) {
        guard let entry = entries.removeValue(forKey: key) else { return }
        total -= entry.size
        let left = sizes[entry.share, default: 0] - entry.size
        sizes[entry.share] = left > 0 ? left : nil
    }

    var keys: [Key] { Array(entries.keys) }
}
