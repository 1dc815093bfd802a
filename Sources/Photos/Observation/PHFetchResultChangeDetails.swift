import LibraryClient
import LibraryModel

/// How one fetch result became another.
///
/// Applied in this order the parts turn the one list into the other: `removedIndexes` (of the list before),
/// `insertedIndexes` (rising, into what is left), then all moves at once: taken out at their first indexes, put in at
/// their second, rising. `changedIndexes` are those of the list after.
///
/// Apps may subclass it for test doubles.
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

    /// How one fetch result became another, where the app knows which objects changed.
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

    /// Details of nothing, for an app's own subclasses.
    public override init() {
        (before, after) = (PHFetchResult(), PHFetchResult())
        (difference, changed) = Self.compare(before, after, [])
        isIncremental = true
        super.init()
    }

    /// What came, went and moved, and where in the list after what changed is.
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

    /// Objects that came, went and moved; with more of them an app had better show the new result from scratch.
    static var maximumIncrementalChanges: Int { 10_000 }

    var isEmpty: Bool { difference.isEmpty && changed.isEmpty }

    /// The result that was asked about.
    open var fetchResultBeforeChanges: PHFetchResult<ObjectType> { before }
    /// The result now, to be kept for the next change.
    open var fetchResultAfterChanges: PHFetchResult<ObjectType> { after }
    /// Whether the indexes tell how the one became the other. Without it the app shows the new result from scratch.
    open var hasIncrementalChanges: Bool { isIncremental }

    /// Indexes of the list before, of what is gone; nil without incremental changes.
    open var removedIndexes: IndexSet? { hasIncrementalChanges ? difference.removed : nil }
    /// What is gone, in the order of `removedIndexes`.
    open var removedObjects: [ObjectType] { removedIndexes.map(fetchResultBeforeChanges.objects) ?? [] }
    /// Indexes of the list after, of what is new; nil without incremental changes.
    open var insertedIndexes: IndexSet? { hasIncrementalChanges ? difference.inserted : nil }
    /// What is new, in the order of `insertedIndexes`.
    open var insertedObjects: [ObjectType] { insertedIndexes.map(fetchResultAfterChanges.objects) ?? [] }
    /// Indexes of the list after, of what changed and was there before; nil without incremental changes.
    open var changedIndexes: IndexSet? { hasIncrementalChanges ? changed : nil }
    /// What changed, in the order of `changedIndexes`.
    open var changedObjects: [ObjectType] { changedIndexes.map(fetchResultAfterChanges.objects) ?? [] }
    /// Whether something that was there before has another place among the others.
    open var hasMoves: Bool { hasIncrementalChanges && !difference.moves.isEmpty }

    /// Calls `handler` with each move, rising by the second index: from an index of the list after removals and
    /// insertions, to one of the list after.
    open func enumerateMoves(_ handler: @escaping (Int, Int) -> Void) {
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
