import LibraryModel

/// Fits a picture into a size of another aspect ratio.
struct ImageShape: Hashable, Sendable {
    private let width: Double
    private let height: Double
    /// The requested fraction of each side, 0 to 1.
    private let cropWidth: Double
    private let cropHeight: Double

    init(_ width: Int, _ height: Int, crop: CGRect = .zero) {
        self.width = Double(max(1, width))
        self.height = Double(max(1, height))
        cropWidth = crop.width > 0 ? min(1, crop.width) : 1
        cropHeight = crop.height > 0 ? min(1, crop.height) : 1
    }

    static func isMaximum(_ target: CGSize) -> Bool { target == PHImageManagerMaximumSize }

    /// The size of the whole picture at which the requested part has the target size, at most that of the picture.
    func sizeToLoad(for target: CGSize, _ contentMode: PHImageContentMode) -> PixelSize {
        let scale = Self.isMaximum(target) ? 1 : min(1, self.scale(for: target, contentMode))
        return Self.pixels(width * scale, height * scale)
    }

    /// The size of the smallest rendition that covers `size`, or of the file.
    func storedSize(covering size: PixelSize) -> PixelSize {
        let whole = Self.pixels(width, height)
        guard let rendition = Rendition.allCases.first(where: { size.fits($0.box) }) else { return whole }
        return whole.scaledDown(toFit: rendition.box)
    }

    /// The box for loading a file whose picture may be larger and of another aspect ratio, as an original is before
    /// cropping and rotation. With `aspectFill` it suffices if that is this aspect ratio, rotated or not.
    func sizeToLoadBeforeEdit(for target: CGSize, _ contentMode: PHImageContentMode) -> PixelSize {
        if Self.isMaximum(target) { return Self.pixels(Double(PixelImage.maximumSide), Double(PixelImage.maximumSide)) }
        let across = max(1, target.width) / cropWidth
        let down = max(1, target.height) / cropHeight
        guard contentMode == .aspectFill else { return Self.pixels(across, down) }
        let upright = max(across / width, down / height)
        let turned = max(across / height, down / width)
        return Self.pixels(max(width * upright, height * turned), max(height * upright, width * turned))
    }

    /// The size for `resizeMode` `exact`: inside the target with `aspectFit`, covering it with `aspectFill`.
    func exactSize(for target: CGSize, _ contentMode: PHImageContentMode) -> PixelSize {
        let scale = scale(for: target, contentMode)
        return Self.pixels(width * cropWidth * scale, height * cropHeight * scale)
    }

    private func scale(for target: CGSize, _ contentMode: PHImageContentMode) -> Double {
        let across = max(1, target.width) / (width * cropWidth)
        let down = max(1, target.height) / (height * cropHeight)
        return contentMode == .aspectFill ? max(across, down) : min(across, down)
    }

    /// The nearest size that a picture may have.
    static func pixels(_ width: Double, _ height: Double) -> PixelSize {
        // An app may ask for any number, and for none.
        func side(_ length: Double) -> Int {
            length > 1 ? Int(min(length.rounded(), Double(PixelImage.maximumSide))) : 1
        }
        return PixelSize(width: side(width), height: side(height))
    }
}
