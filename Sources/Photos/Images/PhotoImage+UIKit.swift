/// UIKit's name, as in Apple's signatures.
public typealias UIImage = PhotoImage

extension PhotoImage {
    /// The orientation of a picture's pixels. The raw values are UIKit's, which differ from those of
    /// `CGImagePropertyOrientation`.
    public enum Orientation: Int, Sendable {
        /// As stored.
        case up = 0
        /// Rotated by 180 degrees.
        case down = 1
        /// Rotated by 90 degrees counter-clockwise.
        case left = 2
        /// Rotated by 90 degrees clockwise.
        case right = 3
        /// Mirrored left to right.
        case upMirrored = 4
        /// Mirrored top to bottom.
        case downMirrored = 5
        /// Mirrored left to right, then rotated by 90 degrees counter-clockwise.
        case leftMirrored = 6
        /// Mirrored left to right, then rotated by 90 degrees clockwise.
        case rightMirrored = 7

        init(_ orientation: CGImagePropertyOrientation) {
            self =
                switch orientation {
                case .up: .up
                case .upMirrored: .upMirrored
                case .down: .down
                case .downMirrored: .downMirrored
                case .leftMirrored: .leftMirrored
                case .right: .right
                case .rightMirrored: .rightMirrored
                case .left: .left
                }
        }
    }
}

extension CGImagePropertyOrientation {
    init(_ orientation: PhotoImage.Orientation) {
        self =
            switch orientation {
            case .up: .up
            case .upMirrored: .upMirrored
            case .down: .down
            case .downMirrored: .downMirrored
            case .leftMirrored: .leftMirrored
            case .right: .right
            case .rightMirrored: .rightMirrored
            case .left: .left
            }
    }
}

extension PhotoImage {
    /// Decodes the content of a file, as in UIKit; nil when it cannot be decoded. `init(decoding:)` throws the reason.
    public convenience init?(data: Data) {
        do { try self.init(decoding: data) } catch { return nil }
    }

    /// Decodes the content of a file. `scale` has no effect.
    public convenience init?(data: Data, scale: CGFloat) { self.init(data: data) }

    /// Decodes a file of the app; nil when it cannot be read or decoded.
    public convenience init?(contentsOfFile path: String) {
        guard let data = FileManager.default.contents(atPath: path) else { return nil }
        self.init(data: data)
    }

    /// Creates a picture from pixels, of a `CGImageSource` for example.
    public convenience init(cgImage: CGImage) { self.init(cgImage.pixels) }

    /// Creates a picture from pixels that are stored in `orientation`, and turns them upright. `scale` has no effect.
    public convenience init(cgImage: CGImage, scale: CGFloat, orientation: Orientation) {
        self.init(cgImage.pixels.upright(from: CGImagePropertyOrientation(orientation)))
    }

    /// The pixels, for a `CGImageDestination` for example; nil without any.
    public var cgImage: CGImage? { width > 0 ? CGImage(pixelImage) : nil }

    /// Returns the picture itself: its pixels are always decoded.
    public func preparingForDisplay() -> PhotoImage? { self }

    /// Returns the picture itself: its pixels are always decoded.
    public func byPreparingForDisplay() async -> PhotoImage? { self }

    /// Calls `completionHandler` with the picture itself, before this returns: its pixels are always decoded.
    public func prepareForDisplay(completionHandler: @escaping @Sendable (PhotoImage?) -> Void) {
        completionHandler(self)
    }

    /// Encodes the picture as a PNG file; nil without pixels.
    public func pngData() -> Data? { width > 0 ? PNGFile(pixelImage).map { Data($0.bytes) } : nil }
}

/// A protocol, so that `PhotoImage`'s own member takes precedence where both match.
public protocol OptionalEncoding {}

extension PhotoImage: OptionalEncoding {}

extension OptionalEncoding where Self: PhotoImage {
    /// Encodes the picture as a JPEG file, as in UIKit: nil when that fails, for `guard let data = image.jpegData(…)`.
    /// The throwing form has the reason.
    public func jpegData(compressionQuality: CGFloat) -> Data? {
        do {
            let data: Data = try jpegData(compressionQuality: compressionQuality)
            return data
        } catch {
            return nil
        }
    }
}
