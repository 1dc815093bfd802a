import Glibc

// Saturating arithmetic for numbers from files, peers and the kernel, where an overflow must not trap.
extension FixedWidthInteger {
    /// The sum, clamped to the type's range.
    package func saturatingAdding(_ other: Self) -> Self {
        let (sum, isBeyond) = addingReportingOverflow(other)
        guard isBeyond else { return sum }
        return other < 0 ? .min : .max
    }

    /// The difference, clamped to the type's range.
    package func saturatingSubtracting(_ other: Self) -> Self {
        let (difference, isBeyond) = subtractingReportingOverflow(other)
        guard isBeyond else { return difference }
        return self < other ? .min : .max
    }

    /// The product, clamped to the type's range.
    package func saturatingMultiplied(by other: Self) -> Self {
        let (product, isBeyond) = multipliedReportingOverflow(by: other)
        guard isBeyond else { return product }
        return (self < 0) == (other < 0) ? .max : .min
    }
}

extension timespec {
    /// Nanoseconds since 1970, clamped to the years 1678 to 2262: files can have any date.
    var nanoseconds: Int64 { counted(perSecond: 1_000_000_000) }

    /// Microseconds since 1970, clamped to the year 294,246.
    var microseconds: Int64 { counted(perSecond: 1_000_000) }

    private func counted(perSecond units: Int64) -> Int64 {
        let (seconds, isBeyond) = Int64(tv_sec).multipliedReportingOverflow(by: units)
        if isBeyond { return tv_sec < 0 ? .min : .max }
        return seconds.saturatingAdding(Int64(tv_nsec) / (1_000_000_000 / units))
    }
}
