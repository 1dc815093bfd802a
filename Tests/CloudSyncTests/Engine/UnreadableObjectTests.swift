import CloudSync
import LibraryModel
import LibraryTestSupport
import Testing

struct UnreadableObjectTests {
    @Test func `a damaged segment is told, nothing of it is used, and other logs are read`() throws {
        var machines = Machines(3)
        machines.addPhoto(1, on: 0)
        machines.addPhoto(2, on: 1)
        machines.synchronize(0)
        machines.synchronize(1)
        let name = ObjectName.segment(ObjectID(1000), 1)
        let bytes = try #require(machines.bucket.objects[name])
        machines.bucket.damage(name)
        #expect(machines.synchronize(2).outcome?.issues == [.unreadable(.segment(ObjectID(1000), 1), .damaged)])
        #expect(machines.devices[2].library.objects.keys.sorted() == [ObjectID(2)])
        _ = machines.bucket.perform(.put(name, bytes), now: machines.now)
        #expect(machines.synchronize(2).outcome?.issues == [])
        #expect(machines.devices[2].library.objects.count == 2)
    }

    @Test func `a segment of a later version is not skipped`() throws {
        var machines = Machines(2)
        machines.addPhoto(1, on: 0)
        machines.synchronize(0)
        let name = ObjectName.segment(ObjectID(1000), 1)
        var bytes = try #require(machines.bucket.objects[name])
        bytes[4] = 2
        _ = machines.bucket.perform(.put(name, bytes), now: machines.now)
        let issue = SyncIssue.unreadable(.segment(ObjectID(1000), 1), .newerVersion)
        #expect(machines.synchronize(1).outcome?.issues == [issue])
        #expect(machines.synchronize(1).outcome?.issues == [issue])
        #expect(machines.devices[1].library.objects.isEmpty)
    }

    @Test func `a blob that is not in the bucket is told, and asked for again`() {
        var machines = Machines(2)
        machines.addPhoto(1, on: 0)
        machines.synchronize(0)
        let blob = BlobID(content: ContentDigest(1))
        _ = machines.bucket.perform(.delete([.blob(blob)]), now: machines.now)
        #expect(machines.synchronize(1).outcome?.issues == [.missingBlob(blob)])
        _ = machines.bucket.perform(.upload(blob), now: machines.now)
        #expect(machines.synchronize(1).outcome?.issues == [])
        #expect(machines.devices[1].library.files == [ContentDigest(1)])
    }

    @Test func `heads, segments and parts of snapshots with anything in them never trap`() throws {
        var random = SeededGenerator(seed: 5)
        var head = Head(device: ObjectID(1), incarnation: ObjectID(2))
        head.logEnd = 5
        head.seen = VersionVector([ObjectID(3): 300])
        head.snapshot = SnapshotDescription(number: 2, parts: 3, covers: VersionVector([ObjectID(3): 9]))
        #expect(try Head(bytes: head.bytes) == head)
        let fragment = Fragment.random(using: &random)
        let segment = Segment(device: ObjectID(1), number: 7, fragment: fragment)
        #expect(try Segment(bytes: segment.bytes) == segment)
        let part = SnapshotPart(device: ObjectID(1), number: 7, part: 2, fragment: fragment)
        #expect(try SnapshotPart(bytes: part.bytes) == part)
        for bytes in [head.bytes, segment.bytes, part.bytes] {
            for length in bytes.indices {
                let cut = Array(bytes[..<length])
                #expect(throws: SyncFailure.self) { try Head(bytes: cut) }
                #expect(throws: SyncFailure.self) { try Segment(bytes: cut) }
                #expect(throws: SyncFailure.self) { try SnapshotPart(bytes: cut) }
            }
            for _ in 0..<2_000 {
                var changed = bytes
                changed[random.below(changed.count)] = UInt8(random.below(256))
                if let read = try? Head(bytes: changed) { #expect(read.bytes == changed) }
                if let read = try? Segment(bytes: changed) { #expect(read.device != ObjectID(9)) }
            }
        }
    }
}
