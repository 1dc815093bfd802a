import CloudSync
import LibraryModel

/// Some devices and a bucket without faults, for scripts.
struct Machines {
    var bucket = SimulatedBucket()
    var devices: [SimulatedDevice] = []
    /// Milliseconds.
    var now: UInt64 = 1_700_000_000_000
    var policy = SyncPolicy()

    init(_ count: Int, policy: SyncPolicy = SyncPolicy()) {
        self.policy = policy
        for _ in 0..<count { add() }
    }

    mutating func add() {
        devices.append(SimulatedDevice(ObjectID(1000 + devices.count), policy: policy, seed: UInt64(devices.count)))
    }

    /// Synchronises once and returns what it took.
    @discardableResult
    mutating func synchronize(_ index: Int, collects: Bool = false) -> (requests: Int, outcome: SyncOutcome?) {
        now += 1_000
        let before = bucket.requests
        let outcome = devices[index].synchronize(&bucket, now: now, collects: collects)
        return (bucket.requests - before, outcome)
    }

    mutating func synchronizeAll(rounds: Int = 3) {
        for _ in 0..<rounds { for index in devices.indices { synchronize(index) } }
    }

    mutating func addPhoto(_ number: Int, on index: Int, content: Int? = nil) {
        devices[index].library.create(ObjectID(number), .asset, time: now)
        let file = ContentDigest(content ?? number).asPhoto
        devices[index].library.set(.originals, of: ObjectID(number), to: file, time: now)
    }

    mutating func set(_ field: FieldNumber, of number: Int, to value: [UInt8]?, on index: Int) {
        devices[index].library.set(field, of: ObjectID(number), to: value, time: devices[index].clock(now))
    }

    func title(of number: Int, on index: Int) -> [UInt8]? {
        devices[index].library.objects[ObjectID(number)]?.fields[.title]
    }

    var areEqual: Bool { devices.allSatisfy { $0.library.objects == devices[0].library.objects } }
}
