/// What a library reports of one of its objects to the sync engine, or is asked to apply: only what changed.
///
/// Numbers and the form of values are those of records in a bucket (CloudSync's `Numbers.swift`).
package struct SyncedChange: Hashable, Sendable {
    package struct Field: Hashable, Sendable {
        package var number: UInt16
        /// Nil for a field that was cleared.
        package var value: [UInt8]?
        /// The files that the value names: SHA-256, 32 bytes each.
        package var contents: [[UInt8]]

        package init(_ number: UInt16, _ value: [UInt8]?, contents: [[UInt8]] = []) {
            self.number = number
            self.value = value
            self.contents = contents
        }
    }

    /// All elements of a set, in its order if it has one.
    package struct Elements: Hashable, Sendable {
        package var number: UInt16
        package var elements: [[UInt8]]

        package init(_ number: UInt16, _ elements: [[UInt8]]) {
            self.number = number
            self.elements = elements
        }
    }

    /// The object's cloud identifier, by which every machine knows it.
    package var record: ObjectID
    package var kind: UInt8
    /// When it changed, in milliseconds since 1970; 0 in a change to apply.
    package var time: UInt64
    package var fields: [Field] = []
    package var sets: [Elements] = []
    /// The object is gone for good.
    package var isPurged = false

    package init(record: ObjectID, kind: UInt8, time: UInt64 = 0) {
        self.record = record
        self.kind = kind
        self.time = time
    }

    /// Fields, and sets, of one object: records have some 30 numbers, and later versions have more.
    package static let maximumFields = 1_024
    /// Elements of all sets of one object: the members of an album.
    package static let maximumElements = 1_000_000
    /// Bytes of a file's digest.
    package static let digestByteCount = 32
}

/// Changes of the person and of apps after a position of the library's.
package struct SyncedPage: Hashable, Sendable {
    package var changes: [SyncedChange]
    package var position: UInt64
    package var hasMore: Bool

    package init(_ changes: [SyncedChange], position: UInt64, hasMore: Bool) {
        self.changes = changes
        self.position = position
        self.hasMore = hasMore
    }
}

/// Changes of other devices, applied in one transaction and once.
package struct SyncedBatch: Hashable, Sendable {
    package var key: ObjectID
    /// The library's position that the batch is based on.
    package var position: UInt64
    package var changes: [SyncedChange]

    package init(key: ObjectID, position: UInt64, changes: [SyncedChange]) {
        self.key = key
        self.position = position
        self.changes = changes
    }

    /// Objects of one batch: those of 32 segments.
    package static let maximumChanges = 65_536
}

package enum SyncedOutcome: Hashable, Sendable {
    /// `missing`: the batch's files that the library does not have, SHA-256.
    case applied(position: UInt64, missing: [[UInt8]])
    /// The person or an app changed something after the batch's position. Nothing was applied.
    case moved
}
