import Foundation
import Testing

@testable import Photos

/// A small generator with a seed, so that a failure can be seen again.
private struct SeededGenerator: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
        return value ^ value >> 31
    }
}

extension ListDifference where Element == Int {
    fileprivate init(_ before: [Int], _ after: [Int]) {
        self.init(from: before.count, { before[$0] }, to: after.count, { after[$0] })
    }

    /// Applies the parts by Apple's rules: remove, insert, then all moves at once.
    fileprivate func applied(to before: [Int], knowing after: [Int]) -> [Int] {
        var list = before
        for index in removed.reversed() { list.remove(at: index) }
        for index in inserted { list.insert(after[index], at: index) }
        let moved = moves.map { list[$0.from] }
        for index in moves.map(\.from).sorted(by: >) { list.remove(at: index) }
        for (move, element) in zip(moves, moved) { list.insert(element, at: move.to) }
        return list
    }
}

@Suite struct ListDifferenceTests {
    @Test(arguments: 0..<40) func `random edits come back by Apple's rules`(_ seed: UInt64) {
        var generator = SeededGenerator(state: seed)
        for _ in 0..<100 {
            let before = Array(0..<Int.random(in: 0...40, using: &generator)).shuffled(using: &generator)
            var after = before
            for _ in 0..<Int.random(in: 0...12, using: &generator) {
                switch Int.random(in: 0..<3, using: &generator) {
                case 0 where !after.isEmpty: after.remove(at: .random(in: after.indices, using: &generator))
                case 1:
                    let new = 1000 + Int(generator.next() >> 20)
                    after.insert(new, at: .random(in: 0...after.count, using: &generator))
                case 2 where !after.isEmpty:
                    let element = after.remove(at: .random(in: after.indices, using: &generator))
                    after.insert(element, at: .random(in: 0...after.count, using: &generator))
                default: break
                }
            }
            let difference = ListDifference(before, after)
            #expect(difference.applied(to: before, knowing: after) == after)
            #expect(difference.isEmpty == (before == after))
            #expect(difference.moves.allSatisfy { !difference.inserted.contains($0.to) })
            #expect(difference.removed.count == Set(before).subtracting(after).count)
            #expect(difference.inserted.count == Set(after).subtracting(before).count)
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

    @Test func `removals and insertions alone need no moves`() {
        let difference = ListDifference([1, 2, 3, 4], [0, 2, 9, 4, 5])
        #expect(difference.removed == [0, 2])
        #expect(difference.inserted == [0, 2, 4])
        #expect(difference.moves.isEmpty)
    }
}
