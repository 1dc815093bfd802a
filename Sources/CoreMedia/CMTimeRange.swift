/// A range of times: a start and a duration.
public struct CMTimeRange: Hashable, Sendable {
    /// The start.
    public var start: CMTime
    /// The duration.
    public var duration: CMTime

    /// Creates an invalid range.
    public init() { (start, duration) = (.invalid, .invalid) }

    /// Creates a range from its start and duration.
    public init(start: CMTime, duration: CMTime) { (self.start, self.duration) = (start, duration) }

    /// Creates a range from its start and end.
    public init(start: CMTime, end: CMTime) { self.init(start: start, duration: end - start) }

    /// The invalid range.
    public static let invalid = CMTimeRange()
    /// The empty range at zero.
    public static let zero = CMTimeRange(start: .zero, duration: .zero)

    /// The end, which is not part of the range.
    public var end: CMTime { start + duration }
    /// Whether start and duration are valid and the duration is not negative.
    public var isValid: Bool { start.isValid && duration.isValid && duration.epoch == 0 && !(duration < .zero) }
    /// Whether the range is valid and its duration is zero.
    public var isEmpty: Bool { isValid && duration == .zero }
    /// Whether the range is valid and its start or duration is indefinite.
    public var isIndefinite: Bool { isValid && (start.isIndefinite || duration.isIndefinite) }

    /// Returns whether a time is in the range.
    public func containsTime(_ time: CMTime) -> Bool { isValid && time >= start && time < end }

    /// Returns whether `other` is within this range.
    public func containsTimeRange(_ other: CMTimeRange) -> Bool {
        isValid && other.isValid && other.start >= start && other.end <= end
    }

    /// Returns the common part; `zero` when there is none.
    public func intersection(_ other: CMTimeRange) -> CMTimeRange {
        guard isValid, other.isValid else { return .invalid }
        let (first, last) = (max(start, other.start), min(end, other.end))
        return first < last ? CMTimeRange(start: first, end: last) : .zero
    }

    /// Returns the smallest range that contains both.
    public func union(_ other: CMTimeRange) -> CMTimeRange {
        guard isValid, other.isValid else { return .invalid }
        return CMTimeRange(start: min(start, other.start), end: max(end, other.end))
    }
}

/// Returns a range from its start and duration.
public func CMTimeRangeMake(start: CMTime, duration: CMTime) -> CMTimeRange {
    CMTimeRange(start: start, duration: duration)
}

/// Returns a range from its start and end.
public func CMTimeRangeFromTimeToTime(start: CMTime, end: CMTime) -> CMTimeRange {
    CMTimeRange(start: start, end: end)
}

/// Returns the end of a range.
public func CMTimeRangeGetEnd(_ range: CMTimeRange) -> CMTime { range.end }
