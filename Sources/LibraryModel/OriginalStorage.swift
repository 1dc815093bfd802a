/// Where the originals are.
package struct OriginalStorage: Hashable, Sendable {
    package var localFiles: UInt64 = 0
    package var localBytes: Int64 = 0
    package var cloudFiles: UInt64 = 0
    package var cloudBytes: Int64 = 0
    /// Files of other devices that this library cannot show.
    package var refusedFiles: UInt64 = 0

    package init() {}
}

/// An original, for deciding what stays here.
package struct PlannedOriginal: Hashable, Sendable {
    /// SHA-256.
    package var content: [UInt8]
    /// Bytes.
    package var size: Int64
    /// Microseconds since 1970.
    package var lastUse: Int64
    /// Of the blob that was verified before the original was evicted.
    package var generation: UInt32

    package init(content: [UInt8], size: Int64, lastUse: Int64 = 0, generation: UInt32 = 0) {
        self.content = content
        self.size = size
        self.lastUse = lastUse
        self.generation = generation
    }
}

/// What `photolibrary-sync` has to do for the space that originals take.
package struct StoragePlan: Hashable, Sendable {
    /// Bytes of originals here that are more than the person keeps.
    package var excess: Int64
    /// To evict, least recently used first; or to bring back.
    package var originals: [PlannedOriginal]
    package var bringsBack: Bool

    package init(excess: Int64 = 0, originals: [PlannedOriginal] = [], bringsBack: Bool = false) {
        self.excess = excess
        self.originals = originals
        self.bringsBack = bringsBack
    }

    package static let maximumOriginals = 256
}

/// An original that somebody waits for.
package struct WantedOriginal: Hashable, Sendable {
    package var content: [UInt8]
    package var generation: UInt32
    /// Nobody waits for it any more.
    package var isCancelled: Bool

    package init(_ content: [UInt8], generation: UInt32, isCancelled: Bool = false) {
        self.content = content
        self.generation = generation
        self.isCancelled = isCancelled
    }
}

/// How far `photolibrary-sync` is with a wanted original.
package struct DownloadReport: Hashable, Sendable {
    package var content: [UInt8]
    /// Bytes, as they lie in the bucket.
    package var received: UInt64
    /// Why it does not come.
    package var failure: LibraryError?

    package init(_ content: [UInt8], received: UInt64 = 0, failure: LibraryError? = nil) {
        self.content = content
        self.received = received
        self.failure = failure
    }
}
