import Glibc

/// CLOCK_MONOTONIC, which never jumps.
package enum MonotonicClock {
    /// Nanoseconds since an arbitrary moment.
    package static func now() -> UInt64 {
        var time = timespec()
        _ = unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }

    /// The moment `nanoseconds` from now, clamped to the type's range.
    package static func deadline(after nanoseconds: UInt64) -> UInt64 {
        let (sum, overflow) = now().addingReportingOverflow(nanoseconds)
        return overflow ? .max : sum
    }
}
