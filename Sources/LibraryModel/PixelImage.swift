/// A picture in memory: rows from the top, four bytes a pixel in the order red, green, blue, alpha (straight), sRGB.
package struct PixelImage: Sendable {
    package let size: PixelSize
    private let bytes: PixelBytes

    /// Nil when the number of bytes does not fit the size.
    package init?(size: PixelSize, rgba: [UInt8]) {
        self.init(size, PixelBytes(rgba), count: rgba.count)
    }

    /// Keeps the memory until `rgba` copies it.
    package init?(size: PixelSize, memory: any ImmutableMemory) {
        self.init(size, PixelBytes(memory), count: memory.count)
    }

    private init?(_ size: PixelSize, _ bytes: PixelBytes, count: Int) {
        guard size.isOfPicture, count == size.width * size.height * 4 else { return nil }
        self.size = size
        self.bytes = bytes
    }

    /// A picture without pixels.
    package static let empty = PixelImage()

    private init() {
        size = PixelSize(width: 0, height: 0)
        bytes = PixelBytes([])
    }

    /// `size.width * size.height * 4` bytes, no padding. The first call copies received memory.
    package var rgba: [UInt8] { bytes.array }

    /// Calls `body` with the same bytes, and copies nothing.
    package func withPixels<Result: ~Copyable, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try bytes.withSpan(body)
    }

    /// Pixels. Larger pictures are never in memory as a whole.
    package static let maximumSide = 16_384
}

extension PixelImage: Hashable {
    package static func == (one: PixelImage, other: PixelImage) -> Bool {
        one.size == other.size && one.rgba == other.rgba
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(size)
        hasher.combine(rgba)
    }
}
