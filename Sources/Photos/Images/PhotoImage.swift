import LibraryClient
package import LibraryModel

/// A picture in memory: rows from the top, four bytes per pixel (red, green, blue, straight alpha), sRGB. Immutable.
///
/// Replaces `UIImage` and `NSImage` in Apple's signatures, and is also named `UIImage`.
public final class PhotoImage: NSObject, Sendable {
    /// The default quality.
    static let defaultJPEGQuality = 90
    /// Pixels of the longer side.
    public static let maximumSide = PixelImage.maximumSide

    let pixelImage: PixelImage

    package init(_ pixelImage: PixelImage) {
        self.pixelImage = pixelImage
        super.init()
    }

    /// Creates a picture of 0 by 0 pixels, which cannot be encoded.
    public override init() {
        pixelImage = .empty
        super.init()
    }

    /// Creates a picture of pixels; nil when there are not four bytes per pixel, or a side is 0 or too long.
    public init?(width: Int, height: Int, rgba: [UInt8]) {
        guard let image = PixelImage(size: PixelSize(width: width, height: height), rgba: rgba) else { return nil }
        pixelImage = image
        super.init()
    }

    /// The width in pixels.
    public var width: Int { pixelImage.size.width }
    /// The height in pixels.
    public var height: Int { pixelImage.size.height }
    /// The size in pixels, as `UIImage.size` of scale 1.
    public var size: CGSize { CGSize(width: width, height: height) }

    /// Pixels per point: 1.
    public var scale: CGFloat { 1 }
    /// Always `up`.
    public var imageOrientation: Orientation { .up }

    /// The pixels: four bytes each, rows from the top without padding. Copies those of the library's pictures the first
    /// time; `withPixels` copies nothing.
    public var rgba: [UInt8] { pixelImage.rgba }

    /// Calls `body` with the pixels, without copying them.
    public func withPixels<Result>(_ body: (Span<UInt8>) throws -> Result) rethrows -> Result {
        try pixelImage.withPixels(body)
    }

    /// Encodes the picture as a JPEG file, in the library's media worker. Blocks.
    ///
    /// `compressionQuality` is 0 (smallest) to 1 (best). Throws a `PHPhotosError`.
    public func jpegData(compressionQuality: CGFloat) throws -> Data {
        let quality = max(1, min(100, Int((compressionQuality * 100).rounded())))
        return Data(try PHPhotoLibrary.shared().client.jpegData(of: self, quality: quality))
    }
}
