/// How a picture's stored pixels are to be turned to be shown: the values of the EXIF orientation tag.
///
/// Apple's is of ImageIO; this is as much of it as the photo library's API needs.
public enum CGImagePropertyOrientation: UInt32, Sendable {
    /// As stored.
    case up = 1
    /// Mirrored left to right.
    case upMirrored = 2
    /// Turned by 180 degrees.
    case down = 3
    /// Mirrored top to bottom.
    case downMirrored = 4
    /// Mirrored left to right, then turned by 90 degrees counter-clockwise.
    case leftMirrored = 5
    /// To be turned by 90 degrees clockwise.
    case right = 6
    /// Mirrored left to right, then turned by 90 degrees clockwise.
    case rightMirrored = 7
    /// To be turned by 90 degrees counter-clockwise.
    case left = 8
}
