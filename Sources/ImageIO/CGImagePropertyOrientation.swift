/// How to turn the stored pixels for display: the values of the EXIF orientation tag.
///
/// The only part of Apple's ImageIO that PhotoKit's signatures name.
public enum CGImagePropertyOrientation: UInt32, Sendable {
    /// Display as stored.
    case up = 1
    /// Mirror left to right.
    case upMirrored = 2
    /// Rotate by 180 degrees.
    case down = 3
    /// Mirror top to bottom.
    case downMirrored = 4
    /// Mirror left to right, then rotate by 90 degrees counter-clockwise.
    case leftMirrored = 5
    /// Rotate by 90 degrees clockwise.
    case right = 6
    /// Mirror left to right, then rotate by 90 degrees clockwise.
    case rightMirrored = 7
    /// Rotate by 90 degrees counter-clockwise.
    case left = 8
}
