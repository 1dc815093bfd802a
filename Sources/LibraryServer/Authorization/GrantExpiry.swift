internal import LibraryModel
internal import LibraryStore
internal import LinuxSystem

/// Ends grants at their expiry time. The store refuses to read from that moment on by itself; this thread recalls
/// replies that are on their way, tells observers and prompts, and lets the app ask again.
final class GrantExpiry: Sendable {
    /// Microseconds until the wall clock is read again, in case somebody sets it: a minute.
    private static let longestWait: Int64 = 60_000_000

    private let clock: @Sendable () -> Int64
    private let thread = ServiceThread()

    init(clock: @escaping @Sendable () -> Int64) { self.clock = clock }

    /// A grant may expire earlier than all others, or the clock was set.
    func wake() { thread.wake() }

    /// Ends the thread and waits for that.
    func stop() { thread.stop() }

    func start(_ library: ServedLibrary) throws(SystemCallError) {
        try thread.start("grants") { [self] in
            while thread.wait(until: MonotonicClock.deadline(after: endGrants(library))) {}
        }
    }

    /// Ends what has expired. Returns the nanoseconds until the next grant expires.
    private func endGrants(_ library: ServedLibrary) -> UInt64 {
        var wait = GrantExpiry.longestWait
        do throws(LibraryError) {
            let (ended, next) = try library.store.endGrants()
            library.grantsEnded(ended)
            if let next { wait = min(wait, max(0, next.saturatingSubtracting(clock()))) }
        } catch {
            library.log.event("grants-failed", ["error": error.reason])
        }
        return UInt64(wait) * 1_000
    }
}
