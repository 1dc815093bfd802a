internal import LinuxSystem

/// When to synchronise next: after changes of the library, at intervals, and again after failures. A value without a
/// clock; times are nanoseconds of a clock that never jumps.
package struct SyncSchedule: Sendable {
    /// Between looks at a bucket in which nothing happens.
    package static let interval: UInt64 = 60_000_000_000
    /// Without another change before a change is sent: an import is many.
    package static let settlingTime: UInt64 = 2_000_000_000
    /// From the first change, however many follow.
    package static let longestSettling: UInt64 = 20_000_000_000
    package static let firstRetry: UInt64 = 5_000_000_000
    package static let longestRetry: UInt64 = 900_000_000_000
    /// Between looks for files that nobody needs.
    package static let collectionInterval: UInt64 = 3_600_000_000_000

    /// The next look at the bucket, whatever changes here.
    private var poll: UInt64
    private var changes: (first: UInt64, last: UInt64)?
    private var retries = Backoff(first: firstRetry, last: longestRetry)
    private var isRetrying = false
    private var nextCollection: UInt64

    /// Begins at once.
    package init(now: UInt64) {
        poll = now
        nextCollection = now
    }

    /// When the next synchronisation begins. After a failure changes wait for the retry.
    package var next: UInt64 {
        guard let changes, !isRetrying else { return poll }
        return min(poll, changes.last + SyncSchedule.settlingTime, changes.first + SyncSchedule.longestSettling)
    }

    package func collects(at now: UInt64) -> Bool { now >= nextCollection }

    /// The library changed.
    package mutating func changed(at now: UInt64) { changes = (changes?.first ?? now, now) }

    /// The person wants it now.
    package mutating func requested(at now: UInt64) { poll = now }

    /// A synchronisation begins: it takes in all changes so far.
    package mutating func began(at now: UInt64) {
        changes = nil
        if collects(at: now) { nextCollection = now + SyncSchedule.collectionInterval }
    }

    package mutating func ended(isComplete: Bool, at now: UInt64) {
        isRetrying = !isComplete
        if isComplete { retries.reset() }
        poll = now + (isComplete ? SyncSchedule.interval : retries.pause())
    }
}
