extension Cancellation {
    /// Sleeps for so many nanoseconds. Returns true, at once, when the work is stopped.
    package func pause(_ nanoseconds: UInt64) -> Bool {
        let parker = Parker()
        let registration = whenStopped { parker.unpark() }
        defer { registration.end() }
        parker.park(until: min(MonotonicClock.deadline(after: nanoseconds), deadline ?? .max))
        return isStopped
    }
}
