package import LibraryModel
package import LinuxSystem

/// Pictures of originals, in any size: from the stored thumbnail where that is large enough, else from the original.
package struct Renditions: Sendable {
    private let originals: OriginalStore
    private let thumbnails: ThumbnailStore
    private let workers: MediaWorkers

    package init(originals: OriginalStore, thumbnails: ThumbnailStore, workers: MediaWorkers) {
        self.originals = originals
        self.thumbnails = thumbnails
        self.workers = workers
    }

    /// Reads what an original says of itself and stores its thumbnail. `invalidResource` when nothing of it can be
    /// decoded; then no thumbnail is stored.
    package func examine(_ digest: ContentDigest, deadline: UInt64? = nil) throws(LibraryError) -> MediaMetadata {
        let original = try originals.open(digest)
        var examined = try workers.examine(original, thumbnail: ThumbnailStore.size, deadline: deadline)
        if let thumbnail = examined.thumbnail.take() { try thumbnails.store(thumbnail, for: digest) }
        return examined.metadata
    }

    /// The picture of an original in sealed memory, upright, fitting into `size`, never larger than the original.
    ///
    /// A thumbnail that is missing or damaged is made again on the way.
    package func pixels(
        of digest: ContentDigest,
        fitting size: PixelSize,
        deadline: UInt64? = nil
    ) throws(LibraryError) -> PixelMemory {
        guard size.fits(ThumbnailStore.size) else {
            return try workers.decodePixels(of: originals.open(digest), fitting: size, deadline: deadline)
        }
        if let thumbnail = try thumbnails.open(digest) {
            do throws(LibraryError) {
                return try workers.decodePixels(of: thumbnail, fitting: size, deadline: deadline)
            } catch {
                guard error.code == .invalidResource else { throw error }
            }
        }
        return try workers.decodePixels(of: makeThumbnail(digest, deadline), fitting: size, deadline: deadline)
    }

    /// The stored thumbnail of an original, a JPEG file open for reading; made first where there is none.
    package func thumbnailFile(
        of digest: ContentDigest,
        deadline: UInt64? = nil
    ) throws(LibraryError) -> OwnedDescriptor {
        if let thumbnail = try thumbnails.open(digest) { return try thumbnails.lend(thumbnail) }
        return try makeThumbnail(digest, deadline)
    }

    /// A JPEG file, in sealed memory, of an original in its own size, with its metadata. Nothing is stored.
    package func jpeg(
        of digest: ContentDigest,
        quality: Int,
        deadline: UInt64? = nil
    ) throws(LibraryError) -> OwnedDescriptor {
        try workers.makeJPEG(of: originals.open(digest), quality: quality, deadline: deadline)
    }

    private func makeThumbnail(_ digest: ContentDigest, _ deadline: UInt64?) throws(LibraryError) -> OwnedDescriptor {
        let original = try originals.open(digest)
        let jpeg = try workers.makeThumbnail(of: original, fitting: ThumbnailStore.size, deadline: deadline)
        try thumbnails.store(jpeg, for: digest)
        return jpeg
    }
}
