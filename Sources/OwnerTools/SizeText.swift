internal import Languages

/// Sizes and lengths as people read them.
package enum SizeText {
    /// For example `3.4 MB`, in powers of 1000 as cameras and disks count.
    package static func bytes(_ count: Int64) -> String {
        if count < 1000 { return "\(count) B" }
        var value = Double(count)
        var unit = "B"
        for larger in ["kB", "MB", "GB", "TB", "PB", "EB"] where value >= 999.95 {
            value /= 1000
            unit = larger
        }
        let tenths = Int((value * 10).rounded())
        return "\(tenths / 10)\(Language.current.decimalSeparator)\(tenths % 10) \(unit)"
    }

    /// Bytes of what a person writes, such as `20GB`, `1.5 TB`, `500k` or `0`. Nil for what is no size.
    package static func bytes(from text: String) -> Int64? {
        let digits = text.prefix { $0.isASCII && $0.isNumber || $0 == "." }
        let units: [String: Double] = ["": 1, "k": 1e3, "m": 1e6, "g": 1e9, "t": 1e12, "p": 1e15]
        var unit = text.dropFirst(digits.count).drop { $0 == " " }.lowercased()
        if unit.hasSuffix("b") { unit.removeLast() }
        guard let number = Double(digits), let factor = units[unit] else { return nil }
        return Int64(exactly: (number * factor).rounded())
    }

    /// A time that passes, in seconds: for example `0:07`, `12:30` or `3:05:00`.
    package static func span(_ seconds: Double) -> String {
        let whole = Int(min(max(0, seconds.rounded()), 359_999))
        let (hours, minutes, rest) = (whole / 3600, whole / 60 % 60, whole % 60)
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return hours > 0 ? "\(hours):\(two(minutes)):\(two(rest))" : "\(minutes):\(two(rest))"
    }

    /// How long a video or a sound is. Less than a second is not nothing.
    package static func length(_ seconds: Double) -> String { span(max(1, seconds)) }

    /// For example `4032x3024`.
    package static func pixels(_ width: UInt32, _ height: UInt32) -> String { "\(width)x\(height)" }
}
