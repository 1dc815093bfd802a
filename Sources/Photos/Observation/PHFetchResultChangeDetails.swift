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
    private let difference: ListDifference<LocalIdentifier>
    private let changed: IndexSet

    init(
        from before: PHFetchResult<ObjectType>,
        to after: PHFetchResult<ObjectType>,
        isIncremental: Bool,
        isChanged: (LocalIdentifier) -> Bool
    ) {
        fetchResultBeforeChanges = before
        fetchResultAfterChanges = after
        hasIncrementalChanges = isIncremental
        let (old, new) = (before.identifiers, after.identifiers)
        difference = ListDifference(
            from: old.count,
            { old.identifier(at: $0) },
            to: new.count,
            { new.identifier(at: $0) }
        )
        var changed = IndexSet()
        let inserted = difference.inserted
        for index in 0..<new.count where isChanged(new.identifier(at: index)) && !inserted.contains(index) {
            changed.insert(index)
        }
        self.changed = changed
    }

    /// How one fetch result became another, where the app knows which objects changed.
    public convenience init(
        from fromResult: PHFetchResult<ObjectType>,
        to toResult: PHFetchResult<ObjectType>,
        changedObjects: [ObjectType]
    ) {
        let changed = Set(changedObjects.compactMap(\.resolvedIdentity))
        self.init(from: fromResult, to: toResult, isIncremental: true) { changed.contains($0) }
    }

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

extension PHFetchResult where ObjectType: PHObject {
    /// The same fetch, run again.
    func fetchingAgain(_ client: LibraryClient) -> PHFetchResult<ObjectType> {
        guard let refetch else { return self }
        return refetch(client)
    }
}
