import CloudSync
import LibraryModel
import LibraryTestSupport
import Testing

struct IdentityTests {
    @Test func `a device restored from a backup begins a new log, and gets back what it had written since`() {
        var machines = Machines(2)
        machines.addPhoto(1, on: 0)
        machines.synchronizeAll()
        let backup = machines.devices[0]
        machines.set(.title, of: 1, to: [5], on: 0)
        machines.synchronizeAll()
        machines.devices[0] = backup
        machines.devices[0].crash(seed: 9)
        machines.addPhoto(2, on: 0)
        #expect(machines.synchronize(0).outcome?.issues == [.newIdentity])
        machines.synchronizeAll()
        #expect(machines.title(of: 1, on: 0) == [5])
        #expect(machines.areEqual && machines.devices[1].library.objects.count == 2)
        #expect(machines.bucket.overwritten.isEmpty)
    }

    @Test func `a restored device sees by its own head that it has written more, though the listing is an old one`() {
        var machines = Machines(2)
        machines.addPhoto(1, on: 0)
        machines.synchronizeAll()
        let backup = machines.devices[0]
        let stale = machines.bucket.perform(.listHeads, now: machines.now)
        machines.set(.title, of: 1, to: [5], on: 0)
        machines.synchronize(0)
        machines.synchronize(1)
        machines.devices[0] = backup
        machines.devices[0].crash(seed: 9)
        machines.set(.caption, of: 1, to: [6], on: 0)
        var random = SeededGenerator(seed: 0)
        machines.devices[0].begin(now: machines.now, collects: false)
        while machines.devices[0].isSynchronizing {
            if machines.devices[0].effects.first == .bucket(.listHeads) {
                machines.devices[0].effects.removeFirst()
                machines.devices[0].effects += machines.devices[0].engine.received(stale, to: .listHeads)
            } else {
                machines.devices[0].step(&machines.bucket, now: machines.now, faults: .none, random: &random)
            }
        }
        #expect(machines.devices[0].lastOutcome?.issues == [.newIdentity])
        machines.synchronizeAll()
        #expect(machines.areEqual && machines.title(of: 1, on: 0) == [5])
        #expect(machines.devices[1].library.objects[ObjectID(1)]?.fields[.caption] == [6])
        #expect(machines.bucket.overwritten.isEmpty)
    }

    @Test func `two copies of one device become two devices, and lose nothing`() {
        var machines = Machines(2)
        machines.addPhoto(1, on: 0)
        machines.synchronizeAll()
        machines.devices.append(machines.devices[0])
        machines.devices[2].crash(seed: 12)
        machines.addPhoto(2, on: 0)
        machines.addPhoto(3, on: 2)
        // Both write the same number before either sees the other.
        var random = SeededGenerator(seed: 0)
        for index in [0, 2] { machines.devices[index].begin(now: machines.now, collects: false) }
        while machines.devices[0].isSynchronizing || machines.devices[2].isSynchronizing {
            for index in [0, 2] {
                machines.devices[index].step(&machines.bucket, now: machines.now, faults: .none, random: &random)
            }
        }
        machines.synchronizeAll(rounds: 5)
        #expect(machines.areEqual && machines.devices[1].library.objects.count == 3)
        #expect(machines.devices[0].engine.state.device != machines.devices[2].engine.state.device)
    }

    @Test func `a forgotten device that comes back brings what it has, and nothing that was deleted`() throws {
        var policy = SyncPolicy()
        policy.graceTime = 0
        var machines = Machines(2, policy: policy)
        for number in 1...3 { machines.addPhoto(number, on: 0) }
        machines.synchronizeAll()
        machines.addPhoto(4, on: 1)
        // Away, it has a photo of its own with the content of one that is deleted meanwhile.
        machines.addPhoto(5, on: 1, content: 1)
        machines.devices[0].library.purge(ObjectID(1), time: machines.now)
        let device = machines.devices[1].engine.state.device
        try machines.devices[0].engine.forget(device, now: machines.now)
        for _ in 0..<3 { machines.synchronize(0, collects: true) }
        #expect(!machines.bucket.blobs.contains(BlobID(content: ContentDigest(1))))

        #expect(machines.synchronize(1).outcome?.issues == [.newIdentity])
        machines.synchronizeAll()
        #expect(machines.areEqual)
        #expect(machines.devices[0].library.objects.keys.sorted() == [2, 3, 4, 5].map { ObjectID($0) })
        #expect(machines.bucket.blobs.contains(BlobID(content: ContentDigest(1), generation: 1)))
        #expect(machines.devices.allSatisfy { $0.library.needed.isSubset(of: $0.library.files) })
    }

    @Test func `a clock that is years ahead does not win over what others write later`() {
        var machines = Machines(2)
        machines.devices[0].skew = 10 * 365 * 86_400_000
        machines.addPhoto(1, on: 0)
        machines.set(.title, of: 1, to: [1], on: 0)
        machines.synchronizeAll()
        machines.set(.title, of: 1, to: [2], on: 0)
        machines.now += 3_600_000
        // Neither sees the other's title before it writes its own; the second was written an hour later.
        machines.synchronize(0)
        machines.now += 3_600_000
        machines.set(.title, of: 1, to: [3], on: 1)
        machines.synchronizeAll()
        #expect(machines.title(of: 1, on: 0) == [3])
        #expect(machines.areEqual)
    }

    @Test func `a device that cannot read all that is there writes nothing when it joins`() throws {
        var machines = Machines(1)
        machines.addPhoto(1, on: 0)
        machines.synchronize(0)
        let name = ObjectName.segment(ObjectID(1000), 1)
        let bytes = try #require(machines.bucket.objects[name])
        machines.bucket.damage(name)
        machines.add()
        machines.addPhoto(2, on: 1)
        machines.synchronize(1)
        #expect(machines.devices[1].engine.state.logEnd == 0)
        _ = machines.bucket.perform(.put(name, bytes), now: machines.now)
        machines.synchronizeAll()
        #expect(machines.areEqual && machines.devices[0].library.objects.count == 2)
    }

    @Test func `two devices that forget each other go on together`() throws {
        var machines = Machines(2)
        machines.addPhoto(1, on: 0)
        machines.addPhoto(2, on: 1)
        machines.synchronizeAll()
        let devices = machines.devices.map(\.engine.state.device)
        try machines.devices[0].engine.forget(devices[1], now: machines.now)
        try machines.devices[1].engine.forget(devices[0], now: machines.now)
        machines.addPhoto(3, on: 0)
        machines.addPhoto(4, on: 1)
        machines.synchronizeAll(rounds: 5)
        #expect(machines.areEqual && machines.devices[0].library.objects.count == 4)
    }
}
