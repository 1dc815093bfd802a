import LibraryModel

/// Objects of a stretch of a fetch result.
//
// `@unchecked`, because a fetch result takes any class: the objects of this module are immutable and Sendable, and an
// app's own objects in a test double's result are the app's to share.
struct LoadedObjects<Object: AnyObject>: @unchecked Sendable {
    let objects: [Object]
    /// False when the library did not answer and the objects have identifiers only: not to be kept.
    let isComplete: Bool

    init(_ objects: [Object], isComplete: Bool) {
        self.objects = objects
        self.isComplete = isComplete
    }
}

/// The objects of a fetch result around what was looked at last.
///
/// Guarantees: never more than `maximumBatches` batches are held, whatever is looked at. A result that is looked at
/// from start to end is loaded in few calls (each run doubles, up to a page), one that is looked at here and there
/// loads a batch at a time.
struct BatchCache<Object: AnyObject> {
    /// Objects that are loaded together at least. Divides `AssetPage.maximumRows`.
    static var batchSize: Int { 64 }
    /// Batches held at most: 6,144 objects, about 1 MB.
    static var maximumBatches: Int { 96 }
    private static var longestRun: Int { AssetPage.maximumRows / batchSize }

    private struct Batch {
        var objects: [Object]
        var lastUse: UInt64
    }

    private var batches: [Int: Batch] = [:]
    /// The batch that was looked at last, kept apart so that going on in it costs no look-up. Also in `batches`.
    private var recent: (number: Int, objects: [Object]) = (-1, [])
    private var uses: UInt64 = 0
    /// The batch that somebody who goes on from start to end asks for next.
    private var expectedBatch = 0
    private var run = 1

    /// The number of objects held.
    var heldCount: Int { batches.values.reduce(0) { $0 + $1.objects.count } }

    /// The object at a position, when it is held.
    mutating func object(at position: Int) -> Object? {
        let (number, offset) = position.quotientAndRemainder(dividingBy: Self.batchSize)
        if number == recent.number, offset < recent.objects.count { return recent.objects[offset] }
        guard let batch = batches[number], offset < batch.objects.count else { return nil }
        uses += 1
        batches[number]?.lastUse = uses
        recent = (number, batch.objects)
        return batch.objects[offset]
    }

    /// What to load for a position that is not held.
    mutating func stretchToLoad(for position: Int, of count: Int) -> Range<Int> {
        let number = position / Self.batchSize
        run = number == expectedBatch ? min(run * 2, Self.longestRun) : 1
        expectedBatch = number + run
        return number * Self.batchSize..<min((number + run) * Self.batchSize, count)
    }

    /// Keeps what was loaded for a stretch that starts at a batch's start.
    mutating func keep(_ objects: [Object], from start: Int) {
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
    }
}
