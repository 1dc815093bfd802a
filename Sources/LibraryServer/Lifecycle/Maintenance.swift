internal import LibraryModel
internal import LibraryStore
internal import LinuxSystem
internal import Synchronization

/// What a server does by itself from time to time: prunes history, empties what was deleted 30 days ago, and deletes
/// files that nothing refers to any more. Each step is small, so that requests never wait for long behind one. In a
/// place that somebody else keeps it does nothing.
final class Maintenance: Sendable {
    /// Nanoseconds between two rounds.
    static let interval: UInt64 = 60_000_000_000
    /// Microseconds that deleted assets can be had back: PhotoKit's 30 days.
    static let recentlyDeletedRetention: Int64 = 30 * 86_400 * 1_000_000

    private let library: ServedLibrary
    private let stopFlag: EventDescriptor
    private let hasEnded: EventDescriptor

    init(_ library: ServedLibrary) throws {
        self.library = library
        stopFlag = try EventDescriptor()
        hasEnded = try EventDescriptor()
    }

    /// Ends `run`, and waits until it has ended.
    func stop() throws(SystemCallError) {
        stopFlag.signal()
        _ = try Poll.wait(hasEnded.descriptor, for: .readable)
    }

    /// For a thread of its own.
    func run() {
        defer { hasEnded.signal() }
        while true {
            do throws(LibraryError) {
                if library.provider != nil { return }
                try library.uses.write(to: library.store)
                while try library.store.maintain() {}
                while try library.store.purgeRecentlyDeleted(olderThan: Maintenance.recentlyDeletedRetention) {}
                try library.staging.removeUnused()
            } catch {
                library.log.event("maintenance-failed", ["error": error.reason])
            }
            do throws(SystemCallError) {
                if try Poll.wait(stopFlag.descriptor, for: .readable, timeoutNanoseconds: Maintenance.interval) {
                    return
                }
            } catch {
                library.log.event("maintenance-failed", ["error": error.reason])
                return
            }
        }
    }
}
