import CloudSync
import LibraryModel
import LibraryTestSupport
import Testing

/// What the engine hands to the library at once.
struct BatchTests {
    /// Synchronises a device and returns the batches that its library applied.
    private func batches(_ machines: inout Machines, _ index: Int) -> [LibraryBatch] {
        var batches: [LibraryBatch] = []
        var random = SeededGenerator(seed: 0)
        machines.now += 1_000
        machines.devices[index].begin(now: machines.now, collects: false)
        while machines.devices[index].isSynchronizing {
            if case .library(.apply(let batch))? = machines.devices[index].effects.first { batches.append(batch) }
            machines.devices[index].step(&machines.bucket, now: machines.now, faults: .none, random: &random)
        }
        return batches
    }

    @Test func `a batch has no more objects than the policy allows, and all come`() {
        var policy = SyncPolicy()
        policy.changesPerBatch = 10
        var machines = Machines(2, policy: policy)
        for number in 0..<95 { machines.addPhoto(number, on: 0) }
        machines.synchronize(0)
        #expect(batches(&machines, 1).map(\.changes.count) == [Int](repeating: 10, count: 9) + [5])
        #expect(machines.areEqual)
    }

    @Test func `100 MB of captions, which the library would refuse at once, come in batches that it takes`() {
        var machines = Machines(2)
        for number in 0..<100 {
            machines.addPhoto(number, on: 0)
            let caption = [UInt8](repeating: UInt8(number), count: Fragment.maximumValueLength)
            machines.set(.caption, of: number, to: caption, on: 0)
        }
        machines.synchronize(0)
        let sizes = batches(&machines, 1).map { batch in
            batch.changes.reduce(0) { $0 + $1.fields.values.reduce(0) { $0 + ($1?.count ?? 0) } }
        }
        #expect(sizes.count > 12 && sizes.allSatisfy { $0 <= SyncPolicy().bytesPerBatch })
        #expect(machines.areEqual)
    }

    @Test func `a device that ends between two batches of a segment gets the rest afterwards`() {
        var policy = SyncPolicy()
        policy.changesPerBatch = 3
        var machines = Machines(2, policy: policy)
        for number in 0..<20 { machines.addPhoto(number, on: 0) }
        machines.synchronize(0)
        var random = SeededGenerator(seed: 0)
        for crash in 0..<5 {
            machines.devices[1].begin(now: machines.now, collects: false)
            var applied = 0
            while machines.devices[1].isSynchronizing, applied < 2 {
                if case .library(.apply)? = machines.devices[1].effects.first { applied += 1 }
                machines.devices[1].step(&machines.bucket, now: machines.now, faults: .none, random: &random)
            }
            machines.devices[1].crash(seed: UInt64(crash))
        }
        machines.synchronize(1)
        #expect(machines.areEqual)
    }

    @Test func `keywords that are added at once arrive in their order`() {
        var machines = Machines(2)
        machines.addPhoto(1, on: 0)
        let words = ["see", "alp", "boot", "Zug"].map { Array($0.utf8) }
        machines.devices[0].library.set(.keywords, of: ObjectID(1), to: words, time: machines.now)
        machines.synchronizeAll()
        #expect(machines.devices[1].library.objects[ObjectID(1)]?.sets[.keywords] == words)
        let more = words + ["dorf", "bach"].map { Array($0.utf8) }
        machines.devices[1].library.set(.keywords, of: ObjectID(1), to: more, time: machines.now)
        machines.synchronizeAll()
        #expect(machines.devices[0].library.objects[ObjectID(1)]?.sets[.keywords] == more)
    }
}
