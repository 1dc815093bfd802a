package import LibraryModel
package import LinuxSystem

/// Renders originals in any size, from the stored thumbnail if it is large enough, else from the original.
package struct Renditions: Sendable {
    private let originals: OriginalStore
    private let thumbnails: ThumbnailStore
    private let workers: MediaWorkers

    package init(originals: OriginalStore, thumbnails: ThumbnailStore, workers: MediaWorkers) {
        self.originals = originals
        self.thumbnails = thumbnails
        self.workers = workers
    }

    /// Reads the metadata of an original and its side-car, and stores its thumbnail. Throws `invalidResource`, and
    /// stores no thumbnail, when it cannot be decoded.
    package func examine(
        _ digest: ContentDigest,
        _ sideCar: SideCar? = nil,
        from origin: FileOrigin,
        for requester: Requester
    ) throws(LibraryError) -> MediaMetadata {
        let original = try originals.open(digest)
        let requester = requester.withFile(of: origin)
        var examined = try workers.examine(original, sideCar, thumbnail: ThumbnailStore.size, for: requester)
        if let thumbnail = examined.thumbnail.take() { try thumbnails.store(thumbnail, for: digest) }
        return examined.metadata
    }

    /// An original's picture in sealed memory, upright, within `size`, never larger than the original. Recreates a
    /// missing or damaged thumbnail.
    package func pixels(
        of digest: ContentDigest,
        from origin: FileOrigin,
        fitting size: PixelSize,
        for requester: Requester
    ) throws(LibraryError) -> PixelMemory {
        let requester = requester.withFile(of: origin)
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

    /// The picture of an original as far as it is stored, perhaps smaller than `size`. Throws `missingResource` when
    /// there is no rendition of it that can be decoded.
    package func storedPixels(
        of digest: ContentDigest,
        from origin: FileOrigin,
        fitting size: PixelSize,
        for requester: Requester
    ) throws(LibraryError) -> PixelMemory {
        let requester = requester.withFile(of: origin)
        guard let thumbnail = try thumbnails.open(digest) else { throw .noRendition }
        do throws(LibraryError) {
            return try workers.decodePixels(of: thumbnail, fitting: size, for: requester)
        } catch {
            throw error.code == .invalidResource ? .noRendition : error
        }
    }

    /// Opens the stored thumbnail of an original, a JPEG file, and creates it first when it is missing.
    package func thumbnailFile(
        of digest: ContentDigest,
        from origin: FileOrigin,
        for requester: Requester
    ) throws(LibraryError) -> OwnedDescriptor {
        if let thumbnail = try thumbnails.open(digest) { return try thumbnails.lend(thumbnail, requester.cancellation) }
        return try makeThumbnail(digest, requester.withFile(of: origin))
    }

    /// A JPEG file in sealed memory of an original in full size, with its metadata. Not stored.
    package func jpeg(
        of digest: ContentDigest,
        from origin: FileOrigin,
        quality: Int,
        for requester: Requester
    ) throws(LibraryError) -> OwnedDescriptor {
        try workers.makeJPEG(of: originals.open(digest), quality: quality, for: requester.withFile(of: origin))
    }

    private func makeThumbnail(_ digest: ContentDigest, _ requester: Requester) throws(LibraryError) -> OwnedDescriptor
    {
        let original = try originals.open(digest)
        let jpeg = try workers.makeThumbnail(of: original, fitting: ThumbnailStore.size, for: requester)
        try thumbnails.store(jpeg, for: digest)
        return jpeg
    }
}

extension LibraryError {
    fileprivate static let noRendition = LibraryError(.missingResource, "no picture of the file is stored")
}
