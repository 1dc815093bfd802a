package import CivilDates

/// Reads when access is to end: a date, or how long from now: `90s`, `30m`, `2h`, `7d`, `4w`.
package struct ExpiryParser: Sendable {
    package var dates: DateParser

    package init(dates: DateParser = DateParser()) { self.dates = dates }

    /// Seconds of each unit.
    private static let units: [Character: Int64] = ["s": 1, "m": 60, "h": 3_600, "d": 86_400, "w": 7 * 86_400]

    /// Microseconds since 1970; nil when the text is neither.
    package func instant(_ text: String, now: Int64) -> Int64? {
        guard let last = text.last, let unit = ExpiryParser.units[last] else { return dates.instant(text) }
        let digits = text.dropLast()
        guard !digits.isEmpty, digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
            let count = Int64(digits)
        else { return nil }
        let (span, isTooLong) = count.multipliedReportingOverflow(by: unit * 1_000_000)
        let (end, isTooFar) = now.addingReportingOverflow(span)
        return isTooLong || isTooFar ? nil : end
    }
}
