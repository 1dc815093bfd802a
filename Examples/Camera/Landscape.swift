import Photos

/// What the camera sees: mountains under a sky whose light depends on the time of day.
struct Landscape {
    var seed: Int
    var date: Date

    /// Pixels.
    static let width = 1_200
    static let height = 900

    init(seed: Int, at date: Date) {
        self.seed = seed
        self.date = date
    }

    /// The picture.
    func image() throws -> PhotoImage {
        guard let image = PhotoImage(width: Landscape.width, height: Landscape.height, rgba: pixels) else {
            throw PictureError(message: "a picture of this size cannot be taken")
        }
        return image
    }

    /// Rows from top to bottom, 4 bytes per pixel: red, green, blue and an opaque alpha.
    var pixels: [UInt8] {
        let hour = (date.timeIntervalSince1970 / 3_600).truncatingRemainder(dividingBy: 24)
        // 0 at midnight, 1 at noon.
        let light = (1 - cos(hour / 24 * 2 * .pi)) / 2
        let ridges = (0..<Landscape.ridgeCount).map { ridge in
            (0..<Landscape.width).map { height(ofRidge: ridge, at: Double($0) / Double(Landscape.width)) }
        }
        var pixels: [UInt8] = []
        pixels.reserveCapacity(Landscape.width * Landscape.height * 4)
        for y in 0..<Landscape.height {
            let sky = skyColor(Double(y) / Double(Landscape.height), light)
            for x in 0..<Landscape.width {
                let ridge = ridges.lastIndex { Double(y) >= $0[x] * Double(Landscape.height) }
                let color = ridge.map { ridgeColor($0, light) } ?? sky
                pixels += [UInt8(color.red * 255), UInt8(color.green * 255), UInt8(color.blue * 255), 255]
            }
        }
        return pixels
    }

    private static let ridgeCount = 4

    /// The height of a ridge from the top, in fractions of the picture's; nearer ridges are lower.
    private func height(ofRidge ridge: Int, at x: Double) -> Double {
        let phase = Double(seed) * 1.7 + Double(ridge) * 2.3 + date.timeIntervalSince1970 / 1_000
        let waves = [(2.1, 0.06), (5.3, 0.03), (12.7, 0.012), (31.0, 0.005)]
        let shape = waves.reduce(0) { $0 + $1.1 * sin($1.0 * x * .pi + phase * ($1.0 / 3 + 1)) }
        return 0.45 + Double(ridge) * 0.13 + shape * (1 - Double(ridge) * 0.15)
    }

    private typealias Color = (red: Double, green: Double, blue: Double)

    private func skyColor(_ y: Double, _ light: Double) -> Color {
        let dusk = max(0, 1 - abs(light - 0.4) * 3) * y
        return (
            min(0.12 + 0.42 * light * (0.3 + y) + 0.35 * dusk, 1),
            min(0.18 + light * (0.45 + 0.35 * y), 1),
            min(0.32 + 0.55 * light, 1)
        )
    }

    /// Nearer ridges are darker.
    private func ridgeColor(_ ridge: Int, _ light: Double) -> Color {
        let depth = Double(ridge) / Double(Landscape.ridgeCount - 1)
        let shade = 0.25 + 0.75 * light
        return ((0.50 - 0.32 * depth) * shade, (0.58 - 0.22 * depth) * shade, (0.66 - 0.46 * depth) * shade)
    }
}
