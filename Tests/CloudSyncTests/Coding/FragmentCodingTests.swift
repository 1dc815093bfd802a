import LibraryModel
import LibraryTestSupport
import Testing

@testable import CloudSync

struct FragmentCodingTests {
    private func bytes(_ fragment: Fragment) -> [UInt8] {
        var writer = ByteWriter()
        fragment.write(to: &writer)
        return writer.bytes
    }

    private func fragment(_ bytes: [UInt8]) throws(SyncFailure) -> Fragment {
        var reader = ByteReader(bytes)
        let fragment = try Fragment(from: &reader)
        try reader.finish()
        return fragment
    }

    @Test func `fragments come back as they were, unknown numbers too, and equal ones have equal bytes`() throws {
        for seed in 0..<500 {
            var random = SeededGenerator(seed: UInt64(seed))
            var original = Fragment.random(using: &random)
            var unknown = Record(RecordKind(rawValue: 250))
            unknown.fields[FieldNumber(rawValue: 65_535)] = Register(
                [],
                stamp: Stamp(ticks: Stamp.maximumTicks, device: ObjectID(2))
            )
            original.merge(ObjectID(99), unknown)
            let written = bytes(original)
            #expect(try fragment(written) == original)
            #expect(bytes(try fragment(written)) == written)
        }
    }

    @Test func `the form of version 1 stays what it is`() {
        var record = Record(.asset)
        let stamp = Stamp(ticks: 300, device: ObjectID(high: 0, low: 1))
        record.fields[.title] = Register([0x61], stamp: stamp)
        var element = Element()
        element.add(stamp)
        record.sets[.keywords] = [[0x62]: element]
        var fragment = Fragment()
        fragment.merge(ObjectID(high: 0, low: 2), record)
        let device = [UInt8](repeating: 0, count: 15) + [1]
        let id = [UInt8](repeating: 0, count: 15) + [2]
        let field: [UInt8] = [2, 4, 0xAC, 0x02] + device + [1, 1, 0x61, 0]
        let member: [UInt8] = [3, 1, 1, 0x62, 1] + device + [0xAC, 0x02, 0, 0]
        #expect(bytes(fragment) == [1] + id + [1, 2] + field + member)
    }

    @Test func `truncated and altered bytes never trap`() {
        var random = SeededGenerator(seed: 3)
        for _ in 0..<60 {
            let written = bytes(.random(using: &random))
            for length in 0..<written.count {
                #expect(throws: SyncFailure.self) { try fragment(Array(written[..<length])) }
            }
            for _ in 0..<200 where !written.isEmpty {
                var changed = written
                changed[random.below(changed.count)] = UInt8(random.below(256))
                if let read = try? fragment(changed) { #expect(bytes(read).count <= changed.count + 64) }
            }
        }
    }

    @Test(arguments: [
        [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x01],
        [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F],
        [0x80, 0x00], [0x05], [0x80],
    ])
    func `a count beyond the remaining bytes, or in a longer encoding, is refused`(bytes: [UInt8]) {
        #expect(throws: SyncFailure.damaged) { try fragment(bytes) }
    }

    @Test func `an item of a kind that is not known is a later version's`() {
        let id = [UInt8](repeating: 0, count: 16)
        #expect(throws: SyncFailure.newerVersion) { try fragment([1] + id + [1, 1, 77, 0]) }
    }

    @Test func `an edit and its files come back, and damaged ones are refused`() throws {
        let list = ResourceList([
            .init(kind: 1, filename: "a.jpg", contentType: "public.jpeg", size: 5, content: ContentDigest(1)),
            .init(kind: 9, filename: "a.mov", contentType: "public.movie", size: 7, content: ContentDigest(2)),
        ])
        let edit = EditValue(formatIdentifier: "x", formatVersion: "1", data: [1, 2], rendered: list)
        #expect(try EditValue(bytes: edit.bytes) == edit)
        for length in edit.bytes.indices {
            #expect(throws: SyncFailure.damaged) { try EditValue(bytes: Array(edit.bytes[..<length])) }
        }
        #expect(throws: SyncFailure.damaged) { try ResourceList(bytes: [17]) }
        #expect(FieldValue.coordinate(from: FieldValue.coordinate(91, 0, altitude: nil)) == nil)
        #expect(FieldValue.integer(from: FieldValue.integer(-5)) == -5)
    }

    @Test func `values at a limit are read, and values beyond it are refused`() throws {
        func read(_ change: (inout Record) -> Void) throws -> Fragment {
            var record = Record(.asset)
            change(&record)
            var written = Fragment()
            written.merge(ObjectID(1), record)
            return try fragment(bytes(written))
        }
        let stamp = Stamp(ticks: 1, device: ObjectID(1))
        for excess in [0, 1] {
            let value = [UInt8](repeating: 0, count: Fragment.maximumValueLength + excess)
            let element = [UInt8](repeating: 0, count: Fragment.maximumElementLength + excess)
            let blobs = [BlobID](repeating: BlobID(content: ContentDigest(1)), count: Fragment.maximumBlobs + excess)
            let late = Stamp(ticks: Stamp.maximumTicks + UInt64(excess), device: ObjectID(1))
            let changes: [(inout Record) -> Void] = [
                { $0.fields[.title] = Register(value, stamp: stamp) },
                { $0.fields[.originals] = Register([], blobs: blobs, stamp: stamp) },
                { $0.fields[.title] = Register([], stamp: late) },
                { $0.sets[.keywords] = [element: Element()] },
            ]
            for change in changes {
                if excess == 0 {
                    #expect(try read(change).records.count == 1)
                } else {
                    #expect(throws: SyncFailure.damaged) { try read(change) }
                }
            }
        }
    }
}
