import Foundation
import LibraryTestSupport
import Testing

@testable import Photos

extension ListDifference {
    func applied(to before: [Element], knowing after: [Element]) -> [Element] {
        before.applying(
            removed: removed,
            inserted: inserted,
            moves: moves.map { ($0.from, $0.to) },
            knowing: after
        )
    }
}

extension ListDifference where Element == Int {
    fileprivate init(_ before: [Int], _ after: [Int]) {
        self.init(from: before.count, { before[$0] }, to: after.count, { after[$0] })
    }

    /// As the general one, but told which elements may have come, gone or moved.
    fileprivate init(_ before: [Int], _ after: [Int], loose: Set<Int>) {
        self.init(
            count: before.count,
            loose: before.indices.filter { loose.contains(before[$0]) }.map { ($0, before[$0]) },
            afterCount: after.count,
            loose: after.indices.filter { loose.contains(after[$0]) }.map { ($0, after[$0]) }
        )
    }
}

@Suite struct ListDifferenceTests {
    @Test(arguments: 0..<100) func `random edits come back by Apple's rules`(_ seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<300 {
            let before = Array(0..<Int.random(in: 0...40, using: &generator)).shuffled(using: &generator)
            var after = before
            var loose: Set<Int> = []
            for _ in 0..<Int.random(in: 0...12, using: &generator) {
                switch Int.random(in: 0..<3, using: &generator) {
                case 0 where !after.isEmpty:
                    loose.insert(after.remove(at: .random(in: after.indices, using: &generator)))
                case 1:
                    let new = 1000 + Int(generator.next() >> 20)
                    loose.insert(new)
                    after.insert(new, at: .random(in: 0...after.count, using: &generator))
                case 2 where !after.isEmpty:
                    let element = after.remove(at: .random(in: after.indices, using: &generator))
                    loose.insert(element)
                    after.insert(element, at: .random(in: 0...after.count, using: &generator))
                default: break
                }
            }
            for difference in [ListDifference(before, after), ListDifference(before, after, loose: loose)] {
                #expect(difference.applied(to: before, knowing: after) == after, "seed \(seed)")
                #expect(difference.isEmpty == (before == after), "seed \(seed)")
                #expect(difference.moves.allSatisfy { !difference.inserted.contains($0.to) }, "seed \(seed)")
                #expect(difference.removed.count == Set(before).subtracting(after).count, "seed \(seed)")
                #expect(difference.inserted.count == Set(after).subtracting(before).count, "seed \(seed)")
            }
        }
    }

    @Test func `one element that moves is one move`() {
        let list = Array(0..<1_000)
        var after = list
        after.insert(after.remove(at: 0), at: 999)
        #expect(ListDifference(list, after).moves == [.init(from: 0, to: 999)])
        after = list
        after.insert(after.remove(at: 999), at: 0)
        #expect(ListDifference(list, after).moves == [.init(from: 999, to: 0)])
    }

    /// From the first place to the last but one, with something new in the middle: what lies between has one more
    /// before it, or one less, and what is new stays where it is put.
    @Test func `a loose element that moves past an inserted one is told with as few moves as can be`() {
        let list = Array(0..<100_000)
        var after = list
        after.insert(after.remove(at: 0), at: 99_998)
        after.insert(-1, at: 50_000)
        let difference = ListDifference(list, after, loose: [0, -1])
        #expect(difference.removed.isEmpty)
        #expect(difference.inserted == [50_000])
        #expect(
            difference.moves == [.init(from: 0, to: 99_999), .init(from: 50_001, to: 49_999)].sorted { $0.to < $1.to }
        )
        #expect(difference.applied(to: list, knowing: after) == after)
        let full = ListDifference(list, after)
        #expect(full.moves.count == difference.moves.count)
    }

    @Test func `removals and insertions alone need no moves`() {
        let difference = ListDifference([1, 2, 3, 4], [0, 2, 9, 4, 5])
        #expect(difference.removed == [0, 2])
        #expect(difference.inserted == [0, 2, 4])
        #expect(difference.moves.isEmpty)
    }
}
