import CloudSync
import LibraryModel
import LibraryTestSupport
import Testing

struct MergingTests {
    private let here = ObjectID(1)
    private let there = ObjectID(2)

    private func merged(_ fragments: [Fragment]) -> Fragment {
        fragments.reduce(into: Fragment()) { $0.merge($1) }
    }

    @Test func `fragments merge to the same records in every order and however often they come`() {
        for seed in 0..<500 {
            var random = SeededGenerator(seed: UInt64(seed))
            let fragments = (0..<5).map { _ in Fragment.random(using: &random) }
            let expected = merged(fragments)
            for _ in 0..<5 {
                let again = fragments.shuffled(using: &random) + fragments.shuffled(using: &random)
                #expect(merged(again) == expected, "seed \(seed)")
            }
            let grouped = merged([merged(Array(fragments[..<2])), merged(Array(fragments[2...]))])
            #expect(grouped == expected, "seed \(seed)")
        }
    }

    @Test func `of two writes to a field the later wins, and other fields stay`() {
        var left = Record(.asset)
        left.fields[.title] = Register([1], stamp: Stamp(ticks: 5, device: here))
        left.fields[.caption] = Register([9], stamp: Stamp(ticks: 1, device: here))
        var right = Record(.asset)
        right.fields[.title] = Register([2], stamp: Stamp(ticks: 5, device: there))
        left.merge(right)
        #expect(left.fields[.title]?.value == [2])
        #expect(left.fields[.caption]?.value == [9])
    }

    @Test func `an addition that a removal has not seen stays`() {
        var left = Element()
        left.add(Stamp(ticks: 1, device: here))
        var right = left
        left.remove()
        right.add(Stamp(ticks: 2, device: there))
        left.merge(right)
        #expect(left.isPresent)
        left.remove()
        right.merge(left)
        #expect(!right.isPresent)
    }

    @Test func `what was purged never comes back, and needs no blobs`() {
        var record = Record(.asset)
        record.fields[.originals] = Register(
            [1],
            blobs: [BlobID(content: ContentDigest(1))],
            stamp: Stamp(ticks: 1, device: here)
        )
        var later = record
        later.fields[.trashed] = Register(nil, stamp: Stamp(ticks: 99, device: there))
        record.purge(Stamp(ticks: 2, device: here))
        later.merge(record)
        #expect(later.purged == Stamp(ticks: 2, device: here))
        #expect(later.fields.isEmpty && later.blobs.isEmpty)
    }

    @Test func `a field and a set of a later version merge and keep their blobs`() {
        let unknown = FieldNumber(rawValue: 60_000)
        let blob = BlobID(content: ContentDigest(3), generation: 2)
        var record = Record(RecordKind(rawValue: 200))
        record.fields[unknown] = Register([1], stamp: Stamp(ticks: 1, device: here))
        var other = record
        other.fields[unknown] = Register([2], blobs: [blob], stamp: Stamp(ticks: 2, device: there))
        record.merge(other)
        #expect(record.fields[unknown]?.value == [2])
        #expect(record.blobs == [blob])
    }
}
