import Glibc

/// How far a place's clocks are from UTC at any moment.
struct TimeZoneOffsets: Sendable {
    /// Seconds east of UTC at an instant in microseconds since 1970.
    var secondsEast: @Sendable (Int64) -> Int64

    /// The place that this process is in, by `TZ` or the system's setting.
    static let local = TimeZoneOffsets { instant in
        var seconds = time_t(instant / 1_000_000)
        var parts = unsafe tm()
        // Fails only for years that do not fit an Int32, and microseconds do not reach so far.
        guard unsafe localtime_r(&seconds, &parts) != nil else { return 0 }
        return Int64(unsafe parts.tm_gmtoff)
    }

    static func fixed(_ seconds: Int64) -> TimeZoneOffsets { TimeZoneOffsets { _ in seconds } }
}
