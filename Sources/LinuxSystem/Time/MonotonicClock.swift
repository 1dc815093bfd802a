import Glibc

/// The clock that never jumps.
package enum MonotonicClock {
    /// Nanoseconds since some moment of the past.
    package static func now() -> UInt64 {
        var time = timespec()
        _ = unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }

    /// The moment `nanoseconds` from now; a span too long to be counted ends at the clock's end.
    package static func deadline(after nanoseconds: UInt64) -> UInt64 {
        let (sum, overflow) = now().addingReportingOverflow(nanoseconds)
        return overflow ? .max : sum
    }
}
