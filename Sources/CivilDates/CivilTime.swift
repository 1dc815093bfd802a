/// A date and time of day in the Gregorian calendar, without a time zone.
package struct CivilTime: Hashable, Sendable {
    package var year: Int64
    package var month: Int64
    package var day: Int64
    package var hour: Int64
    package var minute: Int64
    package var second: Int64
    package var microsecond: Int64

    package init(
        year: Int64,
        month: Int64,
        day: Int64,
        hour: Int64 = 0,
        minute: Int64 = 0,
        second: Int64 = 0,
        microsecond: Int64 = 0
    ) {
        self.year = year
        self.month = month
        self.day = day
        self.hour = hour
        self.minute = minute
        self.second = second
        self.microsecond = microsecond
    }

    /// The time of day in Greenwich, or elsewhere when `offset` seconds east of UTC are given.
    package init(instant: Int64, offset: Int64 = 0) {
        // Split first: the sum of an extreme instant and an offset in microseconds would not fit.
        let (universal, microsecond) = instant.floored(by: 1_000_000)
        let seconds = universal + offset
        self.microsecond = microsecond
        let days = seconds.flooredQuotient(86_400)
        let ofDay = seconds - days * 86_400
        (hour, minute, second) = (ofDay / 3600, ofDay / 60 % 60, ofDay % 60)
        // Days to a date by 400-year eras that start on a 1 March (Howard Hinnant's `civil_from_days`).
        let shifted = days + 719_468
        let era = shifted.flooredQuotient(146_097)
        let ofEra = shifted - era * 146_097
        let yearOfEra = (ofEra - ofEra / 1460 + ofEra / 36_524 - ofEra / 146_096) / 365
        let ofYear = ofEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * ofYear + 2) / 153
        day = ofYear - (153 * monthFromMarch + 2) / 5 + 1
        month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    /// Whether there is such a date and time, in the years 1 to 9999.
    package var isValid: Bool {
        guard (1...9999).contains(year), (1...12).contains(month), day >= 1 else { return false }
        return day <= daysInMonth && (0..<24).contains(hour) && (0..<60).contains(minute) && (0..<60).contains(second)
            && (0..<1_000_000).contains(microsecond)
    }

    /// Microseconds since 1970 when this is a valid time `offset` seconds east of UTC.
    package func instant(offset: Int64) -> Int64 {
        let fromMarch = month > 2 ? month - 3 : month + 9
        let shiftedYear = month <= 2 ? year - 1 : year
        let era = shiftedYear.flooredQuotient(400)
        let yearOfEra = shiftedYear - era * 400
        let ofYear = (153 * fromMarch + 2) / 5 + day - 1
        let days = era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + ofYear - 719_468
        return (((days * 24 + hour) * 60 + minute) * 60 + second - offset) * 1_000_000 + microsecond
    }

    private var daysInMonth: Int64 {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}

extension Int64 {
    /// The quotient rounded down, and the remainder that goes with it, which is never negative.
    package func floored(by divisor: Int64) -> (quotient: Int64, remainder: Int64) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }

    fileprivate func flooredQuotient(_ divisor: Int64) -> Int64 { floored(by: divisor).quotient }
}
