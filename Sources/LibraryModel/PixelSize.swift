/// A size in pixels.
package struct PixelSize: Hashable, Sendable {
    package var width: Int
    package var height: Int

    package init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    package func fits(_ box: PixelSize) -> Bool { width <= box.width && height <= box.height }

    /// The size of the same shape that fits into a box; itself where it fits already. No side is less than 1.
    ///
    /// Returns the box if it has the same shape except for rounding: a rendition, whose sides were rounded, can be
    /// scaled to any size that its original can be scaled to.
    package func scaledDown(toFit box: PixelSize) -> PixelSize {
        if fits(box) { return self }
        let (across, down) = (Double(box.width) / Double(width), Double(box.height) / Double(height))
        // Each size may be half a pixel off; the longer side says more exactly by how much it was scaled.
        let error =
            width >= height
            ? abs(Double(height) * across - Double(box.height)) : abs(Double(width) * down - Double(box.width))
        let scale = min(across, down)
        if max(across, down) <= 1, error <= (1 + scale) / 2 { return box }
        func side(_ length: Int) -> Int { max(1, Int((Double(length) * scale).rounded())) }
        return PixelSize(width: min(side(width), box.width), height: min(side(height), box.height))
    }
}

extension PixelSize {
    /// Whether a `PixelImage` may have this size: both sides are 1 to `PixelImage.maximumSide`.
    package var isOfPicture: Bool {
        let sides = 1...PixelImage.maximumSide
        return sides.contains(width) && sides.contains(height)
    }

    /// Throws `invalidRequest` for a size that no picture may have.
    package func checkOfPicture() throws(LibraryError) {
        guard isOfPicture else {
            throw LibraryError(.invalidRequest, "a picture's sides are 1 to \(PixelImage.maximumSide) pixels")
        }
    }
}
