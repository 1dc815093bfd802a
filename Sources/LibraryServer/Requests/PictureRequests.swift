internal import LibraryMedia
internal import LibraryModel
internal import LibraryProtocol
internal import LibraryStore
internal import LinuxSystem

// Thumbnails, and pictures that apps made.

extension Session {
    func thumbnail(of asset: ObjectID, _ size: PixelSize, _ kind: ResourceKind?) throws(LibraryError) -> Answer {
        let sides = 1...PixelImage.maximumSide
        guard sides.contains(size.width), sides.contains(size.height) else {
            throw LibraryError(.invalidRequest, "a thumbnail's sides are 1 to \(PixelImage.maximumSide) pixels")
        }
        let resources = try view.resources(of: asset)
        let wanted =
            if let kind {
                resources.first { $0.info.kind == kind }
            } else {
                // The edit, where there is one; else what was captured.
                resources.first { $0.info.kind == .fullSizePhoto || $0.info.kind == .fullSizeVideo } ?? resources.first
            }
        guard let resource = wanted else { throw LibraryError(.missingResource, "the asset has no such file") }
        let pixels = try library.renditions.pixels(of: digest(of: resource), fitting: size)
        let actual = pixels.size
        return Answer(.picture(actual), pixels.takeMemory())
    }

    func encodeJPEG(
        _ pixels: consuming OwnedDescriptor,
        _ size: PixelSize,
        quality: Int
    ) throws(LibraryError) -> Answer {
        guard (1...100).contains(quality) else { throw LibraryError(.invalidRequest, "a quality is 1 to 100") }
        return Answer(.done, try library.media.encodeJPEG(of: pixels, size: size, quality: quality))
    }
}
