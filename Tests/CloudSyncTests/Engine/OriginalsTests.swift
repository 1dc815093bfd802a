import BucketTestSupport
import CloudSync
import LibraryModel
import LibraryTestSupport
import Testing

/// The files that libraries show of a photo to which several devices add some.
struct OriginalsTests {

    private func add(
        _ content: Int,
        _ kind: ResourceKind,
        movingPhoto: Bool = false,
        on index: Int,
        _ machines: inout Machines
    ) {
        let entry = ResourceList.Entry(ContentDigest(content), kind)
        let device = machines.devices[index]
        let time = device.clock(machines.now)
        machines.devices[index].library.addOriginal(entry, to: ObjectID(1), movingPhoto: movingPhoto, time: time)
        machines.now += 1_000
    }

    private func shown(_ machines: Machines) -> [ResourceKind: ContentDigest] {
        let list = machines.devices[0].library.objects[ObjectID(1)]?.fields[.originals].map(originals) ?? []
        return list.reduce(into: [:]) { $0[ResourceKind(rawValue: UInt32($1.kind))] = $1.content }
    }

    private func others(_ machines: Machines) -> [ContentDigest] {
        (machines.devices[0].library.objects[ObjectID(1)]?.sets[.files] ?? []).flatMap(originals).map(\.content)
    }

    @Test func `a photo that made way for another one stays its alternate, though a restored device adds it again`() {
        var machines = Machines(2)
        machines.addPhoto(1, on: 0)
        // Of a time when the engine had not seen the photo yet.
        let backup = machines.devices[0]
        machines.synchronizeAll()
        add(2, .photo, movingPhoto: true, on: 1, &machines)
        machines.synchronizeAll()
        machines.devices[0] = backup
        machines.devices[0].crash(seed: 9)
        machines.now += 3_600_000
        add(3, .pairedVideo, on: 0, &machines)
        machines.synchronizeAll(rounds: 5)
        #expect(
            shown(machines)
                == [.photo: ContentDigest(2), .alternatePhoto: ContentDigest(1), .pairedVideo: ContentDigest(3)]
        )
        #expect(machines.areEqual && others(machines).isEmpty)
    }

    @Test func `of two files of one kind the one that was added last is shown, and every library names the other one`()
    {
        var machines = Machines(3)
        machines.addPhoto(1, on: 0)
        machines.synchronizeAll()
        add(2, .alternatePhoto, on: 0, &machines)
        add(3, .alternatePhoto, on: 1, &machines)
        machines.synchronizeAll()
        #expect(shown(machines) == [.photo: ContentDigest(1), .alternatePhoto: ContentDigest(3)])
        #expect(others(machines) == [ContentDigest(2)])
        #expect(machines.areEqual)
    }

    @Test func `a file that was hidden is shown when it is added again`() {
        var machines = Machines(2)
        machines.addPhoto(1, on: 0)
        machines.synchronizeAll()
        // Both make way for another photo at once.
        add(2, .photo, movingPhoto: true, on: 0, &machines)
        add(3, .photo, movingPhoto: true, on: 1, &machines)
        machines.synchronizeAll()
        #expect(others(machines) == [ContentDigest(2)])
        add(2, .pairedVideo, on: 0, &machines)
        machines.synchronizeAll()
        #expect(shown(machines)[.pairedVideo] == ContentDigest(2) && shown(machines)[.photo] == ContentDigest(3))
        #expect(machines.areEqual && others(machines).isEmpty)
    }

    @Test func `of concurrent first uses of a file all devices take the same one`() throws {
        func record(_ kind: ResourceKind, _ device: Int) throws -> Record {
            var machines = Machines(1)
            machines.devices[0] = SimulatedDevice(ObjectID(device), policy: SyncPolicy(), seed: UInt64(device))
            machines.devices[0].library.create(ObjectID(1), .asset, time: 1)
            let value = ResourceList([ResourceList.Entry(ContentDigest(1), kind)]).bytes
            machines.devices[0].library.set(.originals, of: ObjectID(1), to: value, time: UInt64(device))
            machines.synchronize(0)
            return try #require(machines.devices[0].engine.state.records.record(ObjectID(1)))
        }
        for (first, second) in [(1, 2), (2, 1)] {
            var merged = try record(.photo, first)
            merged.merge(try record(.alternatePhoto, second))
            #expect(merged.shownOriginals?.list.entries.map(\.kind) == [UInt16(ResourceKind.alternatePhoto.rawValue)])
        }
    }
}
