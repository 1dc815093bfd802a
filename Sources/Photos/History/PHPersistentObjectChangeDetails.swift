import LibraryModel
import Synchronization

/// The local identifiers of the objects of a type that a change inserted, updated and deleted. Thread-safe.
///
/// Builds each set on first access.
public final class PHPersistentObjectChangeDetails: NSObject, Sendable {
    private struct Sets {
        private var inserted: Set<String>?
        private var updated: Set<String>?
        private var deleted: Set<String>?

        subscript(change: ChangeKind) -> Set<String>? {
            get {
                switch change {
                case .inserted: inserted
                case .updated: updated
                case .deleted: deleted
                }
            }
            set {
                switch change {
                case .inserted: inserted = newValue
                case .updated: updated = newValue
                case .deleted: deleted = newValue
                }
            }
        }
    }

    /// The type of the objects.
    public let objectType: PHObjectType
    private let stretch: HistoryBatch
    private let changes: Range<Int>
    private let sets = Mutex(Sets())
    private let properties = Mutex<[String: PHPersistentChange.Properties]?>(nil)

    init(_ objectType: PHObjectType, _ stretch: HistoryBatch, _ changes: Range<Int>) {
        self.objectType = objectType
        self.stretch = stretch
        self.changes = changes
    }

    /// Objects that were created, or became visible to this app.
    public var insertedLocalIdentifiers: Set<String> { identifiers(.inserted) }
    /// Objects that changed.
    public var updatedLocalIdentifiers: Set<String> { identifiers(.updated) }
    /// Objects that were deleted, or ceased to be visible to this app.
    public var deletedLocalIdentifiers: Set<String> { identifiers(.deleted) }

    /// The changed properties of each of the `updatedLocalIdentifiers`. An addition to PhotoKit.
    public var changedProperties: [String: PHPersistentChange.Properties] {
        if let made = properties.withLock({ $0 }) { return made }
        let made = makeProperties()
        properties.withLock { $0 = made }
        return made
    }

    private func identifiers(_ change: ChangeKind) -> Set<String> {
        if let made = sets.withLock({ $0[change] }) { return made }
        let made = stretch.identifiers(objectType.kind, change, in: changes)
        if !made.isEmpty { sets.withLock { $0[change] = made } }
        return made
    }

    private func makeProperties() -> [String: PHPersistentChange.Properties] {
        let kind = objectType.kind
        let page = stretch.page
        var properties: [String: PHPersistentChange.Properties] = [:]
        for index in changes
        where page.changeKinds[index] == ChangeKind.updated.rawValue && page.objectKinds[index] == kind.rawValue {
            let identifier = LocalIdentifier(kind, page.objects[index]).string
            properties[identifier] = PHPersistentChange.Properties(rawValue: page.fields[index])
        }
        return properties
    }
}
