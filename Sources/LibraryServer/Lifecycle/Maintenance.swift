internal import LibraryModel
internal import LibraryStore
internal import LinuxSystem

/// The server's periodic work, every minute: prunes history, purges what was deleted 30 days ago, removes files that
/// nothing refers to any more, loads the photos into memory when that had failed, and deletes previews when the disk is
/// nearly full. Each step is one short transaction,
/// so requests never wait long behind it. Does nothing to a library that is read-only because its volume is synced
/// (`LibraryVolume`).
final class Maintenance: Sendable {
    /// Nanoseconds between two rounds.
    static let interval: UInt64 = 60_000_000_000

    private let library: ServedLibrary
    private let thread = ServiceThread()

    init(_ library: ServedLibrary) { self.library = library }

    func start() throws(SystemCallError) {
        if library.provider != nil { return }
        try thread.start("maintenance") { [self] in
            repeat { runOnce() } while thread.wait(until: MonotonicClock.deadline(after: Maintenance.interval))
        }
    }

    /// Ends the thread and waits for that.
    func stop() { thread.stop() }

    private func runOnce() {
        do throws(LibraryError) {
            try library.uses.write(to: library.store)
            try library.originalUses.write(to: library.store)
            while try library.store.maintain() {}
            while try library.store.purgeRecentlyDeleted() {}
            try library.store.reloadColumns()
            try library.staging.removeUnused()
            try library.renditionMaker?.evictPreviews()
        } catch {
            library.log.event("maintenance-failed", ["error": error.reason])
        }
    }
}
