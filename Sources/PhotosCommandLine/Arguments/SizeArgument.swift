import OwnerTools

/// A number of bytes as people write it: `500k`, `2.5M`, `40 GB`. In powers of 1000, as `SizeText` prints them.
enum SizeArgument {
    /// Nil for another form, and for what does not fit.
    static func bytes(_ text: String) -> UInt64? {
        let digits = text.prefix { $0.isASCII && $0.isNumber || $0 == "." }
        var unit = text.dropFirst(digits.count).drop { $0 == " " }.lowercased()
        if unit.hasSuffix("b") { unit.removeLast() }
        let powers = ["": 0, "k": 1, "m": 2, "g": 3, "t": 4]
        guard let number = Double(String(digits)), let power = powers[unit] else { return nil }
        let bytes = (0..<power).reduce(number) { value, _ in value * 1_000 }
        return bytes < 1e18 ? UInt64(bytes.rounded()) : nil
    }
}
