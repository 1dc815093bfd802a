internal import LibraryModel

/// The memory of one synchronisation. Losing it does no harm.
struct SyncCycle: Sendable {
    var now: UInt64
    var collects: Bool
    /// The bucket's time, if it has one.
    var bucketTime: UInt64?
    var outstanding: Set<BucketRequest> = []
    /// Answers since the state was saved.
    var unsavedAnswers = 0
    var awaitsLibrary = false
    var isListed = false
    /// Changed heads by name, with their tags.
    var unread: [String: String] = [:]
    var isDrained = false

    // MARK: Reading

    /// Read, and not applied yet.
    var inbox = Fragment()
    /// `SyncState.read` after the inbox.
    var inboxRead: VersionVector
    var inboxSegments = 0
    /// Segments that arrived out of order.
    var fetched: [DeviceID: [UInt64: Fragment]] = [:]
    /// Devices whose log cannot be read further now.
    var stuck: Set<DeviceID> = []
    var snapshotReading: SnapshotReading?
    var triedSnapshots: Set<DeviceID> = []

    // MARK: Writing

    /// Files that the library lacks: records that need them wait.
    var lacking: Set<BlobID> = []
    var snapshotWriting: SnapshotWriting?
    /// The last download that was begun: each wanted file is tried once, in their order.
    var lastDownload: BlobID?
    var issues: Set<SyncIssue> = []

    struct SnapshotReading: Sendable {
        var device: DeviceID
        var description: SnapshotDescription
        var part: UInt32 = 0
    }

    struct SnapshotWriting: Sendable {
        var number: UInt64
        var covers: VersionVector
        var part: UInt32 = 0
        var after: ObjectID?
    }

    init(now: UInt64, collects: Bool, read: VersionVector) {
        self.now = now
        self.collects = collects
        inboxRead = read
    }
}
