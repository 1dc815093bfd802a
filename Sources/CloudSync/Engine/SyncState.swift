internal import LibraryModel

/// The durable state of a device: saved atomically, with the records, whenever the engine says so.
///
/// `records` is what the library shows at `position`: nothing is merged into it before the library has applied it, so
/// that local changes are always compared with what the person saw.
package struct SyncState<Records: RecordStore> {
    package internal(set) var records: Records
    package internal(set) var device: DeviceID
    var incarnation: ObjectID
    var formerIncarnations: [ObjectID] = []
    var clock = HybridClock()

    /// What the person calls this device.
    var name = ""

    // MARK: The library

    /// The position of the library's history up to which `records` has everything.
    package internal(set) var position: UInt64 = 0
    /// A batch that the library may have applied.
    var applying: Applying?

    // MARK: The own log

    /// The next segment: saved from before it is written until it is known to be in the bucket, so its bytes never
    /// change.
    var pending: Segment?
    package internal(set) var logEnd: UInt64 = 0
    var logStart: UInt64 = 1
    /// The first segment whose deletion was not confirmed.
    var undeleted: UInt64 = 1
    var isRegistered = false
    /// Whether everything was read that others had written when this identity started. Until then it writes nothing:
    /// collectors may not have waited for it, and blobs that it knows may have been deleted.
    var hasJoined = false
    var headIsDue = false
    /// The head as it was last written.
    var published: Head?
    var publishedTime: UInt64 = 0
    /// All records after this one are written to the log again; the log belongs to a new identity.
    var republishing: Republishing?

    // MARK: Others

    var heads: [DeviceID: Head] = [:]
    /// When a head that had changed was read last, in milliseconds since 1970.
    var heard: [DeviceID: UInt64] = [:]
    /// The tags in the listing for which `heads` is current, by name.
    var tags: [String: String] = [:]
    var ownTag: String?
    /// How much of each log is in `records`.
    package internal(set) var read = VersionVector()
    /// How far the logs go of which a part was merged, one of a snapshot or of what was applied in several batches:
    /// `records` may have parts of these logs beyond `read`.
    var partlyRead = VersionVector()

    // MARK: Snapshots and deletions

    var snapshot: SnapshotDescription?
    var lastSnapshotNumber: UInt64 = 0
    /// Own snapshots that are obsolete, with their parts.
    var obsoleteSnapshots: [UInt64: UInt32] = [:]
    /// The snapshot before the last: its parts stay until the next one, for readers that have started.
    var formerSnapshot: SnapshotDescription?
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
        /// The segment with the condemnation, once there is one.
        var segment: UInt64?
        /// The time of the first listing after that segment was readable for all.
        var time: UInt64?
    }

    /// A new device.
    package init(records: Records, device: DeviceID) {
        self.records = records
        self.device = device
        incarnation = device
    }
}

extension SyncState: Sendable where Records: Sendable {}

extension SyncState {
    var registry: Record { records.record(BucketRegistry.id) ?? Record(.registry) }

    /// The head as it should be in the bucket.
    var head: Head {
        var head = Head(device: device, incarnation: incarnation)
        head.name = name
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
        for blob in lost where records.references(to: blob) == 0 { records.insert(blob, in: .candidates) }
    }
}
