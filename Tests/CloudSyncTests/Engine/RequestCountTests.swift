import CloudSync
import LibraryModel
import Testing

struct RequestCountTests {
    private func settled(_ photos: Int) -> Machines {
        var machines = Machines(2)
        for number in 0..<photos { machines.addPhoto(number, on: 0) }
        machines.synchronizeAll()
        return machines
    }

    @Test func `a synchronisation without news is one request`() {
        var machines = settled(3)
        #expect(machines.synchronize(0).requests == 1)
        #expect(machines.synchronize(1).requests == 1)
    }

    @Test func `a program that is started anew reads its own head, once`() {
        var machines = settled(3)
        machines.devices[0].crash(seed: 3)
        #expect(machines.synchronize(0).requests == 2)
        #expect(machines.synchronize(0).requests == 1)
    }

    @Test(arguments: [0, 1_500, -1_500])
    func `a bucket's clock that is a little behind or ahead costs no request`(skew: Int64) {
        var machines = Machines(2)
        for index in 0..<2 { machines.devices[index].skew = skew }
        machines.addPhoto(1, on: 0)
        machines.synchronize(0)
        // The own head, which is not there yet, and is written; the listing, the other's head, its segment and the
        // file.
        #expect(machines.synchronize(1).requests == 6)
    }

    @Test func `one new photo takes four requests where it was made and four where it is read`() {
        var machines = settled(3)
        machines.addPhoto(50, on: 0)
        #expect(machines.synchronize(0).requests == 4)
        #expect(machines.synchronize(1).requests == 4)
        machines.set(.title, of: 50, to: [1], on: 1)
        #expect(machines.synchronize(1).requests == 3)
        #expect(machines.synchronize(0).requests == 3)
        #expect(machines.title(of: 50, on: 0) == [1])
    }

    @Test func `the first synchronisation takes little more than a request for each photo, in both directions`() {
        let photos = 2_000
        var machines = Machines(2)
        for number in 0..<photos { machines.addPhoto(number, on: 0) }
        #expect(machines.synchronize(0).requests * 10 <= photos * 11)
        #expect(machines.synchronize(1).requests * 10 <= photos * 11)
        #expect(machines.areEqual)
    }

    @Test func `many changes take five requests each at the most, with the snapshots that keep the log short`() {
        var policy = SyncPolicy()
        policy.segmentsPerSnapshot = 20
        var machines = Machines(2, policy: policy)
        var requests = [0, 0]
        for number in 0..<100 {
            machines.addPhoto(number, on: number % 2)
            for index in [number % 2, (number + 1) % 2] { requests[index] += machines.synchronize(index).requests }
        }
        // Each device sees all the hundred changes.
        #expect(requests[0] <= 500)
        #expect(requests[1] <= 500)
        #expect(machines.bucket.objects.keys.count { if case .segment = $0 { true } else { false } } < 50)
    }

    @Test func `a device that joins reads a snapshot, and not the log from its beginning`() {
        var policy = SyncPolicy()
        policy.segmentsPerSnapshot = 50
        policy.segmentsWorthSnapshot = 10
        var machines = Machines(1, policy: policy)
        machines.addPhoto(1, on: 0)
        for number in 0..<220 {
            machines.set(.title, of: 1, to: FieldValue.integer(Int64(number)), on: 0)
            machines.synchronize(0)
        }
        machines.add()
        // A head, the listing, the other's head, one part, at most 20 segments, one file, and the devices' own heads.
        #expect(machines.synchronize(1).requests <= 30)
        #expect(machines.areEqual)
    }
}
