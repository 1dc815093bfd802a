package import LibraryModel

/// What the engine wants of the library.
package enum ReplicaRequest: Hashable, Sendable {
    /// What the person and apps changed after a position of the history, not what a batch of the engine's changed.
    case history(after: UInt64)
    /// In one transaction, and only when nothing but this changed after `position`. A batch with a key that was applied
    /// is not applied again: its reply is repeated, however long ago that was.
    case apply(LibraryBatch)
}

package struct LibraryBatch: Hashable, Sendable {
    package var key: ObjectID
    package var position: UInt64
    package var changes: [LibraryChange]
}

/// What changes of one object. What stays as it was is not in it.
package struct LibraryChange: Hashable, Sendable {
    package var record: ObjectID
    package var kind: RecordKind
    /// Values, or nil where a field was cleared.
    package var fields: [FieldNumber: [UInt8]?] = [:]
    package var blobs: Set<BlobID> = []
    /// All elements of the sets that changed: keywords in the order in which they were added, members in their order,
    /// others by value.
    package var sets: [SetNumber: [[UInt8]]] = [:]
    /// The object is gone for good. An object that the library does not have needs nothing.
    package var isPurged = false
}

package enum ReplicaReply: Hashable, Sendable {
    case history(LocalChangePage)
    /// The position after the batch, and what the library has no file of.
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

/// What the person or an app changed of one object, as it is now.
package struct LocalChange: Hashable, Sendable {
    package enum Edit: Hashable, Sendable {
        case set(FieldNumber, [UInt8]?, contents: [ContentDigest])
        /// All elements of a set as they are now.
        case elements(SetNumber, [[UInt8]])
        /// All members of an album as they are now, in order.
        case members([ObjectID])
        /// The place of an album or folder, between two others of its folder.
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
