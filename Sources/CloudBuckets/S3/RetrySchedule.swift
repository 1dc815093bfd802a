internal import LinuxSystem

/// Whether and when to retry a failed request. A value without a clock.
package struct RetrySchedule: Hashable, Sendable {
    /// Attempts before giving up, counted from the last one that made progress.
    private static let attemptLimit = 5
    /// Nanoseconds.
    private static let longestPause: UInt64 = 20_000_000_000
    /// The longest `Retry-After` in seconds: a request that is to wait longer is given up.
    private static let longestWish = 60

    private var backoff = Backoff(first: 250_000_000, last: RetrySchedule.longestPause)
    private var attempts = 0

    package init() {}

    /// An attempt failed transiently. Returns the nanoseconds to wait; nil to give up. `wish`: the store's
    /// `Retry-After`, in seconds.
    package mutating func pause(wish: Int?, using random: inout some RandomNumberGenerator) -> UInt64? {
        attempts += 1
        if attempts == RetrySchedule.attemptLimit { return nil }
        let pause = backoff.pause(using: &random)
        guard let wish, wish > 0 else { return pause }
        if wish > RetrySchedule.longestWish { return nil }
        return max(pause, UInt64(wish) * 1_000_000_000)
    }

    /// An attempt made progress: a long download over a poor network continues as long as it does.
    package mutating func gotFurther() {
        attempts = 0
        backoff.reset()
    }
}
