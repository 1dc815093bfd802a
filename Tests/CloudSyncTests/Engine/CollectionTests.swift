import BucketTestSupport
import CloudSync
import LibraryModel
import LibraryTestSupport
import Testing

struct CollectionTests {
    private func machines(graceTime: UInt64 = 0) -> Machines {
        var policy = SyncPolicy()
        policy.graceTime = graceTime
        var machines = Machines(2, policy: policy)
        for number in 1...2 { machines.addPhoto(number, on: 0) }
        machines.synchronizeAll()
        return machines
    }

    private let blob = BlobID(content: ContentDigest(1))

    @Test func `an unreferenced blob is deleted when every device has confirmed the condemnation`() {
        var machines = machines()
        machines.devices[0].library.purge(ObjectID(1), time: machines.now)
        machines.synchronize(0, collects: true)
        machines.synchronize(0)
        #expect(machines.bucket.blobs.contains(blob))
        machines.synchronize(1)
        #expect(machines.bucket.blobs.contains(blob))
        machines.synchronize(0)
        #expect(!machines.bucket.blobs.contains(blob))
        #expect(machines.bucket.blobs.contains(BlobID(content: ContentDigest(2))))
    }

    @Test func `a blob is not deleted before the grace time is over`() {
        var machines = machines(graceTime: 1_000_000)
        machines.devices[0].library.purge(ObjectID(1), time: machines.now)
        machines.synchronize(0, collects: true)
        machines.synchronizeAll()
        #expect(machines.bucket.blobs.contains(blob))
        machines.now += 1_000_000
        machines.synchronize(0)
        #expect(!machines.bucket.blobs.contains(blob))
    }

    @Test func `a writer that stalled for as long as it likes finds its blob, or gives it another name`() {
        var machines = machines()
        // The second device names the content in a new photo, and stalls before the segment is written.
        machines.addPhoto(3, on: 1, content: 1)
        var random = SeededGenerator(seed: 0)
        machines.devices[1].begin(now: machines.now, collects: false)
        while !machines.devices[1].isAboutToWriteSegment {
            machines.devices[1].step(&machines.bucket, now: machines.now, faults: .none, random: &random)
        }
        machines.devices[0].library.purge(ObjectID(1), time: machines.now)
        for _ in 0..<5 {
            machines.now += 1_000_000_000
            machines.synchronize(0, collects: true)
        }
        #expect(machines.bucket.blobs.contains(blob))
        while machines.devices[1].isSynchronizing {
            machines.devices[1].step(&machines.bucket, now: machines.now, faults: .none, random: &random)
        }
        machines.synchronizeAll(rounds: 4)
        #expect(machines.areEqual)
        let needed = Set(machines.devices[0].engine.state.records.records.values.flatMap(\.blobs))
        #expect(needed.contains { $0.content == ContentDigest(1) })
        #expect(needed.isSubset(of: machines.bucket.blobs))
    }

    @Test func `a late deletion only hits a name that is never used again`() {
        var machines = machines()
        machines.devices[0].library.purge(ObjectID(1), time: machines.now)
        machines.synchronize(0, collects: true)
        machines.synchronizeAll()
        machines.addPhoto(7, on: 1, content: 1)
        machines.synchronizeAll()
        _ = machines.bucket.perform(.delete([.blob(blob)]), now: machines.now)
        let needed = Set(machines.devices[0].engine.state.records.records.values.flatMap(\.blobs))
        #expect(needed.contains(BlobID(content: ContentDigest(1), generation: 1)))
        #expect(needed.isSubset(of: machines.bucket.blobs))
    }

    @Test func `nothing is deleted while a segment that may need it cannot be read`() throws {
        var machines = machines()
        machines.addPhoto(3, on: 1, content: 1)
        machines.synchronize(1)
        let name = ObjectName.segment(ObjectID(1001), machines.devices[1].engine.state.logEnd)
        let bytes = try #require(machines.bucket.objects[name])
        machines.bucket.damage(name)
        machines.devices[0].library.purge(ObjectID(1), time: machines.now)
        machines.synchronize(0, collects: true)
        machines.synchronize(1)
        for _ in 0..<3 { machines.synchronize(0, collects: true) }
        #expect(machines.bucket.blobs.contains(blob))
        _ = machines.bucket.perform(.put(name, bytes), now: machines.now)
        machines.synchronizeAll()
        #expect(machines.bucket.blobs.contains(blob))
        #expect(machines.areEqual)
    }
}
