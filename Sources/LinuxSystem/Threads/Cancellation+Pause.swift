extension Cancellation {
    /// Sleeps for `nanoseconds`. Returns true as soon as the work is stopped or its deadline passes.
    package func pause(_ nanoseconds: UInt64) -> Bool {
        let parker = Parker()
        let registration = whenStopped { parker.unpark() }
        defer { registration.end() }
        parker.park(until: min(MonotonicClock.deadline(after: nanoseconds), deadline ?? .max))
        return isStopped
    }
}
