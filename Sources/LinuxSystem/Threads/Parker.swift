internal import CLinux

/// Lets one thread sleep until another wakes it (futex). There is one token, which `unpark` sets and `park` takes, so a
/// wake-up before the sleep is kept.
@safe package final class Parker: Sendable {
    // Guarded by being changed by atomic operations only, in clinux_park and clinux_unpark.
    private nonisolated(unsafe) let word: UnsafeMutablePointer<UInt32>

    package init() {
        unsafe word = .allocate(capacity: 1)
        unsafe word.initialize(to: 0)
    }

    deinit { unsafe word.deallocate() }

    /// Sleeps until the token is set, and takes it. One thread at a time. Returns false when the monotonic `deadline`
    /// (nanoseconds) passes first.
    @discardableResult
    package func park(until deadline: UInt64? = nil) -> Bool { unsafe clinux_park(word, deadline ?? 0) != 0 }

    /// Sets the token and wakes the sleeping thread.
    package func unpark() { unsafe clinux_unpark(word) }
}
