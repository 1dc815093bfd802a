import BucketTestSupport
import CloudEncryption
import CloudSync
import LibraryModel
import LibraryTestSupport

/// Several machines and a bucket, driven by one seed: what happens next, what fails, and where a program ends.
struct Simulation {
    private(set) var devices: [SimulatedDevice] = []
    private(set) var bucket = SimulatedBucket()
    private(set) var model = PlainModel()
    private var random: SeededGenerator
    private let seed: UInt64
    private let faults: SimulatedBucket.Faults
    private let policy: SyncPolicy
    /// Milliseconds.
    private var now: UInt64 = 1_700_000_000_000
    private var counter = 0
    private var identifiers: [ObjectID] = []
    /// Devices that were lost; others may forget them.
    private var lost: Set<Int> = []
    /// Devices that nothing happens on until a time.
    private var asleep: [Int: UInt64] = [:]
    private var backups: [Int: (device: SimulatedDevice, acts: Int)] = [:]

    init(seed: UInt64) {
        self.seed = seed
        random = SeededGenerator(seed: seed)
        faults = .init(percent: [0, 2, 10, 25][random.below(4)], staleness: 30_000)
        var policy = SyncPolicy()
        policy.recordsPerSegment = 1 + random.below(4)
        policy.segmentsPerBatch = 1 + random.below(4)
        policy.recordsPerSnapshotPart = 1 + random.below(6)
        policy.segmentsPerSnapshot = UInt64(3 + random.below(12))
        policy.segmentsWorthSnapshot = UInt64(1 + random.below(10))
        policy.transfersAtOnce = 1 + random.below(3)
        policy.changesPerBatch = 1 + Int(seed % 7)
        policy.transfersPerStep = policy.transfersAtOnce
        policy.graceTime = 60_000
        policy.headInterval = 50_000
        self.policy = policy
        if seed % 10 == 0 {
            bucket.cipher = LibraryKey(bytes: [UInt8](repeating: 7, count: LibraryKey.byteCount)).map(BucketCipher.init)
        }
        for _ in 0..<2 + random.below(3) { addDevice() }
    }

    private mutating func addDevice() {
        let number = devices.count
        var device = SimulatedDevice(
            ObjectID(high: random.next(), low: random.next()),
            policy: policy,
            seed: seed &* 31 &+ UInt64(number)
        )
        if random.happens(20) { device.skew = Int64(random.below(4_000_000_000)) - 1_000_000_000 }
        devices.append(device)
    }

    private var alive: [Int] { devices.indices.filter { !lost.contains($0) } }

    // MARK: Running

    mutating func run(steps: Int) {
        for _ in 0..<steps { step() }
        settle()
    }

    private mutating func step() {
        now += UInt64(random.below(2_000))
        let awake = alive.filter { asleep[$0, default: 0] <= now }
        guard !awake.isEmpty else { return }
        let index = awake[random.below(awake.count)]
        switch random.below(200) {
        case 0..<40: edit(index)
        case 40..<60: if !devices[index].isSynchronizing { begin(index) }
        case 60: devices[index].crash(seed: random.next())
        case 61: asleep[index] = now + UInt64(random.below(400_000))
        case 62: if devices.count < 5, random.happens(20) { addDevice() }
        case 63: if alive.count > 2, random.happens(10) { lose(index) }
        case 64: forgetSomeone(index)
        case 65: if random.happens(30) { backups[index] = (devices[index], model.count) }
        case 66: if random.happens(30) { restore(index) }
        default:
            devices[index].step(&bucket, now: now, faults: faults, random: &random)
        }
    }

    private mutating func begin(_ index: Int) { devices[index].begin(now: now, collects: random.happens(30)) }

    private mutating func lose(_ index: Int) {
        lost.insert(index)
        model.doubt(device: index)
    }

    /// Also one that is only away: it comes back and must not break anything.
    private mutating func forgetSomeone(_ index: Int) {
        guard !devices[index].isSynchronizing, random.happens(30) else { return }
        let known = devices[index].engine.devices.filter { !$0.value.isForgotten }.keys.sorted()
        guard !known.isEmpty else { return }
        forget(known[random.below(known.count)], by: index)
    }

    private mutating func forget(_ device: DeviceID, by index: Int) {
        do { try devices[index].engine.forget(device, now: devices[index].clock(now)) } catch {
            preconditionFailure("the clock is not exhausted")
        }
        begin(index)
    }

    /// The whole machine goes back to what it was.
    private mutating func restore(_ index: Int) {
        guard let backup = backups[index] else { return }
        model.restore(device: index, to: backup.acts)
        devices[index] = backup.device
        devices[index].crash(seed: random.next())
    }

    // MARK: What persons do

    private mutating func unique() -> [UInt8] {
        counter += 1
        return FieldValue.integer(Int64(counter))
    }

    private mutating func edit(_ index: Int) {
        let time = devices[index].clock(now)
        let mine = devices[index].library.objects.filter { $0.value.kind == .asset }.keys.sorted()
        if mine.isEmpty || random.happens(15) {
            let id = ObjectID(high: random.next(), low: random.next())
            identifiers.append(id)
            model.create(id, by: index)
            devices[index].library.create(id, .asset, time: time)
            // Few contents, so that devices share them.
            var files = [ResourceList.Entry(ContentDigest(random.below(12)))]
            if random.happens(50) { files.append(ResourceList.Entry(ContentDigest(random.below(12)), .pairedVideo)) }
            for file in files {
                model.addFile(file, to: id, by: index)
                devices[index].library.stage(file.content)
            }
            devices[index].library.set(.originals, of: id, to: ResourceList(files).bytes, time: time)
            return
        }
        let id = mine[random.below(mine.count)]
        switch random.below(14) {
        case 12: complete(id, by: index)
        case 13: evict(from: id, by: index)
        case 0, 1: set(.title, of: id, to: unique(), by: index)
        case 2: set(.caption, of: id, to: unique(), by: index)
        case 3: set(.trashed, of: id, to: unique(), by: index)
        case 4:
            if devices[index].library.objects[id]?.fields[.trashed] != nil { set(.trashed, of: id, to: nil, by: index) }
        case 5, 6: editKeywords(of: id, by: index)
        case 7:
            let marks = devices[index].library.objects[id]?.sets[.marks] ?? []
            let mark = Mark.allCases[random.below(Mark.allCases.count)].rawValue
            let changed = marks.contains([mark]) ? marks.filter { $0 != [mark] } : marks + [[mark]]
            devices[index].library.set(
                .marks,
                of: id,
                to: changed.sorted { $0.lexicographicallyPrecedes($1) },
                time: time
            )
        case 8:
            if random.happens(40) {
                model.purge(id, by: index)
                devices[index].library.purge(id, time: time)
            }
        case 9: set(.edit, of: id, to: ContentDigest(100 + random.below(30)).bytes, by: index)
        default: editAlbum(index)
        }
    }

    private mutating func set(_ field: FieldNumber, of id: ObjectID, to value: [UInt8]?, by index: Int) {
        let former = devices[index].library.objects[id]?.fields[field]
        if former == value { return }
        // Values of files come again; others are each written once, so that the model can tell them apart.
        let isUnique = contents(of: field, value ?? former ?? []).isEmpty
        model.set(field, of: id, from: isUnique ? former : nil, to: value, by: index)
        devices[index].library.set(field, of: id, to: value, time: devices[index].clock(now))
    }

    /// Adds a file to an asset that has none of the kind.
    private mutating func complete(_ id: ObjectID, by index: Int) {
        let time = devices[index].clock(now)
        // The files of an asset may come after it.
        guard let list = devices[index].library.objects[id]?.fields[.originals].map(originals) else { return }
        let kinds = [ResourceKind.alternatePhoto, .pairedVideo].filter { kind in !list.contains { $0.isOf(kind) } }
        guard !kinds.isEmpty else { return }
        let kind = kinds[random.below(kinds.count)]
        // A photo moves aside for another one, as a RAW file does.
        if kind == .alternatePhoto, let photo = list.first(where: { $0.isOf(.photo) }), random.happens(50) {
            let file = ResourceList.Entry(ContentDigest(200 + random.below(4)))
            model.addFile(file, to: id, by: index)
            model.addFile(ResourceList.Entry(photo.content, .alternatePhoto), to: id, by: index)
            devices[index].library.addOriginal(file, to: id, movingPhoto: true, time: time)
            return
        }
        let file = ResourceList.Entry(ContentDigest(100 * Int(kind.rawValue) + random.below(4)), kind)
        model.addFile(file, to: id, by: index)
        devices[index].library.addOriginal(file, to: id, time: time)
    }

    private mutating func evict(from id: ObjectID, by index: Int) {
        guard !devices[index].isSynchronizing else { return }
        let list = devices[index].library.objects[id]?.fields[.originals].map(originals) ?? []
        guard !list.isEmpty else { return }
        devices[index].evict(list[random.below(list.count)].content, bucket)
    }

    private mutating func editKeywords(of id: ObjectID, by index: Int) {
        var keywords = devices[index].library.objects[id]?.sets[.keywords] ?? []
        if keywords.isEmpty || random.happens(60) {
            // In no order of their bytes.
            for _ in 0..<1 + random.below(2) {
                let keyword = Array(unique().reversed())
                model.add(keyword, to: id, by: index)
                keywords.append(keyword)
            }
        } else {
            model.remove(keywords.remove(at: random.below(keywords.count)), from: id, by: index)
        }
        devices[index].library.set(.keywords, of: id, to: keywords, time: devices[index].clock(now))
    }

    private mutating func editAlbum(_ index: Int) {
        let time = devices[index].clock(now)
        let albums = devices[index].library.objects.filter { $0.value.kind == .album }.keys.sorted()
        if albums.isEmpty || random.happens(10) {
            let id = ObjectID(high: random.next(), low: random.next())
            model.create(id, by: index)
            devices[index].library.create(id, .album, time: time)
            set(.title, of: id, to: unique(), by: index)
            return
        }
        let id = albums[random.below(albums.count)]
        if random.happens(8) {
            model.purge(id, by: index)
            devices[index].library.purge(id, time: time)
            return
        }
        var members = devices[index].library.objects[id]?.sets[.members] ?? []
        switch random.below(4) {
        case 0 where !members.isEmpty: members.remove(at: random.below(members.count))
        case 1: members.shuffle(using: &random)
        default:
            let assets = devices[index].library.objects.filter { $0.value.kind == .asset }.keys.map(\.bytes)
            let others = assets.filter { !members.contains($0) }.sorted { $0.lexicographicallyPrecedes($1) }
            if others.isEmpty { return }
            members.insert(others[random.below(others.count)], at: random.below(members.count + 1))
        }
        devices[index].library.set(.members, of: id, to: members, time: time)
    }

    // MARK: Ending

    /// Faults end, lost devices are forgotten, and all synchronise until nothing is left to do.
    private mutating func settle() {
        bucket.deliverStalled(now: now)
        for index in lost.sorted() {
            for other in alive.prefix(1) {
                let device = devices[index].engine.state.device
                if devices[other].engine.devices[device]?.isForgotten == false { forget(device, by: other) }
            }
        }
        for round in 0..<12 {
            now += 100_000
            for index in alive {
                _ = devices[index].synchronize(&bucket, now: now, collects: round < 8)
            }
        }
    }

    /// How often it came to what is rare.
    var reached: SimulatedBucket.Reached {
        var reached = bucket.reached
        reached.newIdentities = devices.reduce(0) { $0 + $1.newIdentities }
        return reached
    }

    /// What is wrong at the end.
    var violations: [String] {
        guard let first = alive.first else { return [] }
        let named = devices[first].engine.state.records.records.mapValues { Set($0.blobs.map(\.content)) }
        var violations = model.faults(in: devices[first].library.objects, named: named)
        for index in alive {
            let device = devices[index]
            if device.lastOutcome?.isComplete != true { violations.append("device \(index) did not come to an end") }
            let issues = device.lastOutcome?.issues ?? []
            if !issues.isEmpty { violations.append("device \(index): \(issues)") }
            if device.library.objects != devices[first].library.objects {
                violations.append("device \(index) has another library than device \(first)")
            }
            if device.engine.state.records.records != devices[first].engine.state.records.records {
                violations.append("device \(index) has other records than device \(first)")
            }
            if !device.library.needed.isSubset(of: device.library.files.union(device.library.evicted)) {
                violations.append("device \(index) lacks files")
            }
            if device.engine.state.records.outboxCount > 0 { violations.append("device \(index) has something unsent") }
        }
        let needed = Set(devices[first].engine.state.records.records.values.flatMap(\.blobs))
        if !needed.isSubset(of: bucket.blobs) { violations.append("the bucket lacks blobs") }
        // A write of before a restoration that arrives long after it may do so; then it must do no harm.
        if !violations.isEmpty, !bucket.overwritten.isEmpty { violations.append("overwritten: \(bucket.overwritten)") }
        return violations
    }
}
