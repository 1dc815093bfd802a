import LibraryMedia
import LibraryModel
import LibraryTestSupport
import LinuxSystem
import MediaWorker
import SamplePhotos
import Synchronization
import Testing

/// Files that were truncated and changed where their structures are: each is read, or refused with a reason, and
/// affects nothing else.
///
/// In the environment, `FILES` is their number, `SEED` replays a run, `FIRST` continues one at that file, and
/// `PHOTOS_SAMPLES` names a folder of real files to damage.
@Suite(.timeLimit(.minutes(30))) struct HostileFileTests {
    /// Bytes of a sample. Larger ones take long and have no other structures.
    private static let maximumSampleSize: Int64 = 300_000

    private static func samples() throws -> [[UInt8]] {
        var exif = ExifBlock()
        exif.make = "Acme"
        exif.dateTimeOriginal = "2024:05:01 12:34:56"
        exif.location = Coordinate(latitude: 46.5, longitude: 7.25, altitude: 100)
        let jpeg = try quarters(exif: exif)
        var raw = DNGFixture(orientation: 6)
        raw.preview = jpeg
        var samples = [
            jpeg, MovieFixture(frames: Array(repeating: jpeg, count: 3), width: 64, height: 32).bytes,
            raw.bytes, BigTIFFFixture.bytes,
        ]
        samples += DNGFixture.Compression.allCases.map { DNGFixture(compression: $0).bytes }
        let still = SamplePicture(width: 96, height: 64)
        let moving = SamplePicture(width: 48, height: 32, pages: 3)
        samples += [
            still.encoded(".jpg[interlace]"), SamplePicture(width: 96, height: 64, colours: "cmyk").encoded(".jpg"),
            SamplePicture(width: 96, height: 64, profile: "p3").encoded(".png"), still.encoded(".png[interlace]"),
            SamplePicture(width: 96, height: 64, colours: "rgb16").encoded(".png"), still.encoded(".gif"),
            moving.encoded(".gif"), still.encoded(".webp"), still.encoded(".webp[lossless]"), moving.encoded(".webp"),
            still.encoded(".tif[compression=lzw]"), still.encoded(".tif[compression=jpeg,tile,tile-width=32]"),
            still.encoded(".tif[bigtiff,compression=deflate]"), still.encoded(".jp2"),
            still.encoded(".jp2[lossless,tile-width=32,tile-height=32]"), still.encoded(".heic"),
            moving.encoded(".heic"), still.encoded(".avif"),
        ].compactMap { $0 }
        if let avif = SamplePicture().encoded(".avif[strip]") {
            samples.append(try AVIFSequence(avif, frames: 3).bytes)
        }
        if let folder = SampleFiles.folder {
            for path in try SampleFiles.all(in: folder) where try FileStatus(of: path).size <= maximumSampleSize {
                samples.append(try OwnedDescriptor(opening: path).readToEnd(limit: Int(maximumSampleSize)))
            }
        }
        return samples
    }

    @Test func `damaged files fail and affect nothing else`() throws {
        let seed = TestEnvironment.number("SEED") ?? UInt64.random(in: 0...UInt64.max)
        let count = Int(TestEnvironment.number("FILES") ?? 300)
        let first = Int(TestEnvironment.number("FIRST") ?? 0)
        print("hostile files: SEED=\(seed) FILES=\(count) FIRST=\(first)")
        let samples = try HostileFileTests.samples()
        let workers = try MediaWorkers(onComplaint: { print("hostile files: \($0)") })
        let photo = try quarters()
        let expected = try metadata(of: photo)
        let ends = Mutex<[String: Int]>([:])
        let next = Mutex(first)
        try withThreads(3) { _ in
            while true {
                let number = next.withLock { next in
                    defer { next += 1 }
                    return next
                }
                if number >= first + count { return }
                let sample = samples[number % samples.count]
                var damage = FileDamage(seed: seed &+ UInt64(number))
                let bytes = damage.applied(to: sample)
                do throws(LibraryError) {
                    let open: OwnedDescriptor
                    do throws(SystemCallError) { open = try SealedMemory.make(bytes.span) } catch {
                        throw LibraryError(.internal, "no memory")
                    }
                    // Made smaller, and in its own size, which decoders make in other ways.
                    let side = number / samples.count % 2 == 0 ? 64 : 512
                    _ = try workers.examine(open, thumbnail: PixelSize(width: side, height: side), for: .owner)
                    ends.withLock { $0["read", default: 0] += 1 }
                } catch {
                    #expect(error.code == .invalidResource, "SEED=\(seed), file \(number): \(error)")
                    if error.reason.contains("stopped the program") {
                        print("hostile files: file \(number) stopped its worker")
                    }
                    ends.withLock { $0[error.reason, default: 0] += 1 }
                }
                // What comes next is as it should be.
                if number.isMultiple(of: 16) {
                    let examined = try workers.examine(file(photo), for: .owner)
                    let metadata = examined.metadata
                    #expect(metadata == expected, "SEED=\(seed), after file \(number)")
                }
            }
        }
        print("hostile files: \(ends.withLock { $0 })")
        #expect(workers.processIdentifiers.count <= WorkerLimits.decoders.processes)
        #expect(ends.withLock { $0.values.reduce(0, +) } == count)
    }

    @Test func `a file that makes GLib warn does not end its worker`() throws {
        let tiles = SamplePicture(width: 64, height: 96).encoded(".jp2[lossless,tile-width=32,tile-height=32]")
        guard var bytes = tiles else { return }
        let size = try #require(bytes.indices.first { bytes[$0...].starts(with: [0xFF, 0x51]) })
        // The width of a tile, for which libvips has a property with a range.
        bytes.replaceSubrange(size + 22..<size + 26, with: [0, 0x80, 0, 0])
        let complaints = Mutex<[String]>([])
        let workers = try MediaWorkers(onComplaint: { line in complaints.withLock { $0.append(line) } })
        try workers.start()
        let before = workers.processIdentifiers
        let open = try file(bytes)
        do throws(LibraryError) {
            _ = try workers.examine(open, thumbnail: PixelSize(width: 64, height: 64), for: .owner)
        } catch {
            #expect(error.code == .invalidResource)
        }
        #expect(workers.processIdentifiers == before)
        #expect(complaints.withLock { $0 } == [])
    }
}
