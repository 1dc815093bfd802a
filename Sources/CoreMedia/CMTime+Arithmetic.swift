// Comparison and arithmetic. Nothing traps: results out of range are `positiveInfinity`, `negativeInfinity` or
// `invalid`, as with Apple's.

/// Returns -1, 0 or 1. Order: negative infinity, numbers, positive infinity, indefinite, invalid.
public func CMTimeCompare(_ left: CMTime, _ right: CMTime) -> Int32 {
    guard left.isNumeric, right.isNumeric, left.epoch == right.epoch else {
        let ranks = (rank(left), rank(right))
        if ranks.0 != ranks.1 { return ranks.0 < ranks.1 ? -1 : 1 }
        return left.epoch == right.epoch ? 0 : left.epoch < right.epoch ? -1 : 1
    }
    let (first, second) = (
        Int128(left.value) * Int128(right.timescale), Int128(right.value) * Int128(left.timescale)
    )
    return first == second ? 0 : first < second ? -1 : 1
}

private func rank(_ time: CMTime) -> Int {
    if time.isNegativeInfinity { return 0 }
    if time.isNumeric { return 1 }
    if time.isPositiveInfinity { return 2 }
    return time.isIndefinite ? 3 : 4
}

extension CMTime: Comparable {
    /// Whether the left time is earlier.
    public static func < (left: CMTime, right: CMTime) -> Bool { CMTimeCompare(left, right) < 0 }
}

extension CMTime {
    /// The sum.
    public static func + (left: CMTime, right: CMTime) -> CMTime { CMTimeAdd(left, right) }
    /// The difference.
    public static func - (left: CMTime, right: CMTime) -> CMTime { CMTimeSubtract(left, right) }
    /// Adds a time.
    public static func += (left: inout CMTime, right: CMTime) { left = left + right }
    /// Subtracts a time.
    public static func -= (left: inout CMTime, right: CMTime) { left = left - right }

    /// Returns the time in another timescale, rounded by `method`; invalid for a timescale that is not positive.
    public func convertScale(_ newTimescale: CMTimeScale, method: CMTimeRoundingMethod) -> CMTime {
        guard isNumeric else { return self }
        guard newTimescale > 0 else { return .invalid }
        let (quotient, remainder) = (Int128(value) * Int128(newTimescale)).quotientAndRemainder(
            dividingBy: Int128(timescale)
        )
        let step: Int128 = remainder < 0 ? -1 : 1
        let parts: Int128 =
            switch method {
            case _ where remainder == 0: quotient
            case .roundTowardZero: quotient
            case .roundAwayFromZero, .quickTime: quotient + step
            case .roundHalfAwayFromZero: abs(remainder) * 2 >= Int128(timescale) ? quotient + step : quotient
            case .roundTowardPositiveInfinity: max(quotient, quotient + step)
            case .roundTowardNegativeInfinity: min(quotient, quotient + step)
            }
        guard let value = Int64(exactly: parts) else { return parts > 0 ? .positiveInfinity : .negativeInfinity }
        var flags = flags
        if remainder != 0 { flags.insert(.hasBeenRounded) }
        return CMTime(value: value, timescale: newTimescale, flags: flags, epoch: epoch)
    }
}

/// How a conversion to another timescale rounds.
public enum CMTimeRoundingMethod: UInt32, Sendable {
    /// To the nearest value; halves away from zero.
    case roundHalfAwayFromZero = 1
    /// Toward zero.
    case roundTowardZero = 2
    /// Away from zero.
    case roundAwayFromZero = 3
    /// Like QuickTime: away from zero.
    case quickTime = 4
    /// Up.
    case roundTowardPositiveInfinity = 5
    /// Down.
    case roundTowardNegativeInfinity = 6

    /// `roundHalfAwayFromZero`.
    public static var `default`: CMTimeRoundingMethod { .roundHalfAwayFromZero }
}

/// Returns the time in another timescale, rounded by `method`.
public func CMTimeConvertScale(_ time: CMTime, timescale: CMTimeScale, method: CMTimeRoundingMethod) -> CMTime {
    time.convertScale(timescale, method: method)
}

/// Returns the sum.
public func CMTimeAdd(_ left: CMTime, _ right: CMTime) -> CMTime { combined(left, right, subtracts: false) }

/// Returns the difference.
public func CMTimeSubtract(_ left: CMTime, _ right: CMTime) -> CMTime { combined(left, right, subtracts: true) }

/// Returns the product with a number, in the same timescale.
public func CMTimeMultiplyByFloat64(_ time: CMTime, multiplier: Double) -> CMTime {
    guard time.isNumeric else { return time }
    return CMTime(seconds: time.seconds * multiplier, preferredTimescale: time.timescale, epoch: time.epoch)
}

/// Returns the earlier time.
public func CMTimeMinimum(_ left: CMTime, _ right: CMTime) -> CMTime { min(left, right) }

/// Returns the later time.
public func CMTimeMaximum(_ left: CMTime, _ right: CMTime) -> CMTime { max(left, right) }

private func combined(_ left: CMTime, _ right: CMTime, subtracts: Bool) -> CMTime {
    guard left.isValid, right.isValid else { return .invalid }
    guard left.isNumeric, right.isNumeric else {
        if left.isIndefinite || right.isIndefinite { return .indefinite }
        if !right.isNumeric {
            let isPositive = right.isPositiveInfinity != subtracts
            // Infinity minus infinity is invalid.
            if !left.isNumeric, left.isPositiveInfinity != isPositive { return .invalid }
            return isPositive ? .positiveInfinity : .negativeInfinity
        }
        return left
    }
    let timescale = commonTimescale(left.timescale, right.timescale)
    let (first, second) = (
        left.convertScale(timescale, method: .default), right.convertScale(timescale, method: .default)
    )
    guard first.isNumeric, second.isNumeric else { return .positiveInfinity }
    let (value, overflow) =
        subtracts
        ? first.value.subtractingReportingOverflow(second.value)
        : first.value.addingReportingOverflow(second.value)
    guard !overflow else { return first.value > 0 ? .positiveInfinity : .negativeInfinity }
    let flags = first.flags.union(second.flags)
    return CMTime(value: value, timescale: timescale, flags: flags, epoch: left.epoch)
}

/// The least common multiple, or the larger one if the multiple overflows.
private func commonTimescale(_ left: CMTimeScale, _ right: CMTimeScale) -> CMTimeScale {
    var (divisor, rest) = (Int64(left), Int64(right))
    while rest != 0 { (divisor, rest) = (rest, divisor % rest) }
    return CMTimeScale(exactly: Int64(left) / divisor * Int64(right)) ?? max(left, right)
}
