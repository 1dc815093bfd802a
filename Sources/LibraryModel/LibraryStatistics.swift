/// Figures about a library, for the person's own tools.
package struct LibraryStatistics: Hashable, Sendable {
    package var library: ObjectID
    package var assetCount: Int
    package var imageCount: Int
    package var videoCount: Int
    package var albumCount: Int
    package var folderCount: Int
    package var recentlyDeletedCount: Int
    /// Bytes of originals.
    package var originalBytes: Int64
    /// Bytes of thumbnails and previews, which can be made again.
    package var renditionBytes: Int64 = 0
    /// The newest change's sequence.
    package var lastSequence: UInt64
    /// The oldest sequence from which history is complete.
    package var firstSequence: UInt64
    /// Why nothing can be changed; nil when it can.
    package var readOnlyReason: String?
    /// What keeps the processes that read files from everything else.
    package var mediaSandbox = ""
    /// The library's folder, an absolute path where that can be told; nil from a server that does not say it.
    package var folder: String?

    package init(
        library: ObjectID,
        assetCount: Int,
        imageCount: Int,
        videoCount: Int,
        albumCount: Int,
        folderCount: Int,
        recentlyDeletedCount: Int,
        originalBytes: Int64,
        lastSequence: UInt64,
        firstSequence: UInt64
    ) {
        self.library = library
        self.assetCount = assetCount
        self.imageCount = imageCount
        self.videoCount = videoCount
        self.albumCount = albumCount
        self.folderCount = folderCount
        self.recentlyDeletedCount = recentlyDeletedCount
        self.originalBytes = originalBytes
        self.lastSequence = lastSequence
        self.firstSequence = firstSequence
    }
}
