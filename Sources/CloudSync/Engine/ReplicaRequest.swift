package import LibraryModel

/// A request of the engine to the library.
package enum ReplicaRequest: Hashable, Sendable {
    /// Changes by the person and by apps after a position of the history, without those of the engine's batches.
    case history(after: UInt64)
    /// Applied in one transaction, only if nothing else changed after `position`. A batch is applied once: for a known
    /// key, however old, the library repeats its reply.
    case apply(LibraryBatch)
}

package struct LibraryBatch: Hashable, Sendable {
    package var key: ObjectID
    package var position: UInt64
    package var changes: [LibraryChange]
}

/// A change of one object. Unchanged values are missing.
package struct LibraryChange: Hashable, Sendable {
    package var record: ObjectID
    package var kind: RecordKind
    /// Values, or nil for cleared fields.
    package var fields: [FieldNumber: [UInt8]?] = [:]
    package var blobs: Set<BlobID> = []
    /// All elements of the changed sets: keywords in the order in which they were added, members in their order, others
    /// by value. Of `files` those that the asset has beside the shown ones: a `ResourceList` of one entry each.
    package var sets: [SetNumber: [[UInt8]]] = [:]
    /// The object was purged. Has no effect on an unknown object.
    package var isPurged = false
}

package enum ReplicaReply: Hashable, Sendable {
    case history(LocalChangePage)
    /// The position after the batch, and the files that the library lacks.
    case applied(position: UInt64, missing: [BlobID])
    /// Something else changed first.
    case moved
    case failed
}

package struct LocalChangePage: Hashable, Sendable {
    package var changes: [LocalChange]
    package var position: UInt64
    package var hasMore: Bool

    package init(changes: [LocalChange], position: UInt64, hasMore: Bool) {
        self.changes = changes
        self.position = position
        self.hasMore = hasMore
    }
}

/// A change of one object by the person or an app, with the current values.
package struct LocalChange: Hashable, Sendable {
    package enum Edit: Hashable, Sendable {
        case set(FieldNumber, [UInt8]?, contents: [ContentDigest])
        /// All current elements of a set.
        case elements(SetNumber, [[UInt8]])
        /// All current members of an album, in order.
        case members([ObjectID])
        /// The place of an album or folder between two siblings.
        case place(after: ObjectID?, before: ObjectID?)
        case purge
    }

    package var record: ObjectID
    package var kind: RecordKind
    /// Milliseconds since 1970.
    package var time: UInt64
    package var edits: [Edit]

    package init(record: ObjectID, kind: RecordKind, time: UInt64, edits: [Edit]) {
        self.record = record
        self.kind = kind
        self.time = time
        self.edits = edits
    }
}
