import CoreGraphics
import ImageIO

// Only CoreGraphics and ImageIO. It only has to compile.

func shownSize(_ stored: CGSize, _ orientation: CGImagePropertyOrientation) -> CGSize {
    switch orientation {
    case .left, .right, .leftMirrored, .rightMirrored: return CGSize(width: stored.height, height: stored.width)
    case .up, .down, .upMirrored, .downMirrored: return stored
    }
}

func square(in size: CGSize) -> CGRect {
    let side = min(size.width, size.height)
    return CGRect(x: (size.width - side) / 2, y: (size.height - side) / 2, width: side, height: side).integral
}

let upright = CGImagePropertyOrientation(rawValue: 1) == .up
