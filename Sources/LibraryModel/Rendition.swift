/// A smaller image that the library stores for photos and videos, smallest first.
package enum Rendition: CaseIterable, Sendable {
    /// For every photo and video.
    case thumbnail
    /// As large as most screens; for larger photos and videos.
    case preview

    /// The box in pixels that the image fits.
    package var box: PixelSize {
        switch self {
        case .thumbnail: PixelSize(width: 512, height: 512)
        case .preview: PixelSize(width: 2_048, height: 2_048)
        }
    }

    /// Whether a photo or video of this size has the rendition: one within a preview's size needs none.
    package func exists(of size: PixelSize) -> Bool { self == .thumbnail || !size.fits(box) }
}
