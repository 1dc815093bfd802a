internal import Glibc

/// A value that threads wait for: a lock and a condition.
///
/// `@unchecked Sendable`: `state` is touched only by `withLock` and `wait`, which hold `mutex`.
@safe package final class Monitor<State>: @unchecked Sendable {
    private var state: State
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let condition: UnsafeMutablePointer<pthread_cond_t>

    package init(_ state: State) {
        self.state = state
        unsafe mutex = .allocate(capacity: 1)
        unsafe mutex.initialize(to: pthread_mutex_t())
        unsafe condition = .allocate(capacity: 1)
        unsafe condition.initialize(to: pthread_cond_t())
        var attributes = pthread_condattr_t()
        unsafe pthread_condattr_init(&attributes)
        unsafe pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        unsafe pthread_mutex_init(mutex, nil)
        unsafe pthread_cond_init(condition, &attributes)
        unsafe pthread_condattr_destroy(&attributes)
    }

    deinit {
        unsafe pthread_cond_destroy(condition)
        unsafe pthread_mutex_destroy(mutex)
        unsafe condition.deallocate()
        unsafe mutex.deallocate()
    }

    /// Changes the state and wakes all waiters.
    package func update<Result>(_ body: (inout State) throws -> Result) rethrows -> Result {
        unsafe pthread_mutex_lock(mutex)
        defer {
            unsafe pthread_cond_broadcast(condition)
            unsafe pthread_mutex_unlock(mutex)
        }
        return try body(&state)
    }

    /// Reads or changes the state without waking waiters.
    package func withLock<Result>(_ body: (inout State) throws -> Result) rethrows -> Result {
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        return try body(&state)
    }

    /// Calls `body` now and after each update until it returns a value. Returns nil when `timeout` passes first.
    package func wait<Result>(timeout: Duration? = nil, for body: (inout State) -> Result?) -> Result? {
        let end = timeout.map { monotonicTime(after: $0) }
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        while true {
            if let result = body(&state) { return result }
            if var end {
                if unsafe pthread_cond_timedwait(condition, mutex, &end) == ETIMEDOUT { return body(&state) }
            } else {
                unsafe pthread_cond_wait(condition, mutex)
            }
        }
    }
}

private func monotonicTime(after duration: Duration) -> timespec {
    var now = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &now)
    let (seconds, attoseconds) = max(duration, .zero).components
    let nanoseconds = now.tv_nsec + Int(attoseconds / 1_000_000_000)
    return timespec(
        tv_sec: now.tv_sec + Int(min(seconds, 1 << 40)) + nanoseconds / 1_000_000_000,
        tv_nsec: nanoseconds % 1_000_000_000
    )
}
