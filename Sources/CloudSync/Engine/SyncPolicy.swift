/// Sizes and times. Devices with different ones understand each other.
package struct SyncPolicy: Hashable, Sendable {
    /// Records of one segment: objects of some ten kilobytes.
    package var recordsPerSegment = 256
    /// Segments after which the head is written, so that others see a long first synchronisation grow.
    package var segmentsPerHead: UInt64 = 16
    /// Segments that are read before they are applied.
    package var segmentsPerBatch = 32
    /// Records of one part of a snapshot: some megabytes.
    package var recordsPerSnapshotPart = 16_384
    /// Own segments after which a snapshot is written and they are deleted.
    package var segmentsPerSnapshot: UInt64 = 512
    /// Segments from which a reader takes a snapshot instead.
    package var segmentsWorthSnapshot: UInt64 = 64
    /// Uploads or downloads at once.
    package var transfersAtOnce = 8
    /// Names of one delete request: what S3 takes.
    package var deletionsPerRequest = 1000
    /// Milliseconds between condemning a blob and deleting it. Listings are never older than half of this.
    package var graceTime: UInt64 = 24 * 60 * 60 * 1000
    /// Milliseconds after which a head says what was read, though nothing was written: should the writer and its head
    /// be lost, the others hear from this device how far that log goes.
    package var headInterval: UInt64 = 60 * 60 * 1000
    /// Milliseconds that a machine's clock may be ahead of the bucket's. Stamps of one that is ahead further are cut.
    package var clockTolerance: UInt64 = 5 * 60 * 1000

    package init() {}
}
