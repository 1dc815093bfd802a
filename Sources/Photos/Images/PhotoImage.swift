import LibraryClient
package import LibraryModel

/// A picture in memory: rows from the top, four bytes a pixel (red, green, blue, straight alpha), sRGB.
///
/// It takes the place of `UIImage` and `NSImage` in Apple's signatures, and has the name of the former too. Immutable.
public final class PhotoImage: NSObject, Sendable {
    /// Where an app names no quality.
    static let defaultJPEGQuality = 90
    /// Pixels of the longer side. Larger pictures are not handed around whole.
    public static let maximumSide = PixelImage.maximumSide

    let pixelImage: PixelImage

    package init(_ pixelImage: PixelImage) {
        self.pixelImage = pixelImage
        super.init()
    }

    /// A picture without pixels, which is 0 across and 0 down and cannot be stored.
    public override init() {
        pixelImage = .empty
        super.init()
    }

    /// A picture of these pixels; nil when the bytes are not four for each pixel, or a side is 0 or too long.
    public init?(width: Int, height: Int, rgba: [UInt8]) {
        guard let image = PixelImage(size: PixelSize(width: width, height: height), rgba: rgba) else { return nil }
        pixelImage = image
        super.init()
    }

    /// Pixels across.
    public var width: Int { pixelImage.size.width }
    /// Pixels down.
    public var height: Int { pixelImage.size.height }
    /// Pixels, as `UIImage.size` of scale 1.
    public var size: CGSize { CGSize(width: width, height: height) }

    /// Pixels for each point: 1.
    public var scale: CGFloat { 1 }
    /// How the pixels are to be turned: not at all.
    public var imageOrientation: Orientation { .up }

    /// The bytes of the pixels, four each, rows from the top without padding.
    public var rgba: [UInt8] { pixelImage.rgba }

    /// Hands the bytes of the pixels to `body`, without a copy.
    public func withPixels<Result>(_ body: (Span<UInt8>) throws -> Result) rethrows -> Result {
        let bytes = pixelImage.rgba
        return try body(bytes.span)
    }

    /// JPEG bytes, made by the library's media worker, so that no image library is part of the app.
    ///
    /// `compressionQuality` is 0 (smallest) to 1 (best). Throws a `PHPhotosError`.
    public func jpegData(compressionQuality: CGFloat) throws -> Data {
        let quality = max(1, min(100, Int((compressionQuality * 100).rounded())))
        return Data(try PHPhotoLibrary.shared().client.jpegData(of: self, quality: quality))
    }
}
