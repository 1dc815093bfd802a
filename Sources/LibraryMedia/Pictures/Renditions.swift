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
    package func examine(_ digest: ContentDigest, for requester: Requester) throws(LibraryError) -> MediaMetadata {
        let original = try originals.open(digest)
        var examined = try workers.examine(original, thumbnail: ThumbnailStore.size, for: requester)
        if let thumbnail = examined.thumbnail.take() { try thumbnails.store(thumbnail, for: digest) }
        return examined.metadata
    }

    /// The picture of an original in sealed memory, upright, fitting into `size`, never larger than the original.
    ///
    /// A thumbnail that is missing or damaged is made again on the way.
    package func pixels(
        of digest: ContentDigest,
        fitting size: PixelSize,
        for requester: Requester
    ) throws(LibraryError) -> PixelMemory {
        guard size.fits(ThumbnailStore.size) else {
            return try workers.decodePixels(of: originals.open(digest), fitting: size, for: requester)
        }
        if let thumbnail = try thumbnails.open(digest) {
            do throws(LibraryError) {
                return try workers.decodePixels(of: thumbnail, fitting: size, for: requester)
            } catch {
                guard error.code == .invalidResource else { throw error }
            }
        }
        return try workers.decodePixels(of: makeThumbnail(digest, requester), fitting: size, for: requester)
    }

    /// The stored thumbnail of an original, a JPEG file open for reading; made first where there is none.
    package func thumbnailFile(
        of digest: ContentDigest,
        for requester: Requester
    ) throws(LibraryError) -> OwnedDescriptor {
        if let thumbnail = try thumbnails.open(digest) { return try thumbnails.lend(thumbnail, requester.cancellation) }
        return try makeThumbnail(digest, requester)
    }

    /// A JPEG file, in sealed memory, of an original in its own size, with its metadata. Nothing is stored.
    package func jpeg(
        of digest: ContentDigest,
        quality: Int,
        for requester: Requester
    ) throws(LibraryError) -> OwnedDescriptor {
        try workers.makeJPEG(of: originals.open(digest), quality: quality, for: requester)
    }

    private func makeThumbnail(_ digest: ContentDigest, _ requester: Requester) throws(LibraryError) -> OwnedDescriptor
    {
        let original = try originals.open(digest)
        let jpeg = try workers.makeThumbnail(of: original, fitting: ThumbnailStore.size, for: requester)
        try thumbnails.store(jpeg, for: digest)
        return jpeg
    }
}
