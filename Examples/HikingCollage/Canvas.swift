/// Pixels in memory: rows from top to bottom, 4 bytes per pixel in the order red, green, blue, alpha (straight).
struct Canvas: Equatable {
    struct Color: Equatable {
        var red: UInt8
        var green: UInt8
        var blue: UInt8
    }

    let width: Int
    let height: Int
    private(set) var pixels: [UInt8]

    init(width: Int, height: Int, filledWith color: Color) {
        self.width = width
        self.height = height
        pixels = []
        pixels.reserveCapacity(width * height * 4)
        let row = [[UInt8]](repeating: [color.red, color.green, color.blue, 255], count: width).flatMap(\.self)
        for _ in 0..<height { pixels += row }
    }

    /// Nil when the number of bytes does not fit the size.
    init?(width: Int, height: Int, pixels: [UInt8]) {
        guard width > 0, height > 0, pixels.count == width * height * 4 else { return nil }
        self.width = width
        self.height = height
        self.pixels = pixels
    }

    /// Crops the picture to the aspect ratio of the new size, centred, and resizes it.
    func filling(width newWidth: Int, height newHeight: Int) -> Canvas? {
        let scale = min(Double(width) / Double(newWidth), Double(height) / Double(newHeight))
        let columns = AreaWeights(count: newWidth, limit: width, scale: scale)
        let rows = AreaWeights(count: newHeight, limit: height, scale: scale)
        let narrowed = columns.applied(to: pixels, lines: height, lineLength: width * 4, stride: 4)
        let lineLength = newWidth * 4
        let resized = rows.applied(to: narrowed, lines: 1, lineLength: height * lineLength, stride: lineLength)
        return Canvas(width: newWidth, height: newHeight, pixels: resized)
    }

    /// Draws a picture on the canvas, clipped, with its alpha.
    mutating func draw(_ picture: Canvas, x: Int, y: Int) {
        let columns = max(0, -x)..<max(max(0, -x), min(picture.width, width - x))
        for row in max(0, -y)..<max(max(0, -y), min(picture.height, height - y)) {
            var source = (row * picture.width + columns.lowerBound) * 4
            var target = ((row + y) * width + columns.lowerBound + x) * 4
            for _ in columns {
                let alpha = Int(picture.pixels[source + 3])
                for channel in 0..<3 {
                    let over = Int(picture.pixels[source + channel]) * alpha
                    let under = Int(pixels[target + channel]) * (255 - alpha)
                    pixels[target + channel] = UInt8((over + under + 127) / 255)
                }
                source += 4
                target += 4
            }
        }
    }
}
