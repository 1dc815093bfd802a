import CloudBuckets
import CloudReplica
import CloudSync
import CloudSyncProcess
import LibraryClient
import LibraryModel
import LibraryTestSupport
import LinuxSystem
import Photos
import SamplePhotos
import Synchronization

/// Synchronisation through a folder: the first of a library, beside `cp -r` of its originals, and a large library that
/// a new device joins.
extension Bench {
    /// Bytes of each photo of the first synchronisation.
    private static let photoSize = 1_000_000
    /// Nanoseconds in which the large library must have come, several times over.
    private static let patience: UInt64 = 1_200_000_000_000

    /// This part alone. False when a target was missed.
    func runSync(photos: Int, assets: Int) throws -> Bool {
        let start = MonotonicClock.now()
        let figures = try measureFirstSync(ScratchFolder(), photos) + measureJoin(ScratchFolder(), assets)
        let seconds = Double(MonotonicClock.now() - start) / 1e9
        let report = Report(figures: figures, rounds: 1, assetCount: assets, seconds: seconds)
        print(report.table)
        return report.missed.isEmpty
    }

    // MARK: The first synchronisation

    private func measureFirstSync(_ scratch: ScratchFolder, _ count: Int) throws -> [Figure] {
        let photos = scratch.file("photos")
        try makeFiles(photos, count)
        let (library, bucket) = (scratch.file("First.photolibrary"), scratch.file("bucket"))
        let server = try MeasuredServer(library: library, socket: scratch.file("first.sock"))
        try run("photos", ["import", photos.text], server)
        try run("/bin/rm", ["-r", photos.text], server)
        // Both begin with nothing to write, and end with everything on the disk.
        try run("/bin/sync", [], server)
        let copying = try seconds {
            try run(
                "/bin/cp",
                ["-r", "--reflink=never", library.appending("originals").text, scratch.file("copy").text],
                server
            )
            try run("/bin/sync", [], server)
        }
        try run("/bin/rm", ["-r", scratch.file("copy").text], server)
        try run("/bin/sync", [], server)
        let before = try server.processorSeconds()
        let synchronizing = try seconds {
            try run("photos", ["cloud", "setup", "folder:\(bucket.text)", "--plain"], server)
            try run("photos", ["cloud", "sync"], server)
            try run("/bin/sync", [], server)
        }
        let process = try syncProcess(of: server)
        let cost = try ProcessFiles.processorSeconds(of: process) + server.processorSeconds() - before
        let memory = try peak(of: process)
        let files = try FileManager.default.subpathsOfDirectory(atPath: bucket.text).count { $0.hasPrefix("objects/") }
        guard files >= count else { throw BenchmarkError("\(files) objects are in the bucket") }
        try run("photos", ["cloud", "off"], server)
        try run("/bin/rm", ["-r", bucket.text], server)
        let requests = try countRequests(scratch, count, server)
        try server.stop()
        var rate = Figure("first synchronisation of \(count) photos with a folder, beside cp -r", unit: "s", .atMost(2))
        rate.add(synchronizing, floor: copying, value: synchronizing / copying)
        var processor = Figure("processor time of a photo of 1 MB, server and photolibrary-sync", unit: "ms", .none)
        processor.add(cost * 1_000 / Double(count), value: cost * 1_000 / Double(count))
        var most = Figure("memory of photolibrary-sync meanwhile", unit: "MiB", valueUnit: "MiB", .atMost(200))
        most.add(memory, value: memory)
        return [rate, processor, most] + requests
    }

    /// Synchronises the library with another bucket, in this process, which counts.
    private func countRequests(
        _ scratch: ScratchFolder,
        _ count: Int,
        _ server: MeasuredServer
    ) throws -> [Figure] {
        let bucket = CountingBucket(try FolderBucket(at: scratch.file("counted"), creates: true))
        let replica = LibraryReplica(server.owner, downloadsIn: scratch.path)
        let writer = try SyncDriver(
            SyncDatabase(scratch.file("writer.sqlite")),
            name: "writer",
            bucket: BucketSession(bucket, .plain, files: replica)
        ) { request in try replica.perform(request) }
        // Another device, whose library takes everything in, and has the first files already: the bucket keeps none.
        let lacksFiles = Mutex(false)
        let reader = try SyncDriver(
            SyncDatabase(scratch.file("reader.sqlite")),
            name: "reader",
            bucket: BucketSession(bucket, .plain, files: NoFiles())
        ) { request in
            switch request {
            case .history(let position): .history(LocalChangePage(changes: [], position: position, hasMore: false))
            case .apply(let batch):
                .applied(
                    position: batch.position,
                    missing: lacksFiles.withLock { $0 } ? batch.changes.flatMap(\.blobs).sorted() : []
                )
            }
        }
        func requests(of driver: SyncDriver) throws -> Double {
            bucket.forget()
            let now = UInt64(clamping: WallClock.milliseconds())
            let run = try driver.synchronize(now: now, collects: false, Cancellation())
            guard run.outcome.isComplete else { throw BenchmarkError(run.failure ?? "it is not complete") }
            return Double(bucket.count)
        }
        func figure(_ name: String, _ value: Double, _ most: Double) -> Figure {
            var figure = Figure(name, unit: "", .atMost(most))
            figure.add(value, value: value)
            return figure
        }
        let first = try requests(of: writer)
        // The reader's head, and whatever follows from it.
        for driver in [reader, writer, reader, writer] { _ = try requests(of: driver) }
        var figures = [figure("requests for a photo, first of \(count)", first / Double(count), 1.1)]
        figures.append(figure("requests without a change, writer", try requests(of: writer), 1))
        figures.append(figure("requests without a change, reader", try requests(of: reader), 1))
        lacksFiles.withLock { $0 = true }
        let photo = scratch.file("another.jpg")
        try Files.write(SamplePhoto(size: PixelSize(width: 64, height: 48), seed: 2).encoded(), to: photo)
        try run("photos", ["import", photo.text], server)
        figures.append(figure("requests for a new photo, writer", try requests(of: writer), 5))
        figures.append(figure("requests for a new photo, reader", try requests(of: reader), 5))
        return figures
    }

    /// Small pictures with much behind them, each another file.
    private func makeFiles(_ folder: FilePath, _ count: Int) throws {
        try FileNames.makeFolder(folder)
        let picture = try SamplePhoto(size: PixelSize(width: 64, height: 48), seed: 1).encoded()
        let rest = [UInt8](repeating: 0, count: Bench.photoSize)
        for number in 0..<count {
            let comment = Array("photo \(number)".utf8)
            // COM, and its length with the two bytes that say it.
            let segment = [0xFF, 0xFE, 0, UInt8(comment.count + 2)] + comment
            let file = folder.appending(FilePath("IMG_\(number).JPG"))
            try Files.write(Array(picture.prefix(2)) + segment + picture.dropFirst(2) + rest, to: file)
        }
    }

    // MARK: Joining

    private func measureJoin(_ scratch: ScratchFolder, _ count: Int) throws -> [Figure] {
        let bucket = scratch.file("bucket")
        try writeLibrary(of: count, to: bucket)
        let server = try MeasuredServer(
            library: scratch.file("Second.photolibrary"),
            socket: scratch.file("second.sock")
        )
        let owner = server.owner
        let before = try server.processorSeconds()
        let joining = try seconds {
            try run("photos", ["cloud", "join", "folder:\(bucket.text)", "--plain"], server)
            let deadline = MonotonicClock.deadline(after: Bench.patience)
            while try (owner.cloudStatus().report?.filesToGet ?? 0) < count {
                guard MonotonicClock.now() < deadline else { throw BenchmarkError("the library did not come") }
                Parker().park(until: MonotonicClock.deadline(after: 100_000_000))
            }
        }
        let process = try syncProcess(of: server)
        let costs = (
            try ProcessFiles.processorSeconds(of: process), try server.processorSeconds() - before
        )
        let memory = try peak(of: process)
        try run("photos", ["cloud", "off"], server)
        try server.stop()
        var time = Figure(
            "a snapshot of \(count) assets joined, without originals",
            unit: "s",
            valueUnit: "s",
            .atMost(60)
        )
        time.add(joining, value: joining)
        var figures = [time]
        for (name, cost) in [("photolibrary-sync", costs.0), ("photolibraryd", costs.1)] {
            var figure = Figure("processor time of \(name) for it", unit: "s", valueUnit: "s", .none)
            figure.add(cost, value: cost)
            figures.append(figure)
        }
        var most = Figure("memory of photolibrary-sync meanwhile", unit: "MiB", valueUnit: "MiB", .atMost(200))
        most.add(memory, value: memory)
        return figures + [most]
    }

    /// What a device with so many assets has written: its head, and a snapshot of its records.
    private func writeLibrary(of count: Int, to path: FilePath) throws {
        let session = BucketSession(try FolderBucket(at: path, creates: true), .plain, files: NoFiles())
        let device = ObjectID(high: 1, low: 1)
        func put(_ name: ObjectName, _ bytes: [UInt8]) throws {
            if let failure = session.perform(.put(name, bytes), Cancellation()).failure { throw failure }
        }
        let length = SyncPolicy().recordsPerSnapshotPart
        let parts = (count + length - 1) / length
        for part in 0..<parts {
            var fragment = Fragment()
            for number in part * length..<min((part + 1) * length, count) {
                fragment.records[ObjectID(high: UInt64(number) << 24 + 1, low: 7)] = record(number, device)
            }
            let name = ObjectName.snapshotPart(device, number: 1, part: UInt32(part))
            try put(name, SnapshotPart(device: device, number: 1, part: UInt32(part), fragment: fragment).bytes)
        }
        var head = Head(device: device, incarnation: device)
        (head.logStart, head.logEnd) = (2, 1)
        head.snapshot = SnapshotDescription(
            number: 1,
            parts: UInt32(parts),
            covers: VersionVector([device: 1])
        )
        try put(.head(device), head.bytes)
    }

    private func record(_ number: Int, _ device: DeviceID) -> Record {
        let stamp = Stamp(ticks: 1_700_000_000_000 << 16 + UInt64(number), device: device)
        let content = ContentDigest(
            first: ObjectID(high: UInt64(number) &* 0x9E37_79B9_7F4A_7C15, low: UInt64(number)),
            second: device
        )
        let original = ResourceList.Entry(
            kind: 1,
            filename: "IMG_\(number).JPG",
            contentType: "public.jpeg",
            size: 3_000_000,
            content: content
        )
        var record = Record(.asset)
        var file = Element()
        file.add(stamp)
        file.detail = Register(ResourceList([original]).bytes, blobs: [BlobID(content: content)], stamp: stamp)
        record.sets[.files] = [content.bytes: file]
        let date = CloudSync.FieldValue.integer(1_600_000_000_000_000 + Int64(number) * 60_000_000)
        record.fields[.creationDate] = Register(date, blobs: [], stamp: stamp)
        record.fields[.addedDate] = Register(date, blobs: [], stamp: stamp)
        record.fields[.title] = Register(CloudSync.FieldValue.text("Photo \(number)"), blobs: [], stamp: stamp)
        return record
    }

    /// The process that synchronises.
    private func syncProcess(of server: MeasuredServer) throws -> Int32 {
        let processes = try ProcessFiles.children(of: server.program.processIdentifier).filter { child in
            ProcessFiles.name(of: child) == "photolibrary-sy"
        }
        guard let process = processes.first, processes.count == 1 else {
            throw BenchmarkError("\(processes.count) processes synchronise")
        }
        return process
    }

    /// The most memory that a process had, in mebibytes, with what it shares with others.
    private func peak(of process: Int32) throws -> Double {
        guard let peak = ProcessFiles.mebibytes("VmHWM", in: "status", of: process) else {
            throw BenchmarkError("the process has ended")
        }
        return peak
    }

    // MARK: Programs

    private func run(_ program: String, _ arguments: [String], _ server: MeasuredServer) throws {
        let path = program.hasPrefix("/") ? FilePath(program) : try BuiltProgram.path(program)
        let finished = try RunningProgram(
            path: path,
            arguments.map { FilePath($0) },
            environment: server.environment
        ).finish()
        guard finished.status == .exited(0) else { throw BenchmarkError("\(program) failed: \(finished.errors)") }
    }

    private func seconds(_ body: () throws -> Void) rethrows -> Double {
        let start = MonotonicClock.now()
        try body()
        return Double(MonotonicClock.now() - start) / 1e9
    }
}

/// Of a library whose originals stay away.
private struct NoFiles: BlobFiles {
    func open(_ blob: BlobID) throws -> OwnedDescriptor? { nil }

    func receive(_ blob: BlobID, size: UInt64) throws -> OwnedDescriptor {
        throw BenchmarkError("a file is received, and none was wanted")
    }

    func commit(_ blob: BlobID, _ file: consuming OwnedDescriptor) throws {}
}

/// Counts requests. Keeps no files.
private final class CountingBucket: Bucket {
    private let bucket: FolderBucket
    private let requests = Mutex(0)

    init(_ bucket: FolderBucket) { self.bucket = bucket }

    var count: Int { requests.withLock { $0 } }
    func forget() { requests.withLock { $0 = 0 } }
    private func add() { requests.withLock { $0 += 1 } }

    func list(
        _ folder: BucketKey.Folder,
        _ cancellation: Cancellation,
        page: ([ListedObject]) throws -> Void
    ) throws(BucketFailure) -> UInt64? {
        add()
        return try bucket.list(folder, cancellation, page: page)
    }

    func get(
        _ key: BucketKey,
        _ cancellation: Cancellation,
        receive: (_ size: UInt64, _ bytes: Span<UInt8>) throws -> Void
    ) throws(BucketFailure) -> Bool {
        add()
        return try bucket.get(key, cancellation, receive: receive)
    }

    func put(
        _ key: BucketKey,
        _ content: ObjectContent,
        _ cancellation: Cancellation,
        progress: (UInt64) -> Void
    ) throws(BucketFailure) -> String? {
        add()
        return content.isNamedByContent ? nil : try bucket.put(key, content, cancellation, progress: progress)
    }

    func delete(_ keys: [BucketKey], _ cancellation: Cancellation) throws(BucketFailure) {
        add()
        try bucket.delete(keys, cancellation)
    }
}
