internal import Admission
package import LibraryModel
internal import LinuxSystem

/// A store's dependencies and limits.
package struct StoreConfiguration: Sendable {
    /// Microseconds since 1970.
    package var clock: @Sendable () -> Int64
    /// Fresh random identifiers.
    package var newIdentifier: @Sendable () -> ObjectID = { .random() }
    /// A keyed hash (HMAC-SHA-256 or as good) of a message, at least 6 bytes: key, message.
    package var tag: @Sendable (_ key: [UInt8], _ message: [UInt8]) -> [UInt8]
    /// Called on the writer's thread after each commit that added to history, before any block returns. Must be fast,
    /// and must not call `perform`.
    package var onCommit: @Sendable () -> Void = {}
    /// Likewise after each commit that erased assets, of which history says nothing.
    package var onErasure: @Sendable () -> Void = {}

    /// Called, from any thread, when the assets cannot be kept in memory, with the reason: SQL answers, which takes
    /// longer. `LibraryStore.reloadColumns` tries again.
    package var onColumnFailure: @Sendable (String) -> Void = { _ in }

    /// The error of every change in a library on a synced or foreign volume. Grants are still written: they are few and
    /// small.
    package var changeRefusal: LibraryError?

    /// The administrator's restrictions of an app. Called often, from any thread.
    package var restriction: @Sendable (_ app: String) -> AppRestriction = { _ in [] }

    /// Concurrent snapshots; more reads wait.
    package var readerCount = 4
    /// Page cache of each reader. Other pages are in the system's cache.
    package var readerCacheKibibytes = 16 * 1024
    package var writerCacheKibibytes = 32 * 1024
    /// Change blocks in the writer's queue; more are refused.
    package var maximumWaitingBlocks = 1_024
    /// History is kept at least this long, in microseconds: 30 days.
    package var historyRetention: Int64 = 30 * 86_400 * 1_000_000
    /// And at least so many changes, however old.
    package var minimumKeptChanges: Int64 = 1_000_000
    /// The newest changes, which are kept in memory: some 6 MB, and as much again for transactions of one change each.
    package var maximumChangesInMemory = 262_144
    /// Changes removed by one `maintain` call at most.
    package var maximumPrunedChanges: Int64 = 20_000
    /// How long an answered change block is recognised, in microseconds: 7 days.
    package var idempotencyRetention: Int64 = 7 * 86_400 * 1_000_000
    /// Answered change blocks of one app that are recognised, the newest: some 12 MB.
    package var maximumAnsweredBlocks: Int64 = 100_000
    /// How many change blocks an app may make at once, and how many a second in the long run.
    var blocksOfApp = TokenBucket.Limit(capacity: 500_000, perSecond: 10)
    /// And how many rows of the database it may write: an import of 100,000 photos at once, and some 0.2 GB a day.
    var rowsOfApp = TokenBucket.Limit(capacity: 5_000_000, perSecond: 60)
    /// Albums and folders that belong to one app.
    package var maximumCollectionsOfApp: Int64 = 10_000
    /// Monotonic nanoseconds, by which the allowances fill and snapshots grow old.
    package var monotonicClock: @Sendable () -> UInt64 = { MonotonicClock.now() }
    /// Nanoseconds that one snapshot may be read: until it ends, the write-ahead log only grows. Large results are read
    /// in pages.
    package var maximumSnapshotAge: UInt64 = 10_000_000_000
    /// Pages (4 KiB) of the write-ahead log beyond which the writer waits briefly for old snapshots after each commit,
    /// so that the log can restart: 64 MiB.
    package var maximumLogPages: Int32 = 16_384
    /// The most pages (4 KiB) that the database file may have; nil for what the disk holds.
    package var maximumDatabasePages: Int?

    package init(
        clock: @escaping @Sendable () -> Int64,
        tag: @escaping @Sendable (_ key: [UInt8], _ message: [UInt8]) -> [UInt8]
    ) {
        self.clock = clock
        self.tag = tag
    }
}
