/// Pixels: rows from top to bottom, 4 bytes each, red, green, blue and alpha.
struct Picture: Equatable {
    var width: Int
    var height: Int
    var pixels: [UInt8]

    var turnedRight: Picture { turned { x, y in (y, height - 1 - x) } }

    var turnedLeft: Picture { turned { x, y in (width - 1 - y, x) } }

    /// The source of each pixel of the rotated picture.
    private func turned(_ source: (_ x: Int, _ y: Int) -> (x: Int, y: Int)) -> Picture {
        var result: [UInt8] = []
        result.reserveCapacity(pixels.count)
        for y in 0..<width {
            for x in 0..<height {
                let place = source(x, y)
                let start = (place.y * width + place.x) * 4
                result += pixels[start..<start + 4]
            }
        }
        return Picture(width: height, height: width, pixels: result)
    }

    /// Keeps at least one pixel of each row and column.
    func cropped(to part: UnitRectangle) -> Picture {
        let columns = Self.kept(part.x, part.width, of: width)
        let rows = Self.kept(part.y, part.height, of: height)
        let result = rows.flatMap { y in
            pixels[(y * width + columns.lowerBound) * 4..<(y * width + columns.upperBound) * 4]
        }
        return Picture(width: columns.count, height: rows.count, pixels: result)
    }

    private static func kept(_ start: Double, _ length: Double, of side: Int) -> Range<Int> {
        let first = min(side - 1, Int((start * Double(side)).rounded()))
        let end = min(side, Int(((start + length) * Double(side)).rounded()))
        return first..<max(first + 1, end)
    }

    var inBlackAndWhite: Picture {
        var result = self
        for start in stride(from: 0, to: pixels.count, by: 4) {
            // The weights of Rec. 709, in parts of 10,000.
            let light =
                (2_126 * Int(pixels[start]) + 7_152 * Int(pixels[start + 1]) + 722 * Int(pixels[start + 2])) / 10_000
            for channel in 0..<3 { result.pixels[start + channel] = UInt8(light) }
        }
        return result
    }
}
