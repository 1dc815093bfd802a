import LibraryModel
import LibraryTestSupport
import LinuxSystem
import Testing

@testable import LibraryClient

/// Lists as they come: short ones in a message, long ones in memory, with hints or without.
@Suite struct FetchedIdentifiersTests {
    private static func id(_ number: Int) -> ObjectID {
        ObjectID(high: 7, low: UInt64(number) &* 0x9E37_79B9_7F4A_7C15)
    }

    private static func lists(_ count: Int, hasHints: Bool) throws -> [FetchedIdentifiers] {
        let ids = (0..<count).map(id)
        let hints = hasHints ? (0..<count).map { RowHint($0 + 1) } : []
        var bytes = ids.flatMap(\.bytes)
        for hint in hints { for shift in [0, 8, 16, 24] { bytes.append(UInt8(truncatingIfNeeded: hint >> shift)) } }
        let memory = try MappedMemory(sealed: try SealedMemory.make(bytes.span))
        let mapped = FetchedIdentifiers(memory, count: count, hasHints: hasHints, kind: .asset, state: nil)
        return [FetchedIdentifiers(ids, hints: hints, kinds: .all(.asset)), try #require(mapped)]
    }

    @Test(arguments: [true, false]) func `entries, places and hints are those of the list`(_ hasHints: Bool) throws {
        for list in try Self.lists(5_000, hasHints: hasHints) {
            let (ids, hints) = list.entries(1_000..<1_700)
            #expect(ids == (1_000..<1_700).map(Self.id))
            #expect(hints == (hasHints ? (1_001...1_700).map { RowHint($0) } : []))
            let sought = [4_999, 0, 77, 5_000].map { LocalIdentifier(.asset, Self.id($0)) }
            #expect(list.places(of: Set(sought)) == [0, 77, 4_999])
            #expect(list.places(of: [LocalIdentifier(.assetCollection, Self.id(3))]).isEmpty)
            #expect(list.places(of: []).isEmpty)
        }
    }

    @Test(arguments: 0..<20) func `replacing some leaves the others in their order`(_ seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let count = Int.random(in: 0...60, using: &generator)
        for hasHints in [true, false] {
            for list in try Self.lists(count, hasHints: hasHints) {
                let removed = (0..<count).filter { _ in Int.random(in: 0..<4, using: &generator) == 0 }
                var expected = (0..<count).filter { !removed.contains($0) }
                    .map { (id: Self.id($0), hint: hasHints ? RowHint($0 + 1) : 0) }
                var inserted: [FetchedIdentifiers.Insertion] = []
                for number in 0..<Int.random(in: 0...5, using: &generator) {
                    let first = inserted.last.map { $0.index + 1 } ?? 0
                    guard first <= expected.count else { break }
                    let index = Int.random(in: first...expected.count, using: &generator)
                    let new = FetchedIdentifiers.Insertion(index: index, id: Self.id(1_000 + number), hint: 9)
                    inserted.append(new)
                    expected.insert((new.id, new.hint), at: index)
                }
                let after = list.replacing(removed, with: inserted, of: .asset, state: nil)
                #expect((0..<after.count).map { after[$0] } == expected.map(\.id), "seed \(seed)")
                #expect((0..<after.count).map { after.hint(at: $0) } == expected.map(\.hint), "seed \(seed)")
            }
        }
    }
}
