package import LibraryModel
package import LinuxSystem

/// Renders originals in any size, from the smallest stored rendition that is large enough, else from the original.
package struct Renditions: Sendable {
    private let originals: OriginalStore
    private let store: RenditionStore
    private let workers: MediaWorkers

    package init(originals: OriginalStore, store: RenditionStore, workers: MediaWorkers) {
        self.originals = originals
        self.store = store
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
        var examined = try workers.examine(original, sideCar, thumbnail: Rendition.thumbnail.box, for: requester)
        if let thumbnail = examined.thumbnail.take() { try store.store(thumbnail, as: .thumbnail, of: digest) }
        return examined.metadata
    }

    /// An original's picture in sealed memory, upright, within `size`, never larger than the original. Recreates a
    /// missing or damaged thumbnail, but no preview: that takes longer than the picture itself.
    package func pixels(
        of digest: ContentDigest,
        from origin: FileOrigin,
        fitting size: PixelSize,
        for requester: Requester
    ) throws(LibraryError) -> PixelMemory {
        let requester = requester.withFile(of: origin)
        for rendition in Rendition.allCases where size.fits(rendition.box) {
            if let pixels = try stored(rendition, of: digest, fitting: size, requester) { return pixels }
            if rendition == .thumbnail {
                let thumbnail = try make(.thumbnail, of: digest, requester)
                return try workers.decodePixels(of: thumbnail, fitting: size, for: requester)
            }
        }
        var pixels = try workers.decodePixels(of: originals.open(digest), fitting: size, for: requester)
        pixels.isOfOriginal = true
        return pixels
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
        // The smallest that is large enough, else the largest.
        let enough = Rendition.allCases.filter { size.fits($0.box) }
        let tooSmall = Rendition.allCases.reversed().filter { !size.fits($0.box) }
        for rendition in enough + tooSmall {
            if let pixels = try stored(rendition, of: digest, fitting: size, requester) { return pixels }
        }
        throw LibraryError(.missingResource, "no picture of the file is stored")
    }

    /// Returns nil when the rendition is not stored, or damaged. Removes a damaged one, so that it is made again.
    private func stored(
        _ rendition: Rendition,
        of digest: ContentDigest,
        fitting size: PixelSize,
        _ requester: Requester
    ) throws(LibraryError) -> PixelMemory? {
        guard let file = try store.open(rendition, of: digest) else { return nil }
        do throws(LibraryError) {
            return try workers.decodePixels(of: file, fitting: size, for: requester)
        } catch {
            guard error.code == .invalidResource else { throw error }
            try store.remove(rendition, of: digest)
            return nil
        }
    }

    // MARK: Making

    /// Makes and stores those renditions of an original of this size that are missing. Asks `mayStore` before each.
    package func makeMissing(
        of digest: ContentDigest,
        _ size: PixelSize,
        from origin: FileOrigin,
        for requester: Requester,
        mayStore: () throws(LibraryError) -> Bool
    ) throws(LibraryError) {
        for rendition in Rendition.allCases where rendition.exists(of: size) {
            guard try store.open(rendition, of: digest) == nil else { continue }
            guard try mayStore() else { return }
            _ = try make(rendition, of: digest, requester.withFile(of: origin))
        }
    }

    /// Makes and stores all renditions of an original that is about to leave, of a small one too: they are what is
    /// shown from then on.
    package func makeAll(
        of digest: ContentDigest,
        from origin: FileOrigin,
        for requester: Requester
    ) throws(LibraryError) {
        for rendition in Rendition.allCases where try store.open(rendition, of: digest) == nil {
            _ = try make(rendition, of: digest, requester.withFile(of: origin))
        }
    }

    private func make(
        _ rendition: Rendition,
        of digest: ContentDigest,
        _ requester: Requester
    ) throws(LibraryError) -> OwnedDescriptor {
        let jpeg = try workers.makeThumbnail(of: originals.open(digest), fitting: rendition.box, for: requester)
        try store.store(jpeg, as: rendition, of: digest)
        // An original that was deleted meanwhile leaves no picture of itself behind; one that was evicted does.
        do throws(LibraryError) { _ = try originals.open(digest) } catch {
            if error.code == .networkAccessRequired { return jpeg }
            if error.code == .missingResource { try store.remove(digest) }
            throw error
        }
        return jpeg
    }

    /// Opens the stored thumbnail of an original, a JPEG file, and creates it first when it is missing.
    package func thumbnailFile(
        of digest: ContentDigest,
        from origin: FileOrigin,
        for requester: Requester
    ) throws(LibraryError) -> OwnedDescriptor {
        if let thumbnail = try store.open(.thumbnail, of: digest) {
            return try store.lend(thumbnail, requester.cancellation)
        }
        return try make(.thumbnail, of: digest, requester.withFile(of: origin))
    }

    /// A JPEG file in sealed memory of an original, or a stripped copy of it, in full size, with its metadata. Not
    /// stored.
    package func jpeg(
        of file: borrowing OwnedDescriptor,
        from origin: FileOrigin,
        quality: Int,
        for requester: Requester
    ) throws(LibraryError) -> OwnedDescriptor {
        try workers.makeJPEG(of: file, quality: quality, for: requester.withFile(of: origin))
    }
}
