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
    package func scaledDown(toFit box: PixelSize) -> PixelSize {
        if fits(box) { return self }
        let scale = min(Double(box.width) / Double(width), Double(box.height) / Double(height))
        func side(_ length: Int) -> Int { max(1, Int((Double(length) * scale).rounded())) }
        return PixelSize(width: min(side(width), box.width), height: min(side(height), box.height))
    }
}

/// A picture in memory: rows from the top, four bytes a pixel in the order red, green, blue, alpha (straight), sRGB.
package struct PixelImage: Hashable, Sendable {
    package var size: PixelSize
    /// `size.width * size.height * 4` bytes, no padding.
    package var rgba: [UInt8]

    /// Nil when the number of bytes does not fit the size.
    package init?(size: PixelSize, rgba: [UInt8]) {
        guard size.width > 0, size.height > 0, size.width <= PixelImage.maximumSide,
            size.height <= PixelImage.maximumSide, rgba.count == size.width * size.height * 4
        else { return nil }
        self.size = size
        self.rgba = rgba
    }

    /// A picture without pixels, which stands for none.
    package static let empty = PixelImage()

    private init() {
        size = PixelSize(width: 0, height: 0)
        rgba = []
    }

    /// Pixels. Larger pictures are not handed around whole.
    package static let maximumSide = 16_384
}
