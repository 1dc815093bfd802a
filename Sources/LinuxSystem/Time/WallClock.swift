import Glibc

/// CLOCK_REALTIME, which may be set.
package enum WallClock {
    /// Microseconds since 1970-01-01 00:00:00 UTC.
    package static func microseconds() -> Int64 {
        var time = timespec()
        _ = unsafe clock_gettime(CLOCK_REALTIME, &time)
        return time.microseconds
    }

    /// Milliseconds since then.
    package static func milliseconds() -> Int64 { microseconds() / 1_000 }
}
