/// A picture that the library keeps of every photo and video beside its file, to have one at once. The smallest first.
package enum Rendition: CaseIterable, Sendable {
    case thumbnail

    /// Pixels of the box that the picture fits into.
    package var box: PixelSize {
        switch self {
        case .thumbnail: PixelSize(width: 512, height: 512)
        }
    }
}
