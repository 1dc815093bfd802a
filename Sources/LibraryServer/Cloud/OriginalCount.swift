internal import LibraryModel
internal import LibraryStore
internal import Synchronization

/// Where the originals are, counted anew only after something changed: counting reads a row of every file.
final class OriginalCount: Sendable {
    private let changes = Atomic<UInt64>(0)
    private let counted = Mutex<(changes: UInt64, storage: OriginalStorage)?>(nil)

    /// Originals were added, evicted, brought back or refused.
    func changed() { changes.add(1, ordering: .relaxed) }

    func storage(of store: LibraryStore) throws(LibraryError) -> OriginalStorage {
        let now = changes.load(ordering: .relaxed)
        if let counted = counted.withLock({ $0 }), counted.changes == now { return counted.storage }
        let storage = try store.originalStorage()
        counted.withLock { $0 = (now, storage) }
        return storage
    }
}
