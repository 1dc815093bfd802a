/// A filter. The raw value is the recipe that is stored with the edit.
enum Filter: String, Codable {
    case monochrome
    case sepia

    /// Returns the filtered pixels, 4 bytes each: red, green, blue and an unchanged alpha.
    func applied(to pixels: [UInt8]) -> [UInt8] {
        var result = pixels
        for index in stride(from: 0, to: pixels.count - pixels.count % 4, by: 4) {
            // The weights of Rec. 709, in parts of 10,000.
            let light =
                (2_126 * Int(pixels[index]) + 7_152 * Int(pixels[index + 1]) + 722 * Int(pixels[index + 2])) / 10_000
            let tone = Filter.contrast[light]
            result[index] = toned(tone, percent: 112)
            result[index + 1] = toned(tone, percent: 95)
            result[index + 2] = toned(tone, percent: 74)
        }
        return result
    }

    private func toned(_ tone: UInt8, percent: Int) -> UInt8 {
        switch self {
        case .monochrome: tone
        case .sepia: UInt8(min(Int(tone) * percent / 100, 255))
        }
    }

    /// Increases contrast: darkens shadows and lightens highlights slightly.
    private static let contrast: [UInt8] = (0...255).map { light in
        let value = Double(light) / 255
        let curve = value * value * (3 - 2 * value)
        return UInt8((0.6 * value + 0.4 * curve) * 255)
    }
}
