internal import CLinux

/// Lets one thread sleep until another wakes it. A wake-up before the sleep is kept: there is one token, which `unpark`
/// puts in place and `park` takes.
@safe package final class Parker: Sendable {
    // Guarded by being changed by atomic operations only, in clinux_park and clinux_unpark.
    private nonisolated(unsafe) let word: UnsafeMutablePointer<UInt32>

    package init() {
        unsafe word = .allocate(capacity: 1)
        unsafe word.initialize(to: 0)
    }

    deinit { unsafe word.deallocate() }

    /// Sleeps until the token is there and takes it. Only one thread at a time may wait.
    /// False when the monotonic `deadline` (nanoseconds) passed first.
    @discardableResult
    package func park(until deadline: UInt64? = nil) -> Bool { unsafe clinux_park(word, deadline ?? 0) != 0 }

    /// Puts the token in place and wakes the sleeper.
    package func unpark() { unsafe clinux_unpark(word) }
}
