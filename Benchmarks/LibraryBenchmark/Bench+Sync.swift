import CloudBuckets
import CloudSync
import LibraryClient
import LibraryModel
import LibraryTestSupport
import LinuxSystem
import Photos
import SamplePhotos

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
        try run("/bin/sync", [], server)
        // Both end with everything on the disk.
        let copying = try seconds {
            try run("/bin/cp", ["-r", library.appending("originals").text, scratch.file("copy").text], server)
            try run("/bin/sync", [], server)
        }
        try run("/bin/rm", ["-r", scratch.file("copy").text], server)
        try run("/bin/sync", [], server)
        let synchronizing = try seconds {
            try run("photos", ["cloud", "setup", "folder:\(bucket.text)", "--plain"], server)
            try run("photos", ["cloud", "sync"], server)
        }
        let objects = try FileManager.default.subpathsOfDirectory(atPath: bucket.text).count { path in
            path.split(separator: "/").last?.utf8.count == 64
        }
        try server.stop()
        var requests = Figure("objects in the bucket for a photo, first of \(count)", unit: "", .atMost(1.1))
        requests.add(Double(objects), floor: Double(count), value: Double(objects) / Double(count))
        var rate = Figure("first synchronisation with a folder, beside cp -r", unit: "s", .atMost(2))
        rate.add(synchronizing, floor: copying, value: synchronizing / copying)
        return [requests, rate]
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
        let watch = try MemoryWatch { try Bench.syncMemory(server) }
        let joining = try seconds {
            try run("photos", ["cloud", "join", "folder:\(bucket.text)", "--plain"], server)
            let deadline = MonotonicClock.deadline(after: Bench.patience)
            while try (server.owner.cloudStatus().report?.filesToGet ?? 0) < count {
                guard MonotonicClock.now() < deadline else { throw BenchmarkError("the library did not come") }
                Parker().park(until: MonotonicClock.deadline(after: 100_000_000))
            }
        }
        let memory = try watch.stop()
        try run("photos", ["cloud", "off"], server)
        try server.stop()
        var time = Figure(
            "a snapshot of \(count) assets joined, without originals",
            unit: "s",
            valueUnit: "s",
            .atMost(60)
        )
        time.add(joining, value: joining)
        var most = Figure("memory of photolibrary-sync meanwhile", unit: "MiB", valueUnit: "MiB", .atMost(200))
        most.add(memory.most, value: memory.most)
        return [time, most]
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
        record.fields[.originals] = Register(
            ResourceList([original]).bytes,
            blobs: [BlobID(content: content)],
            stamp: stamp
        )
        let date = CloudSync.FieldValue.integer(1_600_000_000_000_000 + Int64(number) * 60_000_000)
        record.fields[.creationDate] = Register(date, blobs: [], stamp: stamp)
        record.fields[.addedDate] = Register(date, blobs: [], stamp: stamp)
        record.fields[.title] = Register(CloudSync.FieldValue.text("Photo \(number)"), blobs: [], stamp: stamp)
        return record
    }

    /// Mebibytes of the process that synchronises; 0 where there is none.
    private static func syncMemory(_ server: MeasuredServer) throws -> Double {
        try ProcessFiles.children(of: server.program.processIdentifier).filter { child in
            ProcessFiles.name(of: child) == "photolibrary-sy"
        }
        .compactMap { ProcessFiles.mebibytes("Pss", in: "smaps_rollup", of: $0) }.reduce(0, +)
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
