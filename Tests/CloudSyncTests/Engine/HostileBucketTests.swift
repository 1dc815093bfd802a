import BucketTestSupport
import CloudSync
import LibraryModel
import LibraryTestSupport
import Testing

/// A bucket whose objects say anything: somebody with the key, or without encryption anybody, wrote them.
struct HostileBucketTests {
    /// Steps of a synchronisation that has lost its way.
    private static let stepLimit = 20_000

    private func bucket() -> SimulatedBucket {
        var policy = SyncPolicy()
        policy.segmentsPerSnapshot = 4
        policy.recordsPerSegment = 3
        policy.recordsPerSnapshotPart = 5
        var machines = Machines(3, policy: policy)
        for number in 0..<20 {
            machines.addPhoto(number, on: number % 3)
            machines.set(.title, of: number, to: [UInt8(number)], on: number % 3)
            machines.synchronize(number % 3)
        }
        return machines.bucket
    }

    private func changed(_ bytes: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
        var bytes = bytes
        // Behind the header, mostly: what has another kind or version is refused at once.
        for _ in 0...random.below(3) where bytes.count > 6 {
            bytes[5 + random.below(bytes.count - 5)] =
                [0, 1, 0x7F, 0x80, 0xFF, UInt8(random.below(256))][random.below(6)]
        }
        if random.happens(10) { bytes.removeLast(random.below(bytes.count)) }
        return bytes
    }

    @Test(arguments: 1...12) func `whatever objects say, a synchronisation ends`(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let whole = bucket()
        for _ in 0..<25 {
            var bucket = whole
            var engine = SyncEngine(
                state: SyncState(records: RecordTable(), device: ObjectID(1)),
                random: SeededGenerator(seed: 1)
            )
            var (position, now): (UInt64, UInt64) = (1, 1_700_000_100_000)
            for _ in 0..<3 {
                now += 1_000
                var effects = engine.begin(now: now, collects: true)
                var steps = 0
                var hasEnded = false
                while !hasEnded, !effects.isEmpty, steps < Self.stepLimit {
                    steps += 1
                    switch effects.removeFirst() {
                    case .save: break
                    case .bucket(let request):
                        var reply = bucket.perform(request, now: now)
                        if case .object(let bytes?) = reply, random.happens(40) {
                            reply = .object(changed(bytes, &random))
                        }
                        effects += engine.received(reply, to: request)
                    case .library(.history):
                        effects += engine.received(
                            .history(LocalChangePage(changes: [], position: position, hasMore: false))
                        )
                    case .library(.apply):
                        position += 1
                        effects += engine.received(.applied(position: position, missing: []))
                    case .finished: hasEnded = true
                    }
                }
                #expect(hasEnded, "after \(steps) steps; seed \(seed)")
            }
        }
    }
}
