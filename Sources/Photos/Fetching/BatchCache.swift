import LibraryModel

/// The objects of a range of a fetch result.
//
// `@unchecked`, because a fetch result takes any class: this module's objects are immutable and Sendable, and for an
// app's own objects in a test double's result the app is responsible.
struct LoadedObjects<Object: AnyObject>: @unchecked Sendable {
    let count: Int
    /// The objects of a part.
    let objects: @Sendable (Range<Int>) -> [Object]
    /// False when the library did not answer and the objects have identifiers only; they are not cached then.
    let isComplete: Bool

    init(_ objects: [Object], isComplete: Bool) {
        let held = HeldObjects(objects: objects)
        self.init(count: objects.count, isComplete: isComplete) { part in
            part == held.objects.indices ? held.objects : Array(held.objects[part])
        }
    }

    /// Objects that are made when they are looked at, each time anew.
    init(count: Int, isComplete: Bool, _ objects: @escaping @Sendable (Range<Int>) -> [Object]) {
        self.count = count
        self.objects = objects
        self.isComplete = isComplete
    }

    // `@unchecked` for the reason above.
    private struct HeldObjects: @unchecked Sendable {
        let objects: [Object]
    }
}

/// An LRU cache of a fetch result's objects, in batches.
///
/// Holds at most `maximumBatches` batches. Sequential access loads in few calls, because each run doubles up to a page;
/// random access loads one batch at a time.
///
/// It is of any objects: a generic one would look its own type up at each access, which costs more than the access.
struct BatchCache {
    /// Objects per batch. Divides `AssetPage.maximumRows`.
    static var batchSize: Int { 64 }
    /// 6,144 objects, about 1 MB.
    static var maximumBatches: Int { 96 }
    /// Objects that are loaded at first when access begins with the first object.
    static var firstStretch: Int { 2 * batchSize }
    private static var longestRun: Int { AssetPage.maximumRows / batchSize }

    private struct Batch {
        var objects: [AnyObject]
        var lastUse: UInt64
    }

    private var batches: [Int: Batch] = [:]
    /// The batch that was used last, so that access within it costs no dictionary lookup.
    private var recent: (number: Int, objects: [AnyObject]) = (-1, [])
    private var uses: UInt64 = 0
    /// The next batch to load in sequential access.
    private var expectedBatch = 0
    private var run = 1

    /// The number of objects held.
    var heldCount: Int { batches.values.reduce(0) { $0 + $1.objects.count } }

    /// The object at a position, if it is cached.
    mutating func object(at position: Int) -> AnyObject? {
        let (number, offset) = position.quotientAndRemainder(dividingBy: Self.batchSize)
        if number == recent.number, offset < recent.objects.count { return recent.objects[offset] }
        guard let batch = batches[number], offset < batch.objects.count else { return nil }
        uses += 1
        batches[number]?.lastUse = uses
        recent = (number, batch.objects)
        return batch.objects[offset]
    }

    /// The range to load for a position that is not cached.
    mutating func stretchToLoad(for position: Int, of count: Int) -> Range<Int> {
        let number = position / Self.batchSize
        run = number == expectedBatch ? min(run * 2, Self.longestRun) : 1
        expectedBatch = number + run
        return number * Self.batchSize..<min((number + run) * Self.batchSize, count)
    }

    /// Caches objects that were loaded from the start of a batch on.
    mutating func keep(_ objects: [AnyObject], from start: Int) {
        uses += 1
        for offset in stride(from: 0, to: objects.count, by: Self.batchSize) {
            let batch = Array(objects[offset..<min(offset + Self.batchSize, objects.count)])
            let number = (start + offset) / Self.batchSize
            batches[number] = Batch(objects: batch, lastUse: uses)
            if number == recent.number { recent.objects = batch }
        }
        while batches.count > Self.maximumBatches, let oldest = batches.min(by: { $0.value.lastUse < $1.value.lastUse })
        {
            batches[oldest.key] = nil
        }
        assertInvariants()
    }

    /// Traps when more is held than may be, or a batch is of another size. For tests and debug builds.
    func assertInvariants() {
        assert(batches.count <= Self.maximumBatches)
        assert(batches.values.allSatisfy { !$0.objects.isEmpty && $0.objects.count <= Self.batchSize })
        assert(batches.values.allSatisfy { $0.lastUse <= uses })
        assert((1...Self.longestRun).contains(run))
    }
}
