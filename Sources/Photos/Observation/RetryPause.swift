/// Seconds between attempts to reach a library that did not answer: doubled from the first to the last.
struct RetryPause: Sendable {
    private static let first = 0.25
    private static let last = 8.0

    private var seconds = first

    /// How long to wait now.
    mutating func next() -> Double {
        defer { seconds = min(seconds * 2, Self.last) }
        return seconds
    }

    /// The library answered.
    mutating func reset() { seconds = Self.first }
}
