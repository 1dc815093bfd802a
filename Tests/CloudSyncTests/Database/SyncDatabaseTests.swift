import BucketTestSupport
import CloudSync
import CloudSyncProcess
import LibraryModel
import LibraryTestSupport
import LinuxSystem
import SQLiteDatabase
import Testing

struct SyncDatabaseTests {
    private let folder: ScratchFolder
    private let path: FilePath

    init() throws {
        folder = try ScratchFolder()
        path = folder.file("sync.sqlite")
    }

    private func state(_ database: SyncDatabase) throws -> SyncState<StoredRecords> {
        try database.savedState() ?? SyncState(records: StoredRecords(database: database), device: ObjectID(9))
    }

    @Test func `a database holds what a dictionary would, also after it was opened again`() throws {
        var random = SeededGenerator(seed: 11)
        var expected = RecordTable()
        for _ in 0..<12 {
            let database = try SyncDatabase(path)
            let state = try state(database)
            var records = state.records
            for _ in 0..<60 { Self.change(&expected, &records, &random) }
            try database.save(state)
            for number in 0..<12 {
                let blob = BlobID(content: ContentDigest(number))
                let id = ObjectID(number)
                #expect(database.failure == nil)
                #expect(state.records.record(id) == expected.record(id))
                #expect(state.records.unsent(id) == expected.unsent(id))
                #expect(state.records.references(to: blob) == expected.references(to: blob))
                let (page, other) = (state.records.page(after: id, limit: 3), expected.page(after: id, limit: 3))
                #expect(page.map(\.id) == other.map(\.id) && page.map(\.record) == other.map(\.record))
                let (parts, others) = (
                    state.records.unsentPage(after: id, limit: 3), expected.unsentPage(after: id, limit: 3)
                )
                #expect(parts.map(\.id) == others.map(\.id) && parts.map(\.part) == others.map(\.part))
                for list in BlobList.allCases {
                    #expect(state.records.contains(blob, in: list) == expected.contains(blob, in: list))
                    #expect(
                        state.records.blobs(in: list, after: blob, limit: 2)
                            == expected.blobs(in: list, after: blob, limit: 2)
                    )
                }
            }
            #expect(state.records.outboxCount == expected.outboxCount)
        }
    }

    /// The same change of both.
    private static func change(
        _ first: inout RecordTable,
        _ second: inout StoredRecords,
        _ random: inout SeededGenerator
    ) {
        let id = ObjectID(random.below(12))
        let blob = BlobID(content: ContentDigest(random.below(12)))
        let list = BlobList.allCases[random.below(3)]
        let record = Record.random(using: &random)
        switch random.below(5) {
        case 0, 1:
            first.replace(id, with: record)
            second.replace(id, with: record)
        case 2:
            let part = random.happens(30) ? nil : record
            first.replaceUnsent(id, with: part)
            second.replaceUnsent(id, with: part)
        case 3:
            first.insert(blob, in: list)
            second.insert(blob, in: list)
        default:
            first.remove(blob, from: list)
            second.remove(blob, from: list)
        }
    }

    @Test func `what was not saved is not there when the file is opened again`() throws {
        do {
            let database = try SyncDatabase(path)
            let state = try state(database)
            var records = state.records
            records.insert(BlobID(content: ContentDigest(1)), in: .wanted)
            try database.save(state)
            records.insert(BlobID(content: ContentDigest(2)), in: .wanted)
            records.replaceUnsent(ObjectID(1), with: Record(.asset))
            #expect(records.outboxCount == 1)
        }
        let records = StoredRecords(database: try SyncDatabase(path))
        #expect(records.blobs(in: .wanted, after: nil, limit: 9) == [BlobID(content: ContentDigest(1))])
        #expect(records.outboxCount == 0)
    }

    @Test func `a device whose program ends before any effect goes on with its file where it was`() throws {
        var policy = SyncPolicy()
        policy.recordsPerSegment = 2
        policy.segmentsPerSnapshot = 3
        policy.graceTime = 0
        for crash in 0... {
            var machines = Machines(1, policy: policy)
            let file = folder.file("crash-\(crash).sqlite")
            var device = try StoredDevice(file, policy: policy)
            for number in 0..<5 { machines.addPhoto(number, on: 0) }
            machines.synchronize(0)
            for number in 10..<13 {
                device.library.create(ObjectID(number), .asset, time: machines.now)
                device.library.set(
                    .originals,
                    of: ObjectID(number),
                    to: ContentDigest(number).asPhoto,
                    time: machines.now
                )
            }
            let isOver = try device.synchronize(&machines.bucket, now: machines.now, stoppingAfter: crash)
            if !isOver { device = try StoredDevice(file, policy: policy, library: device.library) }
            for _ in 0..<4 {
                machines.synchronize(0)
                machines.now += 1_000
                _ = try device.synchronize(&machines.bucket, now: machines.now, stoppingAfter: .max)
            }
            #expect(device.library.objects == machines.devices[0].library.objects, "crash before effect \(crash)")
            #expect(device.library.objects.count == 8, "crash before effect \(crash)")
            #expect(!device.tookNewIdentity, "crash before effect \(crash)")
            if isOver {
                #expect(crash > 20)
                break
            }
        }
    }

    @Test func `a file that was damaged anywhere is refused, or holds what was saved, and never ends the program`()
        throws
    {
        do {
            let database = try SyncDatabase(path)
            let state = try state(database)
            var records = state.records
            var random = SeededGenerator(seed: 3)
            for number in 0..<400 {
                var record = Record.random(using: &random)
                record.fields[.caption] = Register(
                    [UInt8](repeating: 65, count: 60),
                    stamp: Stamp(ticks: 1, device: ObjectID(1))
                )
                records.replace(ObjectID(number), with: record)
            }
            try database.save(state)
            let connection = try Connection(path: path.text, role: .writer, cacheKibibytes: 100)
            try connection.checkpoint()
        }
        let file = try OwnedDescriptor(opening: path, [.readOnly])
        let bytes = try file.readToEnd(limit: 10_000_000)
        #expect(bytes.count > 20_000)
        var random = SeededGenerator(seed: 4)
        var refused = 0
        for round in 0..<60 {
            let copy = folder.file("damaged-\(round).sqlite")
            var changed = bytes
            let start = random.below(changed.count)
            for place in start..<min(start + 1 + random.below(4_000), changed.count) {
                changed[place] = UInt8(random.below(256))
            }
            try folder.write(changed, to: "damaged-\(round).sqlite")
            do throws(SyncDatabaseError) {
                let database = try SyncDatabase(copy)
                _ = try database.savedState()
                var last: ObjectID?
                while let end = database.pageForTests(after: last) { last = end }
                if let failure = database.failure { throw failure }
            } catch { refused += 1 }
        }
        #expect(refused > 20)
    }

    @Test func `a database of a later version is refused as such`() throws {
        do { _ = try SyncDatabase(path) }
        do { try Connection(path: path.text, role: .writer, cacheKibibytes: 100).execute("PRAGMA user_version = 3") }
        #expect(throws: SyncDatabaseError.newerVersion) { _ = try SyncDatabase(path) }
    }

    @Test func `files that come by the thousand are counted, found and removed like others`() throws {
        // More than are inserted one by one after a look-up, and more than are sorted at once.
        let limit = 500
        var expected = RecordTable()
        var random = SeededGenerator(seed: 12)
        do {
            let database = try SyncDatabase(path, maximumAdditions: limit)
            let state = try state(database)
            var records = state.records
            for number in 0..<4_000 {
                let blob = BlobID(content: ContentDigest(random.below(1_000_000)))
                var record = Record(.asset)
                record.fields[.edit] = Register([], blobs: [blob], stamp: Stamp(ticks: 1, device: ObjectID(1)))
                records.replace(ObjectID(number), with: record)
                expected.replace(ObjectID(number), with: record)
                // Several photos may have one file.
                for _ in 0...random.below(2) {
                    records.insert(blob, in: .wanted)
                    expected.insert(blob, in: .wanted)
                }
            }
            try database.save(state)
            #expect(database.count(of: .wanted) >= expected.blobs(in: .wanted, after: nil, limit: 9_999).count)
        }
        // Another process begins with what is added and not inserted.
        let database = try SyncDatabase(path, maximumAdditions: limit)
        let state = try state(database)
        var records = state.records
        let all = expected.blobs(in: .wanted, after: nil, limit: 9_999)
        #expect(records.blobs(in: .wanted, after: nil, limit: 9_999) == all)
        #expect(database.count(of: .wanted) == all.count)
        #expect(all.allSatisfy { records.references(to: $0) == expected.references(to: $0) })
        #expect(records.references(to: BlobID(content: ContentDigest(1_000_001))) == 0)
        for blob in all.prefix(100) { records.remove(blob, from: .wanted) }
        for number in 0..<2_000 { records.insert(all[number % 150], in: .wanted) }
        #expect(records.blobs(in: .wanted, after: nil, limit: 9_999) == all)
        #expect(database.count(of: .wanted) == all.count)
        records.replace(ObjectID(7), with: Record(.asset))
        expected.replace(ObjectID(7), with: Record(.asset))
        #expect(all.allSatisfy { records.references(to: $0) == expected.references(to: $0) })
        try database.save(state)
        #expect(database.failure == nil)
    }

    @Test func `a database of the first version goes on`() throws {
        let blob = BlobID(content: ContentDigest(3))
        do {
            let database = try SyncDatabase(path)
            let state = try state(database)
            var records = state.records
            records.insert(blob, in: .wanted)
            try database.save(state)
        }
        try Connection(path: path.text, role: .writer, cacheKibibytes: 100).executeScript(
            "DROP TABLE added_reference; DROP TABLE added_listing; PRAGMA user_version = 1"
        )
        let database = try SyncDatabase(path)
        let records = StoredRecords(database: database)
        #expect(records.blobs(in: .wanted, after: nil, limit: 9) == [blob])
        #expect(database.count(of: .wanted) == 1)
        #expect(try database.savedState() != nil)
    }

    @Test func `nothing is saved after a failure`() throws {
        let database = try SyncDatabase(path)
        let state = try state(database)
        var records = state.records
        try database.save(state)
        do {
            let other = try Connection(path: path.text, role: .writer, cacheKibibytes: 100)
            try other.execute("INSERT INTO record VALUES (x'00000000000000070000000000000001', x'FF')")
        }
        #expect(state.records.record(ObjectID(1)) == nil)
        #expect(database.failure == .damaged)
        records.insert(BlobID(content: ContentDigest(2)), in: .wanted)
        #expect(throws: SyncDatabaseError.damaged) { try database.save(state) }
        #expect(
            !StoredRecords(database: try SyncDatabase(path)).contains(BlobID(content: ContentDigest(2)), in: .wanted)
        )
    }
}

extension SyncDatabase {
    fileprivate func pageForTests(after id: ObjectID?) -> ObjectID? {
        StoredRecords(database: self).page(after: id, limit: 50).last?.id
    }
}
