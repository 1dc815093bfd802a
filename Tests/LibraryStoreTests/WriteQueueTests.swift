import Admission
import SQLiteDatabase
import Testing

/// Who writes next, as a script.
@Suite struct WriteQueueTests {
    private let camera = BlockKind.change(.app("camera"))
    private let viewer = BlockKind.change(.app("viewer"))
    private let tools = BlockKind.change(.owner)

    private func waiting(_ blocks: [(Int, BlockKind)]) -> WriteQueue<Int> {
        var waiting = WriteQueue<Int>()
        for (block, kind) in blocks { waiting.append(block, kind) }
        waiting.assertInvariants()
        return waiting
    }

    /// All batches in order.
    private func batches(_ waiting: WriteQueue<Int>, atMost maximum: Int = 9) -> [[Int]] {
        var waiting = waiting
        var batches: [[Int]] = []
        while waiting.count > 0 {
            batches.append(waiting.nextBatch(atMost: maximum).map(\.block))
            waiting.assertInvariants()
        }
        return batches
    }

    @Test func `an app that queues many has one written for each of another's`() {
        let waiting = waiting([(1, camera), (2, camera), (3, camera), (4, viewer), (5, viewer), (6, tools)])
        #expect(batches(waiting) == [[1, 4, 6, 2, 5, 3]])
        #expect(batches(waiting, atMost: 2) == [[1, 4], [6, 2], [5, 3]])
    }

    @Test func `decisions come first, and share with each other only`() {
        let waiting = waiting([(1, camera), (2, .decision), (3, tools), (4, .decision)])
        #expect(waiting.hasDecision)
        #expect(batches(waiting) == [[2, 4], [1, 3]])
    }

    @Test func `an exclusive block has its turn, and a batch of its own`() {
        let waiting = waiting([(1, camera), (2, .exclusive), (3, tools), (4, camera)])
        #expect(batches(waiting) == [[1], [2], [4, 3]])
    }

    @Test func `a long change has a batch of its own, and its app's turn`() {
        let waiting = waiting([
            (1, camera), (2, .change(.app("camera"), isLong: true)), (3, viewer),
            (4, .change(.app("viewer"), isLong: true)),
        ])
        #expect(batches(waiting) == [[1, 3], [2], [4]])
    }

    @Test func `what is put back comes before what came later, but behind the owner's`() {
        var waiting = waiting([(1, camera), (2, viewer), (3, camera), (4, viewer)])
        let batch = waiting.nextBatch(atMost: 3)
        #expect(batch.map(\.block) == [1, 2, 3])
        waiting.append(5, .decision)
        waiting.append(6, tools)
        waiting.putBack(Array(batch[1...]))
        waiting.assertInvariants()
        #expect(waiting.count == 5)
        #expect(waiting.hasOwners)
        #expect(batches(waiting) == [[5], [6, 2, 3, 4]])
    }

    @Test func `what is put back behind others loses its app's turn, and keeps its place among that app's own`() {
        let long = BlockKind.change(.app("camera"), isLong: true)
        var waiting = waiting([(1, long), (2, camera), (3, viewer), (4, viewer)])
        let batch = waiting.nextBatch(atMost: 9)
        #expect(batch.map(\.block) == [1])
        waiting.append(5, tools)
        waiting.putBack(batch, behindOthers: true)
        waiting.assertInvariants()
        #expect(batches(waiting) == [[5, 3], [1], [4, 2]])
    }

    @Test func `what is withdrawn is not written`() {
        var waiting = waiting([(1, camera), (2, .decision), (3, camera)])
        let removed = [2, 1, 3, 1].map { waiting.remove($0) }
        #expect(removed == [true, true, true, false])
        waiting.assertInvariants()
        #expect(waiting.count == 0 && !waiting.hasDecision && waiting.all.isEmpty)
    }
}
