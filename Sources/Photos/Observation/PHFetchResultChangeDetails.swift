import LibraryClient
import LibraryModel

/// How one fetch result became another.
///
/// Applied in this order the parts turn the one list into the other: `removedIndexes` (of the list before),
/// `insertedIndexes` (rising, into what is left), then all moves at once: taken out at their first indexes, put in at
/// their second, rising. `changedIndexes` are those of the list after.
public final class PHFetchResultChangeDetails<ObjectType: PHObject>: NSObject, Sendable {
    /// The result that was asked about.
    public let fetchResultBeforeChanges: PHFetchResult<ObjectType>
    /// The result now, to be kept for the next change.
    public let fetchResultAfterChanges: PHFetchResult<ObjectType>
    /// Whether the indexes tell how the one became the other. Without it the app shows the new result from scratch.
    public let hasIncrementalChanges: Bool
    private let difference: Difference
    private let changed: IndexSet

    init(
        from before: PHFetchResult<ObjectType>,
        to after: PHFetchResult<ObjectType>,
        isIncremental: Bool,
        changed: Set<LocalIdentifier>
    ) {
        let (old, new) = (before.identifiers, after.identifiers)
        let difference = ListDifference(
            from: old.count,
            { old.identifier(at: $0) },
            to: new.count,
            { new.identifier(at: $0) }
        )
        var places = IndexSet()
        for index in new.places(of: changed) where !difference.inserted.contains(index) { places.insert(index) }
        fetchResultBeforeChanges = before
        fetchResultAfterChanges = after
        self.difference = Difference(difference)
        self.changed = places
        hasIncrementalChanges = isIncremental && self.difference.count <= Self.maximumIncrementalChanges
    }

    init(
        from before: PHFetchResult<ObjectType>,
        to after: PHFetchResult<ObjectType>,
        _ patch: FetchPatch,
        isIncremental: Bool,
        isChanged: (LocalIdentifier) -> Bool
    ) {
        fetchResultBeforeChanges = before
        fetchResultAfterChanges = after
        difference = Difference(patch.difference)
        changed = IndexSet(patch.keptPlaces.filter { isChanged(LocalIdentifier(.asset, $0.id)) }.map(\.index))
        hasIncrementalChanges = isIncremental
    }

    /// How one fetch result became another, where the app knows which objects changed.
    public convenience init(
        from fromResult: PHFetchResult<ObjectType>,
        to toResult: PHFetchResult<ObjectType>,
        changedObjects: [ObjectType]
    ) {
        let changed = Set(changedObjects.compactMap(\.resolvedIdentity))
        self.init(from: fromResult, to: toResult, isIncremental: true, changed: changed)
    }

    /// Objects that came, went and moved; with more of them an app had better show the new result from scratch.
    static var maximumIncrementalChanges: Int { 10_000 }

    var isEmpty: Bool { difference.isEmpty && changed.isEmpty }

    /// Indexes of the list before, of what is gone; nil without incremental changes.
    public var removedIndexes: IndexSet? { hasIncrementalChanges ? difference.removed : nil }
    /// What is gone, in the order of `removedIndexes`.
    public var removedObjects: [ObjectType] { removedIndexes.map(fetchResultBeforeChanges.objects) ?? [] }
    /// Indexes of the list after, of what is new; nil without incremental changes.
    public var insertedIndexes: IndexSet? { hasIncrementalChanges ? difference.inserted : nil }
    /// What is new, in the order of `insertedIndexes`.
    public var insertedObjects: [ObjectType] { insertedIndexes.map(fetchResultAfterChanges.objects) ?? [] }
    /// Indexes of the list after, of what changed and was there before; nil without incremental changes.
    public var changedIndexes: IndexSet? { hasIncrementalChanges ? changed : nil }
    /// What changed, in the order of `changedIndexes`.
    public var changedObjects: [ObjectType] { changedIndexes.map(fetchResultAfterChanges.objects) ?? [] }
    /// Whether something that was there before has another place among the others.
    public var hasMoves: Bool { hasIncrementalChanges && !difference.moves.isEmpty }

    /// Calls `handler` with each move, rising by the second index: from an index of the list after removals and
    /// insertions, to one of the list after.
    public func enumerateMoves(_ handler: @escaping (Int, Int) -> Void) {
        guard hasIncrementalChanges else { return }
        for move in difference.moves { handler(move.from, move.to) }
    }
}

/// The parts of a `ListDifference`, of whatever elements.
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
    /// The same fetch, run again.
    func fetchingAgain(_ client: LibraryClient) -> PHFetchResult<ObjectType> {
        guard let refetch else { return self }
        return refetch(client)
    }
}
