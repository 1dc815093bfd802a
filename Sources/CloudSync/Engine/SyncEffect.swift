/// An effect that the engine's owner performs, in this order.
package enum SyncEffect: Hashable, Sendable {
    /// Makes the engine's state durable before the effects that follow.
    case save
    case bucket(BucketRequest)
    case library(ReplicaRequest)
    case finished(SyncOutcome)
}

/// The outcome of a synchronisation.
package struct SyncOutcome: Hashable, Sendable {
    /// False when a request failed: the next synchronisation does the rest.
    package var isComplete: Bool
    package var issues: Set<SyncIssue>
}

/// An event for the person. None stops what does not depend on it.
package enum SyncIssue: Hashable, Sendable {
    /// An object that is not what its device wrote, or that a later version wrote.
    case unreadable(BucketObject, SyncFailure)
    /// Segments of a device are missing, and no snapshot has them.
    case gap(DeviceID)
    /// A file that a record refers to is missing in the bucket.
    case missingBlob(BlobID)
    /// A file to be uploaded is missing in the library.
    case missingFile(BlobID)
    /// This device has taken a new identity: it was copied, restored from a backup, or forgotten.
    case newIdentity
    /// The stamps are exhausted.
    case clockExhausted
}

package enum BucketObject: Hashable, Sendable {
    case head(name: String)
    case ownHead
    case segment(DeviceID, UInt64)
    case snapshotPart(DeviceID, number: UInt64, part: UInt32)
}
