/// A picture that the library keeps of photos and videos beside their files, to have one at once. The smallest first.
package enum Rendition: CaseIterable, Sendable {
    /// Of every photo and video.
    case thumbnail
    /// As large as most screens; of what is larger than that.
    case preview

    /// Pixels of the box that the picture fits into.
    package var box: PixelSize {
        switch self {
        case .thumbnail: PixelSize(width: 512, height: 512)
        case .preview: PixelSize(width: 2_048, height: 2_048)
        }
    }

    /// Whether a photo or video of this size has the rendition: what is no larger than a preview is its own.
    package func exists(of size: PixelSize) -> Bool { self == .thumbnail || !size.fits(box) }
}
