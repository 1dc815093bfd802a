/// Sizes and times. Devices with different ones interoperate.
package struct SyncPolicy: Hashable, Sendable {
    /// The most records of a segment: objects of some ten kilobytes.
    package var recordsPerSegment = 256
    /// The head is written after this many segments, so that others see the progress of a long first synchronisation.
    package var segmentsPerHead: UInt64 = 16
    /// The most segments that are read before they are applied.
    package var segmentsPerBatch = 32
    /// The most objects of a batch, and about its bytes: the library takes 65,536 objects and 64 MiB.
    package var changesPerBatch = 16_384
    package var bytesPerBatch = 8 * 1024 * 1024
    /// The most records of a part of a snapshot: some megabytes.
    package var recordsPerSnapshotPart = 16_384
    /// A snapshot is written after this many own segments, which are then deleted.
    package var segmentsPerSnapshot: UInt64 = 512
    /// For this many segments a reader takes a snapshot instead.
    package var segmentsWorthSnapshot: UInt64 = 64
    /// Concurrent uploads or downloads.
    package var transfersAtOnce = 8
    /// The most uploads or downloads that are requested together. When one ends the next begins, so that no thread
    /// waits for another one's large file.
    package var transfersPerStep = 256
    /// The state is saved after this many of them: a crash repeats no more.
    package var transfersPerSave = 8
    /// The most names of a delete request: S3's limit.
    package var deletionsPerRequest = 1000
    /// The grace time in milliseconds between condemning a blob and deleting it. Listings are never staler than half of
    /// it.
    package var graceTime: UInt64 = 24 * 60 * 60 * 1000
    /// Milliseconds after which a head is written only to say what was read: should a writer and its head be lost,
    /// others learn from this device how far that log goes.
    package var headInterval: UInt64 = 60 * 60 * 1000
    /// How far a machine's clock may be ahead of the bucket's, in milliseconds, before its stamps are limited.
    package var clockTolerance: UInt64 = 5 * 60 * 1000

    package init() {}
}
