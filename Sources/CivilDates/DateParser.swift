/// Reads dates that people type: `2024-05-01`, `2024-05-01 14:03`, `2024-05-01T14:03:22.5+02:00`, `… Z`.
package struct DateParser {
    /// Where a date is meant that names no offset.
    package var zone: TimeZoneOffsets

    package init(zone: TimeZoneOffsets = .local) { self.zone = zone }

    /// Microseconds since 1970, or nil when the text is no date.
    package func instant(_ text: String) -> Int64? {
        var rest = Array(text.utf8)[...]
        guard let year = rest.takeDigits(4...4), rest.take("-"), let month = rest.takeDigits(1...2), rest.take("-"),
            let day = rest.takeDigits(1...2)
        else { return nil }
        var civil = CivilTime(year: year, month: month, day: day)
        var offset: Int64?
        if !rest.isEmpty {
            guard rest.take("T") || rest.take("t") || rest.take(" "), takeTime(&civil, &rest) else { return nil }
            _ = rest.take(" ")
            if !rest.isEmpty {
                offset = takeOffset(&rest)
                if offset == nil { return nil }
            }
        }
        guard rest.isEmpty, civil.isValid else { return nil }
        return offset.map { civil.instant(offset: $0) } ?? zone.instant(of: civil)
    }

    private func takeTime(_ civil: inout CivilTime, _ rest: inout ArraySlice<UInt8>) -> Bool {
        guard let hour = rest.takeDigits(1...2), rest.take(":"), let minute = rest.takeDigits(2...2) else {
            return false
        }
        (civil.hour, civil.minute) = (hour, minute)
        guard rest.take(":") else { return true }
        guard let second = rest.takeDigits(2...2) else { return false }
        civil.second = second
        guard rest.take(".") || rest.take(",") else { return true }
        let before = rest.count
        guard let fraction = rest.takeDigits(1...6) else { return false }
        civil.microsecond = (before - rest.count..<6).reduce(fraction) { value, _ in value * 10 }
        return true
    }

    private func takeOffset(_ rest: inout ArraySlice<UInt8>) -> Int64? {
        if rest.take("Z") || rest.take("z") { return 0 }
        let sign: Int64
        if rest.take("+") { sign = 1 } else if rest.take("-") { sign = -1 } else { return nil }
        guard let hours = rest.takeDigits(2...2) else { return nil }
        _ = rest.take(":")
        let minutes = rest.isEmpty ? 0 : rest.takeDigits(2...2)
        guard let minutes, hours <= 18, minutes < 60 else { return nil }
        return sign * (hours * 3600 + minutes * 60)
    }
}

extension ArraySlice<UInt8> {
    fileprivate mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard first == UInt8(ascii: character) else { return false }
        removeFirst()
        return true
    }

    fileprivate mutating func takeDigits(_ count: ClosedRange<Int>) -> Int64? {
        let digits = prefix(count.upperBound).prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        guard digits.count >= count.lowerBound else { return nil }
        removeFirst(digits.count)
        return digits.reduce(0) { $0 * 10 + Int64($1 - UInt8(ascii: "0")) }
    }
}
