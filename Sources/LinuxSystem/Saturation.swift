import Glibc

// Sums of numbers that files, descriptors, other programs and the kernel give. Any number can be in them, so these end
// at the largest or smallest number instead of ending the process.
extension FixedWidthInteger {
    /// The sum, or the nearest number to it that there is.
    package func saturatingAdding(_ other: Self) -> Self {
        let (sum, isBeyond) = addingReportingOverflow(other)
        guard isBeyond else { return sum }
        return other < 0 ? .min : .max
    }

    /// The difference, or the nearest number to it that there is.
    package func saturatingSubtracting(_ other: Self) -> Self {
        let (difference, isBeyond) = subtractingReportingOverflow(other)
        guard isBeyond else { return difference }
        return self < other ? .min : .max
    }

    /// The product, or the nearest number to it that there is.
    package func saturatingMultiplied(by other: Self) -> Self {
        let (product, isBeyond) = multipliedReportingOverflow(by: other)
        guard isBeyond else { return product }
        return (self < 0) == (other < 0) ? .max : .min
    }
}

extension timespec {
    /// Nanoseconds: those of the years 1678 to 2262, beyond which every time is the first or the last of them. Files
    /// can have any date.
    var nanoseconds: Int64 { counted(perSecond: 1_000_000_000) }

    /// Microseconds, likewise of the years to 294,246.
    var microseconds: Int64 { counted(perSecond: 1_000_000) }

    private func counted(perSecond units: Int64) -> Int64 {
        let (seconds, isBeyond) = Int64(tv_sec).multipliedReportingOverflow(by: units)
        if isBeyond { return tv_sec < 0 ? .min : .max }
        return seconds.saturatingAdding(Int64(tv_nsec) / (1_000_000_000 / units))
    }
}
