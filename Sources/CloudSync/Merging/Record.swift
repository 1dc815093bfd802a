/// The replicated state of an asset, an album or a folder (a CRDT).
///
/// Merging is commutative, associative and idempotent, so order, repetition and splitting of what arrives do not
/// matter. A record may be partial: a log has only the changed fields.
///
/// Fields and sets have numbers; unknown ones are merged and passed on like any other.
package struct Record: Hashable, Sendable {
    package var kind: RecordKind
    package var fields: [FieldNumber: Register] = [:]
    package var sets: [SetNumber: [[UInt8]: Element]] = [:]
    /// The tombstone. It is kept for ever, so that a device that was away for years cannot bring back a purged object.
    package private(set) var purged: Stamp?

    package init(_ kind: RecordKind) { self.kind = kind }

    /// Purges the object. Nothing restores it.
    package mutating func purge(_ stamp: Stamp) {
        purged = max(purged ?? stamp, stamp)
        fields = [:]
        sets = [:]
    }

    package mutating func merge(_ other: Record) {
        kind = max(kind, other.kind)
        if let stamp = other.purged { purge(stamp) }
        if purged != nil { return }
        if fields.isEmpty {
            fields = other.fields
        } else {
            fields.merge(other.fields) { mine, theirs in
                var merged = mine
                merged.merge(theirs)
                return merged
            }
        }
        if sets.isEmpty {
            sets = other.sets
            return
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
        for elements in sets.values {
            for element in elements.values {
                latest = max(latest, element.additions.values.max() ?? 0, element.removals.values.max() ?? 0)
                latest = max(latest, element.detail?.stamp.ticks ?? 0)
            }
        }
        return latest
    }

    /// The blobs that it needs.
    package var blobs: Set<BlobID> {
        var blobs: Set<BlobID> = []
        for register in fields.values { for blob in register.blobs { blobs.insert(blob) } }
        for elements in sets.values {
            for element in elements.values { for blob in element.detail?.blobs ?? [] { blobs.insert(blob) } }
        }
        return blobs
    }

    /// Bytes, about, in a segment or for the library.
    var approximateSize: Int {
        let fixed = 64
        return fields.values.reduce(fixed) { $0 + fixed + ($1.value?.count ?? 0) + $1.blobs.count * BlobID.byteCount }
            + sets.values.reduce(0) { $0 + $1.keys.reduce(0) { $0 + fixed + $1.count } }
    }

    /// The elements of a set, unordered.
    package func elements(of set: SetNumber) -> [[UInt8]] {
        sets[set]?.filter(\.value.isPresent).map(\.key) ?? []
    }
}

/// The kind of a record's object. Unknown ones are passed on.
package struct RecordKind: RawRepresentable, Hashable, Sendable, Comparable {
    package var rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let asset = RecordKind(rawValue: 1)
    package static let album = RecordKind(rawValue: 2)
    package static let folder = RecordKind(rawValue: 3)
    /// The one record about the bucket, `BucketRegistry`.
    package static let registry = RecordKind(rawValue: 4)

    package static func < (left: RecordKind, right: RecordKind) -> Bool { left.rawValue < right.rawValue }
}
