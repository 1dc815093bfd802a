import LibraryModel

/// How large a picture is, and how it fits into a size of another shape.
struct ImageShape: Hashable, Sendable {
    private let width: Double
    private let height: Double
    /// How much of each side is wanted, 0 to 1.
    private let cropWidth: Double
    private let cropHeight: Double

    init(_ width: Int, _ height: Int, crop: CGRect = .zero) {
        self.width = Double(max(1, width))
        self.height = Double(max(1, height))
        cropWidth = crop.width > 0 ? min(1, crop.width) : 1
        cropHeight = crop.height > 0 ? min(1, crop.height) : 1
    }

    static func isMaximum(_ target: CGSize) -> Bool { target == PHImageManagerMaximumSize }

    /// The whole picture's size at which the wanted part has the target's, never larger than the picture.
    func sizeToLoad(for target: CGSize, _ contentMode: PHImageContentMode) -> PixelSize {
        let scale = Self.isMaximum(target) ? 1 : min(1, self.scale(for: target, contentMode))
        return Self.pixels(width * scale, height * scale)
    }

    /// The whole picture's size in the smallest rendition that is as large as `size`, or in its file.
    func storedSize(covering size: PixelSize) -> PixelSize {
        let whole = Self.pixels(width, height)
        guard let rendition = Rendition.allCases.first(where: { size.fits($0.box) }) else { return whole }
        return whole.scaledDown(toFit: rendition.box)
    }

    /// The box to load a picture into that may be of another shape and larger, as a photo is before it is cropped or
    /// turned. With `aspectFill` it is large enough where that shape is this one, upright or turned.
    func sizeToLoadBeforeEdit(for target: CGSize, _ contentMode: PHImageContentMode) -> PixelSize {
        if Self.isMaximum(target) { return Self.pixels(Double(PixelImage.maximumSide), Double(PixelImage.maximumSide)) }
        let across = max(1, target.width) / cropWidth
        let down = max(1, target.height) / cropHeight
        guard contentMode == .aspectFill else { return Self.pixels(across, down) }
        let upright = max(across / width, down / height)
        let turned = max(across / height, down / width)
        return Self.pixels(max(width * upright, height * turned), max(height * upright, width * turned))
    }

    /// The size for `resizeMode` `exact`: with `aspectFit` inside the target, with `aspectFill` around it.
    func exactSize(for target: CGSize, _ contentMode: PHImageContentMode) -> PixelSize {
        let scale = scale(for: target, contentMode)
        return Self.pixels(width * cropWidth * scale, height * cropHeight * scale)
    }

    private func scale(for target: CGSize, _ contentMode: PHImageContentMode) -> Double {
        let across = max(1, target.width) / (width * cropWidth)
        let down = max(1, target.height) / (height * cropHeight)
        return contentMode == .aspectFill ? max(across, down) : min(across, down)
    }

    private static func pixels(_ width: Double, _ height: Double) -> PixelSize {
        func side(_ length: Double) -> Int { max(1, min(PixelImage.maximumSide, Int(length.rounded()))) }
        return PixelSize(width: side(width), height: side(height))
    }
}
