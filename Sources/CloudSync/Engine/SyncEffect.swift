/// What the engine's owner does next, in this order.
package enum SyncEffect: Hashable, Sendable {
    /// Makes the engine's state durable before anything that follows.
    case save
    case bucket(BucketRequest)
    case library(ReplicaRequest)
    case finished(SyncOutcome)
}

/// How a synchronisation ended.
package struct SyncOutcome: Hashable, Sendable {
    /// False when a request failed: what is left is done by the next synchronisation.
    package var isComplete: Bool
    package var issues: Set<SyncIssue>
}

/// What a person may want to know of. None stops what does not need it.
package enum SyncIssue: Hashable, Sendable {
    /// An object that is not what its device wrote, or that a later version wrote.
    case unreadable(BucketObject, SyncFailure)
    /// Segments of a device are gone, and no snapshot holds them.
    case gap(DeviceID)
    /// A file that a record names is not in the bucket.
    case missingBlob(BlobID)
    /// A file that waits to be uploaded is not in the library.
    case missingFile(BlobID)
    /// This device has taken a new identity: a copy of it is at work, it was restored from a backup, or it was
    /// forgotten.
    case newIdentity
    /// Stamps cannot be made any more.
    case clockExhausted
}

package enum BucketObject: Hashable, Sendable {
    case head(name: String)
    case segment(DeviceID, UInt64)
    case snapshotPart(DeviceID, number: UInt64, part: UInt32)
}
