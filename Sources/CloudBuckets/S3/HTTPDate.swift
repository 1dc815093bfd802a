internal import CivilDates

/// An HTTP date in the only form that is still sent (RFC 9110, 5.6.7): `Sun, 06 Nov 1994 08:49:37 GMT`.
enum HTTPDate {
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    /// Milliseconds since 1970; nil for another form.
    static func milliseconds(_ text: String) -> UInt64? {
        let words = text.split(separator: " ")
        guard words.count == 6, words[5] == "GMT", let month = months.firstIndex(of: String(words[2])) else {
            return nil
        }
        let clock = words[4].split(separator: ":", omittingEmptySubsequences: false)
        guard clock.count == 3, let day = Int64(words[1]), let year = Int64(words[3]), let hour = Int64(clock[0]),
            let minute = Int64(clock[1]), let second = Int64(clock[2])
        else { return nil }
        let civil = CivilTime(
            year: year,
            month: Int64(month + 1),
            day: day,
            hour: hour,
            minute: minute,
            second: second
        )
        guard civil.isValid else { return nil }
        return UInt64(exactly: civil.instant(offset: 0) / 1_000)
    }
}
