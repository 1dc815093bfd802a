/// Dates as text. Instants are microseconds since 1970.
package enum DateText {
    /// For people, where they are: `2024-05-01 14:03:22 +02:00`.
    package static func local(_ instant: Int64, zone: TimeZoneOffsets = .local) -> String {
        let offset = zone.secondsEast(instant)
        return "\(date(instant, offset)) \(time(instant, offset)) \(self.offset(offset))"
    }

    /// The same to the minute and without the offset: `2024-05-01 14:03`.
    package static func minute(_ instant: Int64, zone: TimeZoneOffsets = .local) -> String {
        String(local(instant, zone: zone).prefix(16))
    }

    /// For programs: `2024-05-01T12:03:22Z`, with a fraction when there is one.
    package static func universal(_ instant: Int64) -> String {
        let micros = CivilTime(instant: instant).microsecond
        let fraction =
            if micros == 0 {
                ""
            } else if micros % 1000 == 0 {
                "." + digits(micros / 1000, 3)
            } else {
                "." + digits(micros, 6)
            }
        return "\(date(instant, 0))T\(time(instant, 0))\(fraction)Z"
    }

    private static func date(_ instant: Int64, _ offset: Int64) -> String {
        let civil = CivilTime(instant: instant, offset: offset)
        return "\(digits(civil.year, 4))-\(digits(civil.month, 2))-\(digits(civil.day, 2))"
    }

    private static func time(_ instant: Int64, _ offset: Int64) -> String {
        let civil = CivilTime(instant: instant, offset: offset)
        return "\(digits(civil.hour, 2)):\(digits(civil.minute, 2)):\(digits(civil.second, 2))"
    }

    /// For example `20240229_134501`, as cameras name their files.
    package static func compact(_ instant: Int64, offset: Int64) -> String {
        (date(instant, offset) + "_" + time(instant, offset)).filter { $0 != "-" && $0 != ":" }
    }

    /// For example `+02:00`.
    package static func offset(_ seconds: Int64) -> String {
        let minutes = seconds.magnitude / 60
        return (seconds < 0 ? "-" : "+") + digits(Int64(minutes / 60), 2) + ":" + digits(Int64(minutes % 60), 2)
    }

    private static func digits(_ number: Int64, _ count: Int) -> String {
        let text = String(number.magnitude)
        return (number < 0 ? "-" : "") + String(repeating: "0", count: max(0, count - text.count)) + text
    }
}
