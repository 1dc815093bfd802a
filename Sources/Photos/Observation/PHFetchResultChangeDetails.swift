import LibraryClient
import LibraryModel

/// The difference between two fetch results. Immutable and thread-safe.
///
/// Applying the parts in this order turns one list into the other: `removedIndexes` (of the old list),
/// `insertedIndexes` (of the new list, ascending), then all moves at once: removes from their first indexes, inserts at
/// their second, ascending. `changedIndexes` are of the new list.
///
/// Apps can subclass it for test doubles.
//
// `@unchecked`, as every open class that is Sendable must be: all stored properties are constants of Sendable types.
open class PHFetchResultChangeDetails<ObjectType: PHObject>: NSObject, @unchecked Sendable {
    private let before: PHFetchResult<ObjectType>
    private let after: PHFetchResult<ObjectType>
    private let isIncremental: Bool
    private let difference: Difference
    private let changed: IndexSet

    init(
        from before: PHFetchResult<ObjectType>,
        to after: PHFetchResult<ObjectType>,
        isIncremental: Bool,
        changed: Set<LocalIdentifier>
    ) {
        (difference, self.changed) = Self.compare(before, after, changed)
        self.before = before
        self.after = after
        self.isIncremental = isIncremental && difference.count <= Self.maximumIncrementalChanges
        super.init()
    }

    init(
        from before: PHFetchResult<ObjectType>,
        to after: PHFetchResult<ObjectType>,
        _ patch: FetchPatch,
        isIncremental: Bool,
        isChanged: (LocalIdentifier) -> Bool
    ) {
        self.before = before
        self.after = after
        difference = Difference(patch.difference)
        changed = IndexSet(patch.keptPlaces.filter { isChanged(LocalIdentifier(.asset, $0.id)) }.map(\.index))
        self.isIncremental = isIncremental
        super.init()
    }

    /// Compares two fetch results, with the objects that the app knows to have changed.
    public init(
        from fromResult: PHFetchResult<ObjectType>,
        to toResult: PHFetchResult<ObjectType>,
        changedObjects: [ObjectType]
    ) {
        let identifiers = Set(changedObjects.compactMap(\.resolvedIdentity))
        (difference, changed) = Self.compare(fromResult, toResult, identifiers)
        before = fromResult
        after = toResult
        isIncremental = difference.count <= Self.maximumIncrementalChanges
        super.init()
    }

    /// Creates empty details, for subclasses of apps.
    public override init() {
        (before, after) = (PHFetchResult(), PHFetchResult())
        (difference, changed) = Self.compare(before, after, [])
        isIncremental = true
        super.init()
    }

    /// The difference, and the new indexes of changed objects.
    private static func compare(
        _ before: PHFetchResult<ObjectType>,
        _ after: PHFetchResult<ObjectType>,
        _ changed: Set<LocalIdentifier>
    ) -> (Difference, IndexSet) {
        let (old, new) = (before.identifiers, after.identifiers)
        let difference = ListDifference(
            from: old.count,
            { old.identifier(at: $0) },
            to: new.count,
            { new.identifier(at: $0) }
        )
        var places = IndexSet()
        for index in new.places(of: changed) where !difference.inserted.contains(index) { places.insert(index) }
        return (Difference(difference), places)
    }

    /// Inserted, removed and moved objects. Beyond that reloading the whole result is faster for an app.
    static var maximumIncrementalChanges: Int { 10_000 }

    var isEmpty: Bool { difference.isEmpty && changed.isEmpty }

    /// The result before the change.
    open var fetchResultBeforeChanges: PHFetchResult<ObjectType> { before }
    /// The result after the change. Keep it for the next change.
    open var fetchResultAfterChanges: PHFetchResult<ObjectType> { after }
    /// Whether there are indexes. Without them reload the whole result.
    open var hasIncrementalChanges: Bool { isIncremental }

    /// Indexes of removed objects in the old list; nil without incremental changes.
    open var removedIndexes: IndexSet? { hasIncrementalChanges ? difference.removed : nil }
    /// The removed objects, in the order of `removedIndexes`.
    open var removedObjects: [ObjectType] { removedIndexes.map(fetchResultBeforeChanges.objects) ?? [] }
    /// Indexes of inserted objects in the new list; nil without incremental changes.
    open var insertedIndexes: IndexSet? { hasIncrementalChanges ? difference.inserted : nil }
    /// The inserted objects, in the order of `insertedIndexes`.
    open var insertedObjects: [ObjectType] { insertedIndexes.map(fetchResultAfterChanges.objects) ?? [] }
    /// Indexes in the new list of changed objects that were in the old list, too; nil without incremental changes.
    open var changedIndexes: IndexSet? { hasIncrementalChanges ? changed : nil }
    /// The changed objects, in the order of `changedIndexes`.
    open var changedObjects: [ObjectType] { changedIndexes.map(fetchResultAfterChanges.objects) ?? [] }
    /// Whether objects of the old list have moved.
    open var hasMoves: Bool { hasIncrementalChanges && !difference.moves.isEmpty }

    /// Calls `handler` with each move, ascending by the second index: from an index of the list after removals and
    /// insertions, to one of the new list.
    open func enumerateMoves(_ handler: @escaping (Int, Int) -> Void) {
        guard hasIncrementalChanges else { return }
        for move in difference.moves { handler(move.from, move.to) }
    }
}

/// The parts of a `ListDifference`, whatever its elements.
private struct Difference: Sendable {
    let removed: IndexSet
    let inserted: IndexSet
    let moves: [(from: Int, to: Int)]

    init<Element>(_ difference: ListDifference<Element>) {
        removed = difference.removed
        inserted = difference.inserted
        moves = difference.moves.map { ($0.from, $0.to) }
    }

    var isEmpty: Bool { count == 0 }
    var count: Int { removed.count + inserted.count + moves.count }
}

extension PHFetchResult where ObjectType: PHObject {
    /// Runs the fetch again.
    func fetchingAgain(_ client: LibraryClient) -> PHFetchResult<ObjectType> {
        guard let refetch else { return self }
        return refetch(client)
    }
}
