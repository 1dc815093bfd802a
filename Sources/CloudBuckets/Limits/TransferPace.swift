package import LibraryModel
package import LinuxSystem
internal import Synchronization

/// Makes the threads of all transfers wait as the limits require. New limits apply at once, also to threads that wait.
package final class TransferPace: Sendable {
    /// The time by which it is measured, and waiting.
    package struct Clock: Sendable {
        /// Monotonic nanoseconds.
        var now: @Sendable () -> UInt64
        /// Waits for nanoseconds; returns early, with true, once the work is to stop.
        var pause: @Sendable (UInt64, Cancellation) -> Bool

        package init(
            now: @escaping @Sendable () -> UInt64,
            pause: @escaping @Sendable (UInt64, Cancellation) -> Bool
        ) {
            self.now = now
            self.pause = pause
        }

        package static let monotonic = Clock(now: { MonotonicClock.now() }, pause: { $1.pause($0) })
    }

    private let allowance: Mutex<TransferAllowance>
    private let clock: Clock

    /// Nanoseconds until a thread that waits looks at the limits again.
    private static let longestPause: UInt64 = 1_000_000_000

    package init(_ limits: TransferLimits, clock: Clock = .monotonic) {
        self.clock = clock
        allowance = Mutex(TransferAllowance(limits, now: clock.now()))
    }

    package func set(_ limits: TransferLimits) {
        let now = clock.now()
        allowance.withLock { $0 = TransferAllowance(limits, now: now) }
    }

    func wait(for amount: Int, of kind: TransferAllowance.Kind, _ cancellation: Cancellation) throws(BucketFailure) {
        while true {
            let now = clock.now()
            guard let pause = allowance.withLock({ $0.take(amount, of: kind, now: now) }) else { return }
            if clock.pause(min(pause, TransferPace.longestPause), cancellation) { try checkStopped(cancellation) }
        }
    }
}
