package import LibraryModel

extension PixelImage {
    /// Turns stored pixels upright.
    package func upright(from orientation: CGImagePropertyOrientation) -> PixelImage {
        if orientation == .up { return self }
        let (width, height) = (size.width, size.height)
        let shown = orientation.isOnItsSide ? PixelSize(width: height, height: width) : size
        var turned = [UInt8](repeating: 0, count: rgba.count)
        var place = 0
        for y in 0..<shown.height {
            for x in 0..<shown.width {
                let (column, row) =
                    switch orientation {
                    case .up: (x, y)
                    case .upMirrored: (width - 1 - x, y)
                    case .down: (width - 1 - x, height - 1 - y)
                    case .downMirrored: (x, height - 1 - y)
                    case .leftMirrored: (y, x)
                    case .right: (y, height - 1 - x)
                    case .rightMirrored: (width - 1 - y, height - 1 - x)
                    case .left: (width - 1 - y, x)
                    }
                let start = (row * width + column) * 4
                for channel in 0..<4 { turned[place + channel] = rgba[start + channel] }
                place += 4
            }
        }
        // Cannot fail: the byte count is unchanged.
        return PixelImage(size: shown, rgba: turned) ?? self
    }

    /// Turns upright pixels back to how they are stored.
    package func stored(in orientation: CGImagePropertyOrientation) -> PixelImage {
        upright(from: orientation.inverse)
    }
}

extension CGImagePropertyOrientation {
    /// Whether width and height are swapped.
    var isOnItsSide: Bool { rawValue >= 5 }

    fileprivate var inverse: CGImagePropertyOrientation {
        switch self {
        case .right: .left
        case .left: .right
        default: self
        }
    }
}
