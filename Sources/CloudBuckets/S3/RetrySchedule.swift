internal import LinuxSystem

/// When a request that failed is sent again, and when no more: a value without a clock.
package struct RetrySchedule: Hashable, Sendable {
    /// Attempts after which the request is given up, counted from the last one that got further.
    private static let attemptLimit = 5
    /// Nanoseconds.
    private static let longestPause: UInt64 = 20_000_000_000
    /// Seconds that a store may ask to wait; one that asks for more has the request given up.
    private static let longestWish = 60

    private var backoff = Backoff(first: 250_000_000, last: RetrySchedule.longestPause)
    private var attempts = 0

    package init() {}

    /// An attempt failed in a way that may pass. Returns the nanoseconds to wait; nil to give up. `wish` is what the
    /// store said in `Retry-After`, in seconds.
    package mutating func pause(wish: Int?, using random: inout some RandomNumberGenerator) -> UInt64? {
        attempts += 1
        if attempts == RetrySchedule.attemptLimit { return nil }
        let pause = backoff.pause(using: &random)
        guard let wish, wish > 0 else { return pause }
        if wish > RetrySchedule.longestWish { return nil }
        return max(pause, UInt64(wish) * 1_000_000_000)
    }

    /// Some of it succeeded: a long download over a poor network goes on as long as it gets further.
    package mutating func gotFurther() {
        attempts = 0
        backoff.reset()
    }
}
