internal import LibraryModel
internal import LibraryStore
internal import LinuxSystem
internal import Synchronization

/// Ends grants when their time is over. The store refuses reading from that moment by itself; this sees to it that
/// answers that are on their way, observers and prompts follow, and that the app can ask again.
final class GrantExpiry: Sendable {
    /// Microseconds after which the clock is looked at again, should somebody set it: a minute.
    private static let longestWait: Int64 = 60_000_000

    private let clock: @Sendable () -> Int64
    private let flag: EventDescriptor
    private let hasEnded: EventDescriptor
    private let isStopped = Atomic(false)

    init(clock: @escaping @Sendable () -> Int64) throws(SystemCallError) {
        self.clock = clock
        flag = try EventDescriptor()
        hasEnded = try EventDescriptor()
    }

    /// A grant may end earlier than any before, or the clock was set.
    func wake() { flag.signal() }

    /// Ends `run`, and waits until it has ended.
    func stop() throws(SystemCallError) {
        isStopped.store(true, ordering: .sequentiallyConsistent)
        flag.signal()
        _ = try Poll.wait(hasEnded.descriptor, for: .readable)
    }

    /// For a thread of its own.
    func run(_ library: ServedLibrary) {
        defer { hasEnded.signal() }
        while !isStopped.load(ordering: .sequentiallyConsistent) {
            var wait = GrantExpiry.longestWait
            do throws(LibraryError) {
                let (ended, next) = try library.store.endGrants()
                library.grantsEnded(ended)
                if let next { wait = min(wait, max(0, next.saturatingSubtracting(clock()))) }
            } catch {
                library.log.event("grants-failed", ["error": error.reason])
            }
            do throws(SystemCallError) {
                _ = try Poll.wait(flag.descriptor, for: .readable, timeoutNanoseconds: UInt64(wait) * 1_000)
            } catch {
                library.log.event("grants-failed", ["error": error.reason])
                return
            }
            flag.clear()
        }
    }
}
