import CloudBuckets
import CloudEncryption
import CloudSync
import CloudSyncProcess
import Digests
import LibraryModel
import LibraryTestSupport
import LinuxSystem
import Synchronization
import Testing

/// The driver with a real folder and a real database; the library is simulated.
struct SyncDriverTests {
    private let folder: ScratchFolder
    private let key = LibraryKey.random()

    init() throws { folder = try ScratchFolder() }

    /// A machine: its library, and its files by their digests.
    private final class Machine: BlobFiles {
        struct State {
            var library = SimulatedLibrary()
            var contents: [ContentDigest: [UInt8]] = [:]
        }

        let state = Mutex(State())
        let folder: FilePath

        init(_ folder: FilePath) { self.folder = folder }

        func add(_ number: Int) {
            let bytes = [UInt8](repeating: UInt8(number), count: 100 + number)
            state.withLock { state in
                guard let digest = ContentDigest(bytes: SHA256.digest(of: bytes)) else { return }
                state.library.create(ObjectID(number), .asset, time: 5)
                state.library.set(.originals, of: ObjectID(number), to: digest.asPhoto, time: 5)
                state.contents[digest] = bytes
            }
        }

        func perform(_ request: ReplicaRequest) -> ReplicaReply {
            state.withLock { state in
                switch request {
                case .history(let position): .history(state.library.history(after: position, limit: 3))
                case .apply(let batch): state.library.apply(batch)
                }
            }
        }

        func open(_ blob: BlobID) throws -> OwnedDescriptor? {
            try state.withLock { $0.contents[blob.content] }.map { try SealedMemory.make($0.span) }
        }

        func receive(_ blob: BlobID, size: UInt64) throws -> OwnedDescriptor {
            try OwnedDescriptor(opening: folder, [.readWrite, .unnamed], mode: 0o600)
        }

        func commit(_ blob: BlobID, _ file: consuming OwnedDescriptor) throws {
            try file.seek(to: 0)
            let bytes = try file.readToEnd(limit: 1 << 20)
            state.withLock { state in
                state.contents[blob.content] = bytes
                state.library.took(blob)
            }
        }
    }

    private func bucket() throws -> (any Bucket, BucketForm) {
        (try FolderBucket(at: folder.file("bucket"), creates: true), .sealed(BucketCipher(key)))
    }

    private func driver(_ name: String, _ machine: Machine) throws -> SyncDriver {
        let (bucket, form) = try bucket()
        return try SyncDriver(
            SyncDatabase(folder.file("\(name).sqlite")),
            name: name,
            bucket: BucketSession(bucket, form, files: machine)
        ) { machine.perform($0) }
    }

    @Test func `two machines and a folder come to the same, and know each other by name`() throws {
        let (first, second) = (Machine(folder.path), Machine(folder.path))
        let one = try driver("one", first)
        let two = try driver("two", second)
        for number in 1...20 { first.add(number) }
        for number in 21...30 { second.add(number) }
        for time in [1_000, 2_000, 3_000] as [UInt64] {
            for driver in [one, two] {
                let run = try driver.synchronize(now: time, collects: false, Cancellation())
                #expect(run.outcome.isComplete && run.outcome.issues.isEmpty && run.failure == nil)
            }
        }
        let (here, there) = (first.state.withLock { $0.library.objects }, second.state.withLock { $0.library.objects })
        #expect(here == there && here.count == 30)
        #expect(first.state.withLock { $0.contents } == second.state.withLock { $0.contents })
        #expect(one.devices.values.map(\.name) == ["two"] && two.devices.values.map(\.name) == ["one"])
        #expect(one.changesToSend == 0 && one.filesToSend == 0 && two.filesToGet == 0)
    }

    @Test func `a bucket that is not there fails a synchronisation and says why; the next one goes on`() throws {
        let machine = Machine(folder.path)
        let driver = try driver("one", machine)
        machine.add(1)
        let (place, away) = (folder.file("bucket"), folder.file("away"))
        try FileNames.rename(place, to: away)
        let failed = try driver.synchronize(now: 1_000, collects: false, Cancellation())
        #expect(!failed.outcome.isComplete && failed.failure != nil)
        try FileNames.rename(away, to: place)
        #expect(try driver.synchronize(now: 2_000, collects: false, Cancellation()).outcome.isComplete)
    }

    /// Puts files in its own way, and everything else into a folder.
    private struct FileTrap: Bucket {
        let bucket: FolderBucket
        /// Called for each file; nil for having put it.
        let put: @Sendable (BucketKey) -> BucketFailure?

        func list(
            _ folder: BucketKey.Folder,
            _ cancellation: Cancellation,
            page: ([ListedObject]) throws -> Void
        ) throws(BucketFailure) -> UInt64? { try bucket.list(folder, cancellation, page: page) }

        func get(
            _ key: BucketKey,
            _ cancellation: Cancellation,
            receive: (_ size: UInt64, _ bytes: Span<UInt8>) throws -> Void
        ) throws(BucketFailure) -> Bool { try bucket.get(key, cancellation, receive: receive) }

        func put(
            _ key: BucketKey,
            _ content: ObjectContent,
            _ cancellation: Cancellation,
            progress: (UInt64) -> Void
        ) throws(BucketFailure) -> String? {
            if content.isNamedByContent, let failure = put(key) { throw failure }
            return try bucket.put(key, content, cancellation, progress: progress)
        }

        func delete(_ keys: [BucketKey], _ cancellation: Cancellation) throws(BucketFailure) {
            try bucket.delete(keys, cancellation)
        }
    }

    private func driver(
        _ name: String,
        _ machine: Machine,
        putting: @escaping @Sendable (BucketKey) -> BucketFailure?
    ) throws -> SyncDriver {
        let bucket = FileTrap(bucket: try FolderBucket(at: folder.file("bucket"), creates: true), put: putting)
        return try SyncDriver(
            SyncDatabase(folder.file("\(name).sqlite")),
            name: name,
            bucket: BucketSession(bucket, .plain, files: machine)
        ) { machine.perform($0) }
    }

    @Test func `a file that takes long keeps none of the others from being sent`() throws {
        let machine = Machine(folder.path)
        for number in 1...40 { machine.add(number) }
        let begun = Mutex(0)
        let all = Parker()
        let isOver = Mutex(false)
        let driver = try driver("one", machine) { _ in
            let number = begun.withLock { begun in
                begun += 1
                return begun
            }
            if number == 40 { all.unpark() }
            // The first one ends after the last one has begun.
            if number == 1 {
                let hasBegun = all.park(until: MonotonicClock.deadline(after: 60_000_000_000))
                isOver.withLock { $0 = hasBegun }
            }
            return nil
        }
        #expect(try driver.synchronize(now: 1_000, collects: false, Cancellation()).outcome.isComplete)
        #expect(isOver.withLock { $0 })
    }

    @Test func `of many files nothing more is sent once one has failed, and what was sent is not sent again`() throws {
        let machine = Machine(folder.path)
        for number in 1...100 { machine.add(number) }
        let sent = Mutex<[BucketKey: Int]>([:])
        do {
            let driver = try driver("one", machine) { key in
                sent.withLock { sent in
                    sent[key, default: 0] += 1
                    return sent.count > 50 ? .notMounted : nil
                }
            }
            let run = try driver.synchronize(now: 1_000, collects: false, Cancellation())
            #expect(!run.outcome.isComplete && run.failure != nil)
        }
        // Those of the threads, and no others.
        let policy = SyncPolicy()
        #expect(sent.withLock { $0.count } <= 50 + policy.transfersAtOnce)
        let driver = try driver("one", machine) { key in
            sent.withLock { $0[key, default: 0] += 1 }
            return nil
        }
        #expect(try driver.synchronize(now: 2_000, collects: false, Cancellation()).outcome.isComplete)
        let again = sent.withLock { sent in sent.values.count { $0 > 1 } }
        #expect(again <= policy.transfersPerSave + 2 * policy.transfersAtOnce)
    }

    @Test func `a library that fails is told of, and nothing is lost`() throws {
        let machine = Machine(folder.path)
        machine.add(1)
        let (bucket, form) = try bucket()
        let fails = Mutex(true)
        let driver = try SyncDriver(
            SyncDatabase(folder.file("one.sqlite")),
            name: "one",
            bucket: BucketSession(bucket, form, files: machine)
        ) { request in
            if fails.withLock({ $0 }) { throw LibraryError(.unavailable, "the server has gone") }
            return machine.perform(request)
        }
        #expect(try driver.synchronize(now: 1_000, collects: false, Cancellation()).failure == "the server has gone")
        fails.withLock { $0 = false }
        #expect(try driver.synchronize(now: 2_000, collects: false, Cancellation()).outcome.isComplete)
    }

    @Test func `a cancelled driver stops where it is, and another one goes on with its file`() throws {
        let (machine, cancellation) = (Machine(folder.path), Cancellation())
        for number in 1...20 { machine.add(number) }
        do {
            let driver = try driver("one", machine)
            #expect(throws: SyncDriver.Stop.cancelled) {
                _ = try driver.synchronize(now: 1_000, collects: false, cancellation) { cancellation.cancel() }
            }
        }
        let again = try driver("one", machine)
        let run = try again.synchronize(now: 2_000, collects: false, Cancellation())
        #expect(run.outcome.isComplete && run.outcome.issues.isEmpty)
    }

    @Test func `a verification sends files again that are missing or were changed, and counts those that it has not`()
        throws
    {
        let machine = Machine(folder.path)
        for number in 1...5 { machine.add(number) }
        let driver = try driver("one", machine)
        #expect(try driver.synchronize(now: 1_000, collects: false, Cancellation()).outcome.isComplete)
        let (bucket, form) = try bucket()
        func verify(from files: Machine) throws -> CloudReport.Verification {
            try BucketVerification.run(
                SyncDatabase(folder.file("one.sqlite")),
                bucket,
                form,
                mendingFrom: files,
                receivingIn: folder.path,
                Cancellation()
            ) { _ in }
        }
        var expected = CloudReport.Verification()
        expected.checked = 5
        #expect(try verify(from: machine) == expected)
        let blobs = machine.state.withLock { $0.contents.keys.sorted() }.map { BlobID(content: $0) }
        let missing = form.key(of: .blob(blobs[0]))
        try bucket.delete([missing], Cancellation())
        _ = try bucket.put(form.key(of: .blob(blobs[1])), .bytes([1, 2, 3]), Cancellation()) { _ in }
        expected.missing = 1
        expected.damaged = 1
        #expect(try verify(from: Machine(folder.path)) == expected)
        (expected.missing, expected.damaged, expected.mended) = (0, 0, 2)
        #expect(try verify(from: machine) == expected)
        expected.mended = 0
        #expect(try verify(from: Machine(folder.path)) == expected)
    }
}
