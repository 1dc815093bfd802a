/// Exponential back-off: pauses between attempts, doubled from `first` to `last`, reset after a success.
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

    /// Returns the nanoseconds to wait before the next attempt, and doubles them.
    package mutating func pause() -> UInt64 {
        defer { next = next > last / 2 ? last : next * 2 }
        return next
    }

    /// With jitter: between half of the pause and all of it, so that clients that failed together retry apart.
    package mutating func pause(using random: inout some RandomNumberGenerator) -> UInt64 {
        let whole = pause()
        return UInt64.random(in: whole / 2...whole, using: &random)
    }

    /// An attempt succeeded.
    package mutating func reset() { next = first }
}
