import BucketTestSupport
import CloudSync
import LibraryModel
import LibraryTestSupport
import Testing

struct CrashTests {
    /// Two devices with changes on both; the first one's program ends before each of its effects in turn.
    private func machines() -> Machines {
        var policy = SyncPolicy()
        policy.recordsPerSegment = 2
        policy.segmentsPerSnapshot = 3
        policy.graceTime = 0
        var machines = Machines(2, policy: policy)
        for number in 0..<5 { machines.addPhoto(number, on: number % 2) }
        machines.synchronizeAll()
        for number in 10..<14 { machines.addPhoto(number, on: number % 2) }
        machines.devices[0].library.purge(ObjectID(2), time: machines.now)
        machines.synchronize(1)
        return machines
    }

    @Test func `a program that ends at any step goes on where it was`() {
        var random = SeededGenerator(seed: 1)
        var steps = 0
        for isDone in [false, true] {
            for crash in 0... {
                var machines = machines()
                machines.devices[0].begin(now: machines.now, collects: true)
                var left = crash
                while left > 0, machines.devices[0].isSynchronizing {
                    machines.devices[0].step(&machines.bucket, now: machines.now, faults: .none, random: &random)
                    left -= 1
                }
                guard machines.devices[0].isSynchronizing else { break }
                // Half of the runs have the request done, and its answer lost.
                if isDone, case .bucket(let request)? = machines.devices[0].effects.first {
                    _ = machines.bucket.perform(request, now: machines.now)
                }
                machines.devices[0].crash(seed: 77)
                machines.synchronizeAll(rounds: 4)
                #expect(machines.areEqual, "crash before effect \(crash)")
                #expect(machines.devices[0].library.objects.count == 8, "crash before effect \(crash)")
                #expect(machines.devices[0].newIdentities == 0, "crash before effect \(crash)")
                #expect(machines.bucket.overwritten.isEmpty, "crash before effect \(crash)")
                steps += 1
            }
        }
        #expect(steps > 40)
    }

    @Test func `a saved state that was cut off or changed is refused or read, and never traps`() throws {
        var machines = machines()
        machines.synchronize(0, collects: true)
        let state = machines.devices[0].engine.state
        let bytes = state.bytes
        #expect(try SyncState(bytes: bytes, records: state.records).bytes == bytes)
        for length in bytes.indices {
            #expect(throws: SyncFailure.self) { try SyncState(bytes: Array(bytes[..<length]), records: RecordTable()) }
        }
        var random = SeededGenerator(seed: 2)
        for _ in 0..<2_000 {
            var changed = bytes
            changed[random.below(changed.count)] = UInt8(random.below(256))
            if let read = try? SyncState(bytes: changed, records: RecordTable()) {
                #expect(read.bytes.count <= changed.count + 64)
            }
        }
    }
}
