/// Pauses between attempts at what may not work at first: doubled from the first to the last, and short again after an
/// attempt that worked.
package struct Backoff: Hashable, Sendable {
    private let first: UInt64
    private let last: UInt64
    private var next: UInt64

    /// In nanoseconds.
    package init(first: UInt64 = 50_000_000, last: UInt64 = 5_000_000_000) {
        self.first = first
        self.last = last
        next = first
    }

    /// Nanoseconds to wait before the next attempt.
    package mutating func pause() -> UInt64 {
        defer { next = next > last / 2 ? last : next * 2 }
        return next
    }

    /// An attempt worked.
    package mutating func reset() { next = first }
}
