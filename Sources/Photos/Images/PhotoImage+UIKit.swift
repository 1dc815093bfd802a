/// UIKit's name of a picture, as Apple's signatures have it.
public typealias UIImage = PhotoImage

extension PhotoImage {
    /// How a picture's pixels are to be turned to be shown. The raw values are UIKit's, which are not those of
    /// `CGImagePropertyOrientation`.
    public enum Orientation: Int, Sendable {
        /// As stored.
        case up = 0
        /// Turned by 180 degrees.
        case down = 1
        /// Turned by 90 degrees counter-clockwise.
        case left = 2
        /// Turned by 90 degrees clockwise.
        case right = 3
        /// Mirrored left to right.
        case upMirrored = 4
        /// Mirrored top to bottom.
        case downMirrored = 5
        /// Mirrored left to right, then turned by 90 degrees counter-clockwise.
        case leftMirrored = 6
        /// Mirrored left to right, then turned by 90 degrees clockwise.
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

extension PhotoImage {
    /// A picture of a file's bytes, as UIKit has it: nil where they cannot be decoded. `init(decoding:)` tells why, and
    /// has the conditions.
    public convenience init?(data: Data) {
        do { try self.init(decoding: data) } catch { return nil }
    }

    /// A picture of a file of the app's; nil where it cannot be read or decoded.
    public convenience init?(contentsOfFile path: String) {
        guard let data = FileManager.default.contents(atPath: path) else { return nil }
        self.init(data: data)
    }

    /// The bytes of a PNG file, nil of a picture without pixels.
    public func pngData() -> Data? { width > 0 ? PNGFile(pixelImage).map { Data($0.bytes) } : nil }
}

/// A protocol only so that its member gives way to `PhotoImage`'s own where both fit.
public protocol OptionalEncoding {}

extension PhotoImage: OptionalEncoding {}

extension OptionalEncoding where Self: PhotoImage {
    /// JPEG bytes, as UIKit has them: nil where they cannot be had, for `guard let data = image.jpegData(…)`. The form
    /// that throws tells why.
    public func jpegData(compressionQuality: CGFloat) -> Data? {
        do {
            let data: Data = try jpegData(compressionQuality: compressionQuality)
            return data
        } catch {
            return nil
        }
    }
}
