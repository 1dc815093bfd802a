import LibraryModel

extension PhotoImage {
    /// Returns the picture scaled to a size, each pixel the average of those that it covers; itself without pixels.
    public func resized(to size: CGSize) -> PhotoImage {
        resized(to: ImageShape.pixels(size.width, size.height))
    }

    func resized(to size: PixelSize) -> PhotoImage {
        if size == pixelImage.size || width == 0 { return self }
        let across = Resampling(from: width, to: size.width)
        let down = Resampling(from: height, to: size.height)
        var rgba = [UInt8](repeating: 0, count: size.width * size.height * 4)
        var row = [Float](repeating: 0, count: width * 4)
        let source = pixelImage.rgba
        for y in 0..<size.height {
            // One row of the result at the old width: the average of the rows that it covers.
            for index in row.indices { row[index] = 0 }
            for (line, weight) in down.weights[y] {
                let start = line * width * 4
                for index in row.indices { row[index] += weight * Float(source[start + index]) }
            }
            for x in 0..<size.width {
                for channel in 0..<4 {
                    var sum: Float = 0
                    for (column, weight) in across.weights[x] { sum += weight * row[column * 4 + channel] }
                    rgba[(y * size.width + x) * 4 + channel] = UInt8(max(0, min(255, sum.rounded())))
                }
            }
        }
        return PhotoImage.make(size, rgba)
    }

    /// Returns the part inside a rectangle in unit coordinates.
    func cropped(toUnit crop: CGRect) -> PhotoImage {
        guard width > 0 else { return self }
        let left = max(0, min(width - 1, Int((crop.minX * Double(width)).rounded())))
        let top = max(0, min(height - 1, Int((crop.minY * Double(height)).rounded())))
        let right = max(left + 1, min(width, Int((crop.maxX * Double(width)).rounded())))
        let bottom = max(top + 1, min(height, Int((crop.maxY * Double(height)).rounded())))
        var rgba: [UInt8] = []
        rgba.reserveCapacity((right - left) * (bottom - top) * 4)
        for line in top..<bottom {
            let start = (line * width + left) * 4
            rgba += pixelImage.rgba[start..<start + (right - left) * 4]
        }
        return PhotoImage.make(PixelSize(width: right - left, height: bottom - top), rgba)
    }

    private static func make(_ size: PixelSize, _ rgba: [UInt8]) -> PhotoImage {
        guard let image = PixelImage(size: size, rgba: rgba) else {
            preconditionFailure("a drawn picture has the wrong number of bytes")
        }
        return PhotoImage(image)
    }
}

/// The source pixels and weights of each pixel of a scaled line.
private struct Resampling {
    let weights: [[(Int, Float)]]

    init(from old: Int, to new: Int) {
        let ratio = Double(old) / Double(new)
        weights = (0..<new).map { pixel in
            guard ratio > 1 else {
                // Larger: interpolates between the two nearest.
                let center = (Double(pixel) + 0.5) * ratio - 0.5
                let low = max(0, Int(center.rounded(.down)))
                let high = min(old - 1, low + 1)
                let share = Float(max(0, min(1, center - Double(low))))
                return [(low, 1 - share), (high, share)]
            }
            let (start, end) = (Double(pixel) * ratio, Double(pixel + 1) * ratio)
            return (Int(start)..<min(old, Int(end.rounded(.up)))).map { index in
                (index, Float((min(end, Double(index + 1)) - max(start, Double(index))) / ratio))
            }
        }
    }
}
