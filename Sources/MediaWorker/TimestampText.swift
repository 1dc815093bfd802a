internal import CivilDates

extension CivilTime {
    /// A time as a file has it, in an unspecified time zone. Nil for a nonexistent time, such as the zeros of a camera
    /// whose clock was never set.
    init?(recorded year: Int64, _ month: Int64, _ day: Int64, _ hour: Int64, _ minute: Int64, _ second: Int64) {
        // A leap second is the last moment before the next minute.
        let second = second == 60 ? 59 : second
        self.init(year: year, month: month, day: day, hour: hour, minute: minute, second: second)
        // The first photograph is from 1826.
        guard year >= 1826, isValid else { return nil }
    }

    /// Microseconds since 1970 if the clock shows UTC.
    var microsecondsAsUTC: Int64 { instant(offset: 0) }
}

/// A time as files have it: `2024:05:01 12:34:56`, `2024-05-01T12:34:56.25+0200`, `…Z`.
struct TimestampText {
    var time: CivilTime
    /// Seconds east of UTC; nil when the text has no offset.
    var utcOffset: Int32?

    /// Nil without a date and a time.
    init?(_ text: String) {
        var rest = text.utf8[...]
        var numbers: [Int64] = []
        while numbers.count < 6 {
            while let unit = rest.first, !unit.isDigit {
                // The separators, which exclude letters of a month's name.
                guard " :-/.T".utf8.contains(unit), !numbers.isEmpty else { return nil }
                rest.removeFirst()
            }
            let digits = rest.prefix(while: \.isDigit)
            guard !digits.isEmpty, digits.count <= 4, let number = Int64(String(digits) ?? "") else { return nil }
            numbers.append(number)
            rest = rest.dropFirst(digits.count)
        }
        guard
            var time = CivilTime(recorded: numbers[0], numbers[1], numbers[2], numbers[3], numbers[4], numbers[5])
        else { return nil }
        if rest.first == UInt8(ascii: ".") {
            let digits = rest.dropFirst().prefix(while: \.isDigit)
            time.microsecond = TimestampText.microseconds(fraction: digits)
            rest = rest.dropFirst(1 + digits.count)
        }
        self.time = time
        utcOffset = TimestampText.utcOffset(String(rest) ?? "")
    }

    /// The digits after a decimal point in microseconds.
    static func microseconds(fraction digits: some Sequence<UInt8>) -> Int64 {
        var value: Int64 = 0
        var scale: Int64 = 100_000
        for digit in digits where digit.isDigit {
            value += Int64(digit - UInt8(ascii: "0")) * scale
            scale /= 10
        }
        return value
    }

    /// Seconds east of UTC of `+02:00`, `-0730`, `+02`, or `Z`.
    static func utcOffset(_ text: String) -> Int32? {
        let trimmed = text.utf8.filter { $0 != UInt8(ascii: " ") && $0 != 0 }
        if trimmed == [UInt8(ascii: "Z")] { return 0 }
        guard let sign = trimmed.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else { return nil }
        let body = trimmed.dropFirst()
        guard body.allSatisfy({ $0.isDigit || $0 == UInt8(ascii: ":") }) else { return nil }
        let digits = body.filter(\.isDigit).map { Int32($0 - UInt8(ascii: "0")) }
        guard digits.count == 4 || digits.count == 2 else { return nil }
        let hours = digits[0] * 10 + digits[1]
        let minutes = digits.count == 4 ? digits[2] * 10 + digits[3] : 0
        // Offsets range from UTC-12 to UTC+14.
        guard hours <= 14, minutes <= 59 else { return nil }
        let seconds = (hours * 60 + minutes) * 60
        return sign == UInt8(ascii: "-") ? -seconds : seconds
    }
}

extension UInt8 {
    fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
}
