internal import Glibc

/// A colour profile of the ICC as far as it says whether colours are those of sRGB already.
struct ICCProfile {
    /// Tags of a profile; real ones have some 20.
    private static let maximumTags = 200
    /// The columns of sRGB's matrix for the profile connection space, which has the white of D50.
    private static let primaries: [(tag: String, xyz: [Double])] = [
        ("rXYZ", [0.4360, 0.2225, 0.0139]), ("gXYZ", [0.3851, 0.7169, 0.0971]), ("bXYZ", [0.1431, 0.0606, 0.7141]),
    ]
    /// Rounding in profiles is less; that of Display P3 and Adobe RGB is farther away.
    private static let primaryTolerance = 0.004
    /// Of one step of eight bits.
    private static let curveTolerance = 0.75 / 255

    private let source: ByteSource
    private var tags: [String: Range<Int>] = [:]

    /// Nil for what is no profile.
    init?(_ bytes: [UInt8]) {
        source = ByteSource(bytes)
        guard let count = source.bigEndian32(at: 128), count <= ICCProfile.maximumTags else { return nil }
        for index in 0..<count {
            let entry = 132 + index * 12
            guard let name = source.bytes(at: entry, 4), let offset = source.bigEndian32(at: entry + 4),
                let size = source.bigEndian32(at: entry + 8), offset <= bytes.count, size <= bytes.count - offset
            else { return nil }
            tags[String(decoding: name, as: UTF8.self)] = offset..<offset + size
        }
    }

    /// Whether it is a matrix with sRGB's primaries and curves with sRGB's values. Converting to sRGB changes nothing
    /// then.
    var isSRGB: Bool {
        guard source.bytes(at: 16, 8) == Array("RGB XYZ ".utf8), tags["A2B0"] == nil else { return false }
        return ICCProfile.primaries.allSatisfy { tag, wanted in
            guard let xyz = point(tag) else { return false }
            return zip(xyz, wanted).allSatisfy { abs($0 - $1) <= ICCProfile.primaryTolerance }
        } && ["rTRC", "gTRC", "bTRC"].allSatisfy { isSRGBCurve($0) }
    }

    private func point(_ tag: String) -> [Double]? {
        guard let range = tags[tag], range.count >= 20, hasType("XYZ ", at: range) else { return nil }
        let numbers = (0..<3).compactMap { fixed(at: range.lowerBound + 8 + $0 * 4) }
        return numbers.count == 3 ? numbers : nil
    }

    private func isSRGBCurve(_ tag: String) -> Bool {
        guard let range = tags[tag], let curve = table(range) ?? formula(range) else { return false }
        return (0...255).allSatisfy { step in
            let value = Double(step) / 255
            let linear = curve(value)
            let encoded = linear <= 0.0031308 ? linear * 12.92 : 1.055 * pow(linear, 1 / 2.4) - 0.055
            return abs(encoded - value) <= ICCProfile.curveTolerance
        }
    }

    /// `curv` with values that lie equally far apart.
    private func table(_ range: Range<Int>) -> ((Double) -> Double)? {
        guard hasType("curv", at: range), let count = source.bigEndian32(at: range.lowerBound + 8), count >= 2,
            count <= (range.count - 12) / 2, let bytes = source.bytes(at: range.lowerBound + 12, count * 2)
        else { return nil }
        func value(_ index: Int) -> Double { Double(Int(bytes[index * 2]) << 8 | Int(bytes[index * 2 + 1])) / 65_535 }
        return { input in
            let place = input * Double(count - 1)
            let low = min(Int(place), count - 2)
            return value(low) + (value(low + 1) - value(low)) * (place - Double(low))
        }
    }

    /// `para` with sRGB's kind of formula: a power above `d`, and a straight line below.
    private func formula(_ range: Range<Int>) -> ((Double) -> Double)? {
        guard hasType("para", at: range), range.count >= 32, source.bytes(at: range.lowerBound + 8, 2) == [0, 3] else {
            return nil
        }
        let numbers = (0..<5).compactMap { fixed(at: range.lowerBound + 12 + $0 * 4) }
        guard numbers.count == 5 else { return nil }
        let (g, a, b, c, d) = (numbers[0], numbers[1], numbers[2], numbers[3], numbers[4])
        return { $0 >= d ? pow(a * $0 + b, g) : c * $0 }
    }

    private func hasType(_ type: String, at range: Range<Int>) -> Bool {
        source.bytes(at: range.lowerBound, 4) == Array(type.utf8)
    }

    /// A signed number with 16 bits behind the point.
    private func fixed(at offset: Int) -> Double? {
        source.bigEndian32(at: offset).map { Double(Int32(truncatingIfNeeded: $0)) / 65_536 }
    }
}
