/// A date and a time of day as a clock shows it, in whatever time zone.
struct CivilTime: Hashable {
    var year: Int
    var month: Int
    var day: Int
    var hour: Int
    var minute: Int
    var second: Int
    var microsecond = 0

    /// Nil when there is no such moment, as in the zeros that a camera writes whose clock was never set.
    init?(year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int) {
        // The first photograph is from 1826.
        guard (1826...9999).contains(year), (1...12).contains(month), day >= 1,
            day <= CivilTime.days(inMonth: month, of: year), (0...23).contains(hour), (0...59).contains(minute),
            (0...60).contains(second)
        else { return nil }
        (self.year, self.month, self.day) = (year, month, day)
        // A leap second is the last moment before the next minute.
        (self.hour, self.minute, self.second) = (hour, minute, min(second, 59))
    }

    private static func days(inMonth month: Int, of year: Int) -> Int {
        switch month {
        case 4, 6, 9, 11: 30
        case 2: year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400)) ? 29 : 28
        default: 31
        }
    }

    /// Microseconds since 1970 if the clock shows UTC.
    var microsecondsAsUTC: Int64 {
        // Days from the civil calendar, years starting in March.
        let years = month <= 2 ? year - 1 : year
        let era = years / 400
        let yearOfEra = years - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        let days = era * 146_097 + dayOfEra - 719_468
        let seconds = ((days * 24 + hour) * 60 + minute) * 60 + second
        return Int64(seconds) * 1_000_000 + Int64(microsecond)
    }

    /// The moment whose `microsecondsAsUTC` this is.
    init(microsecondsAsUTC microseconds: Int64) {
        func split(_ value: Int, _ divisor: Int) -> (Int, Int) {
            let rest = ((value % divisor) + divisor) % divisor
            return ((value - rest) / divisor, rest)
        }
        let (seconds, fraction) = split(Int(microseconds), 1_000_000)
        let (minutes, second) = split(seconds, 60)
        let (hours, minute) = split(minutes, 60)
        let (days, hour) = split(hours, 24)
        let (era, dayOfEra) = split(days + 719_468, 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shifted = (5 * dayOfYear + 2) / 153
        month = shifted < 10 ? shifted + 3 : shifted - 9
        day = dayOfYear - (153 * shifted + 2) / 5 + 1
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        (self.hour, self.minute, self.second, microsecond) = (hour, minute, second, fraction)
    }
}

/// A time as files write it: `2024:05:01 12:34:56`, `2024-05-01T12:34:56.25+0200`, `…Z`.
struct TimestampText {
    var time: CivilTime
    /// Seconds east of UTC, nil when the text does not say.
    var utcOffset: Int32?

    /// Nil when it is no date with a time.
    init?(_ text: String) {
        var rest = text.utf8[...]
        var numbers: [Int] = []
        while numbers.count < 6 {
            while let unit = rest.first, !unit.isDigit {
                // Between the numbers there is one of these, never a letter of a month's name.
                guard " :-/.T".utf8.contains(unit), !numbers.isEmpty else { return nil }
                rest.removeFirst()
            }
            let digits = rest.prefix(while: \.isDigit)
            guard !digits.isEmpty, digits.count <= 4, let number = Int(String(digits) ?? "") else { return nil }
            numbers.append(number)
            rest = rest.dropFirst(digits.count)
        }
        guard
            var time = CivilTime(
                year: numbers[0],
                month: numbers[1],
                day: numbers[2],
                hour: numbers[3],
                minute: numbers[4],
                second: numbers[5]
            )
        else { return nil }
        if rest.first == UInt8(ascii: ".") {
            let digits = rest.dropFirst().prefix(while: \.isDigit)
            time.microsecond = TimestampText.microseconds(fraction: digits)
            rest = rest.dropFirst(1 + digits.count)
        }
        self.time = time
        utcOffset = TimestampText.utcOffset(String(rest) ?? "")
    }

    /// Microseconds of the digits behind a decimal point.
    static func microseconds(fraction digits: some Sequence<UInt8>) -> Int {
        var value = 0
        var scale = 100_000
        for digit in digits where digit.isDigit {
            value += Int(digit - UInt8(ascii: "0")) * scale
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
        // The clocks of the earth go from UTC-12 to UTC+14.
        guard hours <= 14, minutes <= 59 else { return nil }
        let seconds = (hours * 60 + minutes) * 60
        return sign == UInt8(ascii: "-") ? -seconds : seconds
    }
}

extension UInt8 {
    fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
}
