internal import LibraryModel
internal import LibraryProtocol
internal import LibraryStore
internal import LinuxSystem

// Thumbnails, and pictures that apps made.

extension Session {
    func thumbnail(of asset: ObjectID, _ size: PixelSize, _ cancellation: Cancellation) throws(LibraryError) -> Answer {
        guard size.width > 0, size.height > 0 else { throw LibraryError(.invalidRequest, "a thumbnail of no size") }
        let resources = try view.resources(of: asset)
        // The edit, where there is one; else what was captured.
        guard let resource = resources.first(where: { $0.kind == .fullSizePhoto || $0.kind == .fullSizeVideo })
            ?? resources.first
        else { throw LibraryError(.missingResource, "the asset has no file") }
        let picture = try library.thumbnails.picture(of: resource.source, fitting: size, cancellation.mediaDeadline)
        return Answer(.picture(picture.size), picture.pixels)
    }

    func encodeJPEG(
        _ pixels: consuming OwnedDescriptor, _ size: PixelSize, quality: Int
    ) throws(LibraryError) -> Answer {
        guard (1...100).contains(quality) else { throw LibraryError(.invalidRequest, "a quality is 1 to 100") }
        return Answer(.done, try library.media.encodeJPEG(pixels, size, quality: quality))
    }
}
