public import Foundation
package import LibraryModel

/// An image in memory: rows from top to bottom, 4 bytes per pixel (RGBA, straight alpha), sRGB. Immutable.
///
/// Apple's type belongs to CoreGraphics and has many pixel formats and colour spaces. This one serves `CGImageSource`,
/// `CGImageDestination` and `UIImage(cgImage:)`; there is no drawing.
public final class CGImage: Hashable, Sendable {
    package let pixels: PixelImage

    package init(_ pixels: PixelImage) { self.pixels = pixels }

    /// The width in pixels.
    public var width: Int { pixels.size.width }
    /// The height in pixels.
    public var height: Int { pixels.size.height }
    /// The bits per channel, always 8.
    public var bitsPerComponent: Int { 8 }
    /// The bits per pixel, always 32.
    public var bitsPerPixel: Int { 32 }
    /// The bytes per row, without padding.
    public var bytesPerRow: Int { width * 4 }

    /// Returns the part inside a rectangle in pixels; nil when it is empty.
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

    /// Whether both have the same pixels.
    public static func == (left: CGImage, right: CGImage) -> Bool { left === right || left.pixels == right.pixels }

    /// Hashes the pixels.
    public func hash(into hasher: inout Hasher) { hasher.combine(pixels) }
}
