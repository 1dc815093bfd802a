public import Foundation
package import LibraryModel

/// A picture in memory: rows from the top, four bytes a pixel (red, green, blue, straight alpha), sRGB. Immutable.
///
/// Apple's is of CoreGraphics, in every colour space and layout; this one is for `CGImageSource`, `CGImageDestination`
/// and `UIImage(cgImage:)`. There is no drawing.
public final class CGImage: Hashable, Sendable {
    package let pixels: PixelImage

    package init(_ pixels: PixelImage) { self.pixels = pixels }

    /// Pixels across.
    public var width: Int { pixels.size.width }
    /// Pixels down.
    public var height: Int { pixels.size.height }
    /// Bits of a channel.
    public var bitsPerComponent: Int { 8 }
    /// Bits of a pixel.
    public var bitsPerPixel: Int { 32 }
    /// Bytes of a row.
    public var bytesPerRow: Int { width * 4 }

    /// The part of the picture inside a rectangle of pixels; nil where nothing is.
    public func cropping(to rect: CGRect) -> CGImage? {
        let part = rect.integral.intersection(CGRect(x: 0, y: 0, width: width, height: height))
        guard !part.isNull, part.width >= 1, part.height >= 1 else { return nil }
        let (left, top) = (Int(part.minX), Int(part.minY))
        let size = PixelSize(width: Int(part.width), height: Int(part.height))
        var rgba: [UInt8] = []
        rgba.reserveCapacity(size.width * size.height * 4)
        for row in top..<top + size.height {
            let start = (row * width + left) * 4
            rgba += pixels.rgba[start..<start + size.width * 4]
        }
        return PixelImage(size: size, rgba: rgba).map { CGImage($0) }
    }

    /// Whether the pixels are the same.
    public static func == (left: CGImage, right: CGImage) -> Bool { left === right || left.pixels == right.pixels }

    /// Hashes the pixels.
    public func hash(into hasher: inout Hasher) { hasher.combine(pixels) }
}
