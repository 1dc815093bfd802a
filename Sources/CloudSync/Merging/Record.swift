/// What every device agrees on about an asset, an album or a folder: the state of a replicated data type.
///
/// Merging is commutative, associative and idempotent, so it does not matter in which order, how often and in which
/// pieces what others wrote arrives. A record may be a part of one: a log has just the fields that changed.
///
/// Fields and sets have numbers; a number that this program does not know merges and travels as any other.
package struct Record: Hashable, Sendable {
    package var kind: RecordKind
    package var fields: [FieldNumber: Register] = [:]
    package var sets: [SetNumber: [[UInt8]: Element]] = [:]
    /// The tombstone. It is kept for ever: a device that was away for years must not bring back what is gone.
    package private(set) var purged: Stamp?

    package init(_ kind: RecordKind) { self.kind = kind }

    /// Removes the object for good. Nothing revives it.
    package mutating func purge(_ stamp: Stamp) {
        purged = max(purged ?? stamp, stamp)
        fields = [:]
        sets = [:]
    }

    package mutating func merge(_ other: Record) {
        kind = max(kind, other.kind)
        if let stamp = other.purged { purge(stamp) }
        if purged != nil { return }
        fields.merge(other.fields) { mine, theirs in
            var merged = mine
            merged.merge(theirs)
            return merged
        }
        for (set, elements) in other.sets {
            sets[set, default: [:]].merge(elements) { mine, theirs in
                var merged = mine
                merged.merge(theirs)
                return merged
            }
        }
    }

    /// The largest ticks in it.
    package var latestTicks: UInt64 {
        var latest = purged?.ticks ?? 0
        for register in fields.values { latest = max(latest, register.stamp.ticks) }
        for element in sets.values.flatMap(\.values) {
            latest = max(latest, element.additions.values.max() ?? 0, element.removals.values.max() ?? 0)
            latest = max(latest, element.detail?.stamp.ticks ?? 0)
        }
        return latest
    }

    /// The blobs that it needs.
    package var blobs: Set<BlobID> { Set(fields.values.flatMap(\.blobs)) }

    /// The elements of a set, in no order.
    package func elements(of set: SetNumber) -> [[UInt8]] {
        sets[set]?.filter(\.value.isPresent).map(\.key) ?? []
    }
}

/// What a record is of. A number that is not known here travels all the same.
package struct RecordKind: RawRepresentable, Hashable, Sendable, Comparable {
    package var rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let asset = RecordKind(rawValue: 1)
    package static let album = RecordKind(rawValue: 2)
    package static let folder = RecordKind(rawValue: 3)
    /// What the devices say to each other about the bucket: one record, `BucketRegistry`.
    package static let registry = RecordKind(rawValue: 4)

    package static func < (left: RecordKind, right: RecordKind) -> Bool { left.rawValue < right.rawValue }
}
