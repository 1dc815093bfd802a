import BucketTestSupport
import CloudBuckets
import CloudEncryption
import CloudSync
import LibraryModel
import LibraryTestSupport
import LinuxSystem
import Testing

/// Two engines with real bytes between them: what the simulation shows of made-up buckets holds for those that are
/// there.
struct ConvergenceTests {
    private var sealed: BucketForm { .sealed(BucketCipher(.random())) }

    /// Both machines change things and synchronise in turn; then nothing fails any more, and they come to the same.
    private func converge(
        _ bucket: any Bucket,
        _ form: BucketForm,
        seed: UInt64,
        endFaults: () -> Void = {}
    ) throws -> [BucketDevice] {
        var random = SeededGenerator(seed: seed)
        var devices = [try BucketDevice(0, bucket, form), try BucketDevice(1, bucket, form)]
        var now: UInt64 = 1_700_000_000_000
        for number in 0..<12 {
            now += 1_000
            let index = random.below(2)
            let size = [0, 1, 1 << 20, 1_500_000][random.below(4)]
            let bytes = [UInt8](repeating: UInt8(random.below(256)), count: size)
            try devices[index].addPhoto(number, bytes, now: now)
            let other = random.below(2)
            devices[other].set(.title, of: random.below(number + 1), to: [UInt8(number)], now: now)
            if random.happens(30) { devices[other].library.purge(ObjectID(random.below(number + 1)), time: now) }
            _ = devices[random.below(2)].synchronize(now: now)
        }
        endFaults()
        for _ in 0..<4 {
            for index in devices.indices {
                now += 1_000
                let outcome = devices[index].synchronize(now: now)
                #expect(
                    outcome?.isComplete == true,
                    "seed \(seed): \(devices[index].failures.last.map { "\($0)" } ?? "")"
                )
            }
        }
        for index in devices.indices {
            let outcome = devices[index].synchronize(now: now)
            #expect(outcome?.issues == [], "seed \(seed)")
        }
        #expect(devices[0].library.objects == devices[1].library.objects, "seed \(seed)")
        #expect(!devices[0].library.objects.isEmpty)
        let contents = try devices.map { try $0.contents() }
        #expect(contents[0] == contents[1] && !contents[0].values.contains(nil), "seed \(seed)")
        return devices
    }

    @Test(arguments: [false, true])
    func `through a folder two machines come to the same library and the same files`(isSealed: Bool) throws {
        let scratch = try ScratchFolder()
        let bucket = try FolderBucket(at: scratch.file("bucket"), creates: true)
        let devices = try converge(bucket, isSealed ? sealed : .plain, seed: 1)
        #expect(devices.allSatisfy { $0.failures.isEmpty })
    }

    @Test func `through a store of S3's kind they do`() throws {
        let store = try StrictStore()
        store.setPageLength(2)
        let devices = try converge(try store.connect(), sealed, seed: 2)
        #expect(devices.allSatisfy { $0.failures.isEmpty } && store.refusals.isEmpty)
        // Of what a bucket need not have, nothing was used.
        #expect(Set(store.operations).isSubset(of: [.list, .get, .put, .delete]))
    }

    @Test(arguments: [3, 4])
    func `a store that fails in every way does not keep them from it`(seed: UInt64) throws {
        let store = try StrictStore()
        store.beginChaos(percent: 15, seed: seed)
        _ = try converge(try store.connect(), sealed, seed: seed) { store.endFaults() }
    }

    @Test func `a synchronisation without news is one request, a photo four on either side, a title three`() throws {
        let store = try StrictStore()
        let bucket = try store.connect()
        let form = sealed
        var devices = [try BucketDevice(0, bucket, form), try BucketDevice(1, bucket, form)]
        let now = UInt64(WallClock.milliseconds())
        // Each writes a head by the store's clock.
        for index in 0..<2 { try devices[index].addPhoto(100 + index, [UInt8(index)], now: now) }
        for round in 0..<6 { _ = devices[round % 2].synchronize(now: now) }
        for index in 0..<2 {
            store.forgetOperations()
            _ = devices[index].synchronize(now: now)
            #expect(store.operations == [.list])
        }
        try devices[0].addPhoto(1, [1, 2, 3], now: now)
        store.forgetOperations()
        _ = devices[0].synchronize(now: now)
        #expect(store.operations == [.list, .put, .put, .put])
        store.forgetOperations()
        _ = devices[1].synchronize(now: now)
        #expect(store.operations == [.list, .get, .get, .get])
        // A change without a file.
        devices[1].set(.title, of: 1, to: [7], now: now)
        for (index, operations) in [(1, [StoreOperation.list, .put, .put]), (0, [.list, .get, .get])] {
            store.forgetOperations()
            _ = devices[index].synchronize(now: now)
            #expect(store.operations == operations)
        }
        for index in 0..<2 {
            store.forgetOperations()
            _ = devices[index].synchronize(now: now)
            #expect(store.operations == [.list])
        }
    }
}
