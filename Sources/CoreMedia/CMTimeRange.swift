/// A stretch of a movie.
public struct CMTimeRange: Hashable, Sendable {
    /// Where it begins.
    public var start: CMTime
    /// How long it is.
    public var duration: CMTime

    /// A stretch that is none.
    public init() { (start, duration) = (.invalid, .invalid) }

    /// A stretch of a beginning and a length.
    public init(start: CMTime, duration: CMTime) { (self.start, self.duration) = (start, duration) }

    /// A stretch of a beginning and an end.
    public init(start: CMTime, end: CMTime) { self.init(start: start, duration: end - start) }

    /// No stretch.
    public static let invalid = CMTimeRange()
    /// Nothing, at the beginning.
    public static let zero = CMTimeRange(start: .zero, duration: .zero)

    /// The first moment after it.
    public var end: CMTime { start + duration }
    /// Whether it is one: of a time and a length that is not negative.
    public var isValid: Bool { start.isValid && duration.isValid && duration.epoch == 0 && !(duration < .zero) }
    /// Whether there is nothing in it.
    public var isEmpty: Bool { isValid && duration == .zero }
    /// Whether its beginning or its length is not known.
    public var isIndefinite: Bool { isValid && (start.isIndefinite || duration.isIndefinite) }

    /// Whether a moment is in it.
    public func containsTime(_ time: CMTime) -> Bool { isValid && time >= start && time < end }

    /// Whether all of another is in it.
    public func containsTimeRange(_ other: CMTimeRange) -> Bool {
        isValid && other.isValid && other.start >= start && other.end <= end
    }

    /// What is in both; empty where nothing is.
    public func intersection(_ other: CMTimeRange) -> CMTimeRange {
        guard isValid, other.isValid else { return .invalid }
        let (first, last) = (max(start, other.start), min(end, other.end))
        return first < last ? CMTimeRange(start: first, end: last) : .zero
    }

    /// The stretch from the first beginning to the last end.
    public func union(_ other: CMTimeRange) -> CMTimeRange {
        guard isValid, other.isValid else { return .invalid }
        return CMTimeRange(start: min(start, other.start), end: max(end, other.end))
    }
}

/// A stretch of a beginning and a length.
public func CMTimeRangeMake(start: CMTime, duration: CMTime) -> CMTimeRange {
    CMTimeRange(start: start, duration: duration)
}

/// A stretch of a beginning and an end.
public func CMTimeRangeFromTimeToTime(start: CMTime, end: CMTime) -> CMTimeRange {
    CMTimeRange(start: start, end: end)
}

/// The first moment after a stretch.
public func CMTimeRangeGetEnd(_ range: CMTimeRange) -> CMTime { range.end }
