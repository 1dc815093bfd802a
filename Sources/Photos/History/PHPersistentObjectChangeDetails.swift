import LibraryModel
import Synchronization

/// Which objects of a type a change inserted, updated and deleted, by local identifier.
///
/// Each set is made when it is first asked for.
public final class PHPersistentObjectChangeDetails: NSObject, Sendable {
    private struct Sets {
        var inserted: Set<String>?
        var updated: Set<String>?
        var deleted: Set<String>?
    }

    /// The type of the objects.
    public let objectType: PHObjectType
    private let stretch: HistoryStretch
    private let changes: Range<Int>
    private let sets = Mutex(Sets())

    init(_ objectType: PHObjectType, _ stretch: HistoryStretch, _ changes: Range<Int>) {
        self.objectType = objectType
        self.stretch = stretch
        self.changes = changes
    }

    /// Objects that are new, or that this app may see since.
    public var insertedLocalIdentifiers: Set<String> { identifiers(\.inserted, .inserted) }
    /// Objects that changed.
    public var updatedLocalIdentifiers: Set<String> { identifiers(\.updated, .updated) }
    /// Objects that were deleted, or that this app may see no longer.
    public var deletedLocalIdentifiers: Set<String> { identifiers(\.deleted, .deleted) }

    private func identifiers(
        _ set: any WritableKeyPath<Sets, Set<String>?> & Sendable,
        _ change: ChangeKind
    ) -> Set<String> {
        if let made = sets.withLock({ $0[keyPath: set] }) { return made }
        let made = makeIdentifiers(change)
        sets.withLock { $0[keyPath: set] = made }
        return made
    }

    private func makeIdentifiers(_ change: ChangeKind) -> Set<String> {
        let kind = objectType.kind
        let page = stretch.page
        let matching = changes.lazy.filter {
            page.changeKinds[$0] == change.rawValue && page.objectKinds[$0] == kind.rawValue
        }
        var count = 0
        for _ in matching { count += 1 }
        // Sized beforehand: growing a set hashes what is in it again.
        var identifiers = Set<String>(minimumCapacity: count)
        for index in matching { identifiers.insert(LocalIdentifier(kind, page.objects[index]).string) }
        return identifiers
    }
}
