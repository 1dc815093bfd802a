internal import LibraryModel

/// What a device keeps: saved as one, with the records, whenever the engine says so.
///
/// `records` is what the library shows at `position`: nothing is merged into it before the library has applied it, so
/// that what the person changed meanwhile is always seen against what the person saw.
package struct SyncState<Records: RecordStore>: Sendable {
    package internal(set) var records: Records
    package internal(set) var device: DeviceID
    var incarnation: ObjectID
    var formerIncarnations: [ObjectID] = []
    var clock = HybridClock()

    // MARK: The library

    /// The position of the library's history up to which everything is in `records`.
    var position: UInt64 = 0
    /// A batch that the library may have applied.
    var applying: Applying?
    /// Files that the library does not have yet.
    package internal(set) var wanted: Set<BlobID> = []

    // MARK: The own log

    /// What was changed here and is in no segment.
    package internal(set) var outbox = Fragment()
    /// Files that the outbox needs and that nobody uploaded.
    var toUpload: Set<BlobID> = []
    /// The next segment: kept from before it is written until it is known to be there, so that its bytes never change.
    var pending: Segment?
    package internal(set) var logEnd: UInt64 = 0
    var logStart: UInt64 = 1
    /// The first segment whose deletion was not answered.
    var undeleted: UInt64 = 1
    var isRegistered = false
    /// Whether everything was read that others had written when this identity began. Until then it writes nothing:
    /// collectors need not have waited for it, and what it knows of names may have been deleted.
    var hasJoined = false
    var headIsDue = false
    /// The head as it was written last.
    var published: Head?
    var publishedTime: UInt64 = 0
    /// All records are written to the log again, after this one; the log belongs to a new identity.
    var republishing: Republishing?

    // MARK: Others

    var heads: [DeviceID: Head] = [:]
    /// The tags of the listing for which `heads` is known, by name.
    var tags: [String: String] = [:]
    var ownTag: String?
    /// How much of each log is in `records`.
    package internal(set) var read = VersionVector()
    /// What snapshots cover of which parts were merged: something of these logs may be in `records` that `read` does
    /// not say.
    var partlyRead = VersionVector()

    // MARK: Snapshots and deletions

    var snapshot: SnapshotDescription?
    var lastSnapshotNumber: UInt64 = 0
    /// Own snapshots that nobody needs, with their parts.
    var obsoleteSnapshots: [UInt64: UInt32] = [:]
    /// The snapshot before the last: its parts stay until the next one, for readers that have begun.
    var formerSnapshot: SnapshotDescription?
    /// Blobs that lost their last reference.
    var candidates: Set<BlobID> = []
    /// Blobs that this device condemned.
    var condemned: [BlobID: Condemnation] = [:]

    struct Applying: Hashable, Sendable {
        var key: ObjectID
        var fragment: Fragment
        /// `read` after it.
        var read: VersionVector
    }

    struct Republishing: Hashable, Sendable { var after: ObjectID? }

    struct Condemnation: Hashable, Sendable {
        /// The segment that says so, once there is one.
        var segment: UInt64?
        /// The time of the first listing after everybody could read that segment.
        var time: UInt64?
    }

    /// A device that has not been there before.
    package init(records: Records, device: DeviceID) {
        self.records = records
        self.device = device
        incarnation = device
    }
}

extension SyncState {
    var registry: Record { records.record(BucketRegistry.id) ?? Record(.registry) }

    /// The head as it should be in the bucket.
    var head: Head {
        var head = Head(device: device, incarnation: incarnation)
        head.logStart = logStart
        head.logEnd = logEnd
        head.snapshot = snapshot
        head.seen = read
        head.forgotten = registry.forgottenDevices
        return head
    }

    /// Writes a record, and notes blobs that lose their last reference.
    mutating func replace(_ id: ObjectID, with record: Record) {
        let lost = (records.record(id)?.blobs ?? []).subtracting(record.blobs)
        records.replace(id, with: record)
        for blob in lost where records.references(to: blob) == 0 { candidates.insert(blob) }
    }
}
