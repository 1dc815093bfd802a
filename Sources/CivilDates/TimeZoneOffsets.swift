import Glibc

/// How far a place's clocks are from UTC at any moment.
package struct TimeZoneOffsets: Sendable {
    /// Seconds east of UTC at an instant in microseconds since 1970.
    package var secondsEast: @Sendable (Int64) -> Int64

    /// The place that this process is in, by `TZ` or the system's setting.
    package static let local = TimeZoneOffsets { instant in
        var seconds = time_t(instant / 1_000_000)
        var parts = unsafe tm()
        // Fails only for years that do not fit an Int32, and microseconds do not reach so far.
        guard unsafe localtime_r(&seconds, &parts) != nil else { return 0 }
        return Int64(unsafe parts.tm_gmtoff)
    }

    /// The days from 1970-01-01 to the date that it is there at an instant.
    package func dayNumber(at instant: Int64) -> Int64 {
        let seconds = instant.floored(by: 1_000_000).quotient + secondsEast(instant)
        return seconds.floored(by: 86_400).quotient
    }

    package static func fixed(_ seconds: Int64) -> TimeZoneOffsets { TimeZoneOffsets { _ in seconds } }

    /// When it is this time there. The offset depends on the instant that is looked for: the first guess is right
    /// except near a change of the clocks, where the second one is.
    package func instant(of civil: CivilTime) -> Int64 {
        let guess = secondsEast(civil.instant(offset: 0))
        return civil.instant(offset: secondsEast(civil.instant(offset: guess)))
    }
}
