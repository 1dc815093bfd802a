internal import LibraryModel

/// Finds rows by identifier: a hash table whose buckets are shared between generations.
///
/// A bucket has an entry for each of its assets, sorted: hash in the upper half, row in the lower. The table says
/// whether a row has the identifier.
struct IdentifierIndex: Sendable {
    private var buckets: [[UInt64]]
    /// So that nobody can choose identifiers with equal hashes.
    private let seed: UInt64

    /// Some thousand entries each at 10,000,000 assets, which are copied for an asset that is added.
    private static let bucketCount = 4_096

    init(seed: UInt64 = .random(in: 0...UInt64.max)) {
        buckets = [[UInt64]](repeating: [], count: IdentifierIndex.bucketCount)
        self.seed = seed
    }

    /// Makes the index of many assets.
    init(_ assets: some Sequence<(id: ObjectID, row: UInt32)>) {
        self.init()
        for (id, row) in assets {
            let (bucket, hash) = place(id)
            buckets[bucket].append(hash << 32 | UInt64(row))
        }
        for bucket in buckets.indices {
            buckets[bucket].sort()
            // Gives back the room that appending has reserved.
            buckets[bucket] = Array(buckets[bucket][...])
        }
    }

    /// Calls `body` for the rows that may have an identifier until it returns true.
    func contains(_ id: ObjectID, where body: (UInt32) -> Bool) -> Bool {
        let (bucket, hash) = place(id)
        let entries = buckets[bucket]
        var position = IdentifierIndex.position(of: hash << 32, in: entries)
        while position < entries.count, entries[position] >> 32 == hash {
            if body(UInt32(truncatingIfNeeded: entries[position])) { return true }
            position += 1
        }
        return false
    }

    mutating func insert(_ id: ObjectID, _ row: UInt32) {
        let (bucket, hash) = place(id)
        let entry = hash << 32 | UInt64(row)
        let position = IdentifierIndex.position(of: entry, in: buckets[bucket])
        buckets[bucket].insert(entry, at: position)
    }

    mutating func remove(_ id: ObjectID, _ row: UInt32) {
        let (bucket, hash) = place(id)
        let entry = hash << 32 | UInt64(row)
        let position = IdentifierIndex.position(of: entry, in: buckets[bucket])
        if position < buckets[bucket].count, buckets[bucket][position] == entry { buckets[bucket].remove(at: position) }
    }

    private func place(_ id: ObjectID) -> (bucket: Int, hash: UInt64) {
        var hash = (id.high ^ seed) &* 0x9E37_79B9_7F4A_7C15
        hash = (hash ^ hash >> 32 ^ id.low) &* 0xD6E8_FEB8_6659_FD93
        hash = (hash ^ hash >> 32 ^ seed) &* 0xD6E8_FEB8_6659_FD93
        return (Int(hash >> 52), hash & 0xFFFF_FFFF)
    }

    /// The first position whose entry is not below one.
    private static func position(of entry: UInt64, in entries: [UInt64]) -> Int {
        var (low, high) = (0, entries.count)
        while low < high {
            let middle = (low + high) / 2
            if entries[middle] < entry { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
