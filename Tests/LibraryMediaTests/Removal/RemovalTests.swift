import Foundation
import LibraryModel
import LibraryTestSupport
import LinuxSystem
import MediaWorkerProtocol
import Testing

@testable import MediaWorker

@Suite struct RemovalTests {
    private static let options: [MetadataRemoval] = [.location, .captions, .all]
    private static let large = PixelSize(width: 16_384, height: 16_384)

    @Test(arguments: try Located.files().map(\.name))
    func `every place in a file is removed, and its image is unchanged`(name: String) throws {
        let bytes = try #require(try Located.files().first { $0.name == name }?.bytes)
        #expect(bytes.contains(text: Located.place) && bytes.contains(text: Located.words))
        let picture = try pixels(of: bytes, fitting: RemovalTests.large)
        let before = try metadata(of: bytes)
        #expect(before.location != nil && before.annotations.title != nil)
        for removal in RemovalTests.options {
            let copy = try stripped(bytes, removal)
            #expect(copy.count == bytes.count)
            #expect(try pixels(of: copy, fitting: RemovalTests.large) == picture)
            let after = try metadata(of: copy)
            #expect((after.location == nil) == removal.contains(.location), "\(removal)")
            #expect((after.annotations == Annotations()) == removal.contains(.captions), "\(removal)")
            #expect((after.pixelWidth, after.pixelHeight) == (before.pixelWidth, before.pixelHeight))
            #expect(after.orientation == before.orientation)
            #expect(copy.contains(text: Located.words) == !removal.contains(.captions), "\(removal)")
            if removal.contains(.location) { #expect(!copy.contains(text: Located.place)) }
            #expect(try stripped(copy, removal) == copy, "what was taken out is found again: \(removal)")
        }
    }

    @Test func `camera metadata stays when places and captions are removed`() throws {
        let after = try metadata(of: stripped(Located.jpeg(), .all))
        #expect(after.cameraMake == "Acme" && after.cameraModel == "One")
        #expect(after.captureDate != nil && after.settings.exposureTime == 0.004 && after.settings.lensModel == "35mm")
        #expect(after.orientation == 6)
    }

    @Test func `nothing of a position's numbers is left in any block`() throws {
        // Three fractions of a latitude, as they lie in EXIF.
        let numbers: [UInt8] = TIFFFixture.big(3_141_592, 4)
        func has(_ bytes: [UInt8]) -> Bool { bytes.indices.contains { bytes[$0...].starts(with: numbers) } }
        for (name, bytes) in try Located.files() + [("items.heic", Located.heif())] {
            let copy = try stripped(bytes, .location)
            #expect(!has(copy), "\(name)")
            #expect(!copy.contains(text: "31.41592N"), "\(name)")
            #expect(!copy.contains(text: Located.iso6709), "\(name)")
        }
    }

    @Test func `text outside of all elements of a packet is removed`() {
        let packet = "<![CDATA[\(Located.place)]]><x:xmpmeta xmlns:x='adobe:ns:meta/'/>\(Located.place)"
        #expect(!XMPRemoval.blanked(Array(packet.utf8), .location).contains(text: Located.place))
    }

    @Test func `metadata items of a HEIC file are filtered`() throws {
        let bytes = try Located.heif()
        for removal in RemovalTests.options {
            let copy = try stripped(bytes, removal)
            #expect(copy.count == bytes.count)
            #expect(copy.contains(text: "PICTURE") && copy.contains(text: "35mm"))
            #expect(copy.contains(text: Located.words) == !removal.contains(.captions), "\(removal)")
            if removal.contains(.location) { #expect(!copy.contains(text: Located.place)) }
            #expect(try stripped(copy, removal) == copy)
        }
    }

    @Test func `a raw photo that is a DNG loses its places, and decodes to the same`() throws {
        let bytes = RawFixture.dng(orientation: 6)
        let copy = try stripped(bytes, .all)
        #expect(try pixels(of: copy, fitting: RemovalTests.large) == pixels(of: bytes, fitting: RemovalTests.large))
        #expect(try metadata(of: copy).orientation == 6)
    }

    @Test func `a track of positions is removed with its samples, and the time of a Live Photo's still stays`() throws {
        func track(_ kind: String, _ description: [UInt8], at offset: Int, _ size: Int) -> [UInt8] {
            let zeros = [UInt8](repeating: 0, count: 4)
            let one = TIFFFixture.big(1, 4)
            let table = Located.box(
                "stbl",
                Located.box("stsd", zeros + one + description)
                    + Located.box("stsc", zeros + one + one + one + one)
                    + Located.box("stsz", zeros + zeros + one + TIFFFixture.big(size, 4))
                    + Located.box("stco", zeros + one + TIFFFixture.big(offset, 4))
            )
            let handler = Located.box("hdlr", zeros + zeros + Array(kind.utf8) + zeros)
            return Located.box("trak", Located.box("mdia", handler + Located.box("minf", table)))
        }
        func keys(_ name: String) -> [UInt8] {
            let key = Located.box("keyd", Array("mdta".utf8) + Array(name.utf8))
            let list = Located.box("keys", Located.box("\0\0\0\u{1}", key))
            return Located.box("mebx", [UInt8](repeating: 0, count: 8) + list)
        }
        var frame = try quarters()
        let place = Array(Located.place.utf8)
        // Behind the first frame, in the same box of data.
        let offset = 28 + frame.count
        frame += place + Array("STILL".utf8)
        var movie = MovieFixture(frames: [frame], width: 64, height: 32)
        movie.tracks =
            track("meta", keys("com.apple.quicktime.still-image-time"), at: offset + place.count, 5)
            + track("meta", keys("com.apple.quicktime.location.ISO6709"), at: offset, 4)
            + track("meta", Located.box("gpmd", [UInt8](repeating: 0, count: 8)), at: offset + 4, 3)
            + track("text", Located.box("text", [UInt8](repeating: 0, count: 8)), at: offset + 7, place.count - 7)
        let copy = try stripped(movie.bytes, .location)
        #expect(movie.bytes.contains(text: Located.place) && !copy.contains(text: Located.place))
        #expect(!copy.contains(text: "RETPL"))
        #expect(copy.contains(text: "STILL") && copy.contains(text: "still-image-time"))
        #expect(!copy.contains(text: "gpmd") && !copy.contains(text: "location.ISO6709"))
        #expect(try metadata(of: copy).pixelWidth == 64)
        #expect(try stripped(copy, .location) == copy)
    }

    @Test func `unsupported formats are refused`() throws {
        let mpeg = [UInt8]([0, 0, 1, 0xBA]) + [UInt8](repeating: 0, count: 64)
        let matroska: [UInt8] = [0x1A, 0x45, 0xDF, 0xA3] + [UInt8](repeating: 0, count: 64)
        let large = [".tif[bigtiff]", ".jp2"].compactMap { SamplePicture().encoded($0) }
        #expect(!large.isEmpty)
        for bytes in [mpeg, matroska] + large {
            let error = #expect(throws: LibraryError.self) { try stripped(bytes, .location) }
            #expect(error?.code == .invalidResource)
        }
    }

    /// `FILES` of the environment makes them more, `SEED` replays a run.
    @Test func `places are removed from damaged files, or these are refused`() throws {
        let seed = TestEnvironment.number("SEED") ?? UInt64.random(in: 0...UInt64.max)
        let count = TestEnvironment.number("FILES") ?? 600
        print("damaged files: SEED=\(seed) FILES=\(count)")
        let samples = try Located.files() + [("items.heic", Located.heif())]
        var outcomes: [String: Int] = [:]
        for number in 0..<count {
            let sample = samples[Int(number) % samples.count]
            var damage = FileDamage(seed: seed &+ number)
            let damaged = damage.applied(to: sample.bytes)
            let isStripped = try losesPlaces(damaged, "SEED=\(seed), file \(number), \(sample.name)")
            outcomes[isStripped ? "stripped" : "refused", default: 0] += 1
        }
        print("damaged files: \(outcomes)")
        #expect(outcomes["stripped", default: 0] > 0)
    }

    /// Damage that put structures into one another, so that the copies had more to take out.
    @Test(
        arguments: [
            ("text.png", 2_928_419_200_334_024_434), ("items.heic", 1_000_299), ("items.heic", 5_005_429),
            ("scan.tif", 1_016_312), ("scan.tif", 5_006_808), ("text.png", 1_011_348), ("text.png", 5_015_968),
        ] as [(String, UInt64)]
    )
    func `a copy of a damaged file has no removable metadata left`(name: String, seed: UInt64) throws {
        let samples = try Located.files() + [("items.heic", Located.heif())]
        var damage = FileDamage(seed: seed)
        let bytes = damage.applied(to: try #require(samples.first { $0.name == name }?.bytes))
        _ = try losesPlaces(bytes, "\(name), \(seed)")
    }

    /// Whether a copy of a file is handed out; then it says nothing any more.
    private func losesPlaces(_ bytes: [UInt8], _ name: Comment) throws -> Bool {
        do {
            let copy = try stripped(bytes, .all)
            #expect(copy.count == bytes.count, name)
            #expect(try stripped(copy, .all) == copy, name)
            if let read = try? metadata(of: copy) {
                #expect(read.location == nil, name)
                #expect(read.annotations == Annotations(), name)
            }
            return true
        } catch let error as LibraryError {
            #expect(error.code == .invalidResource, name)
            return false
        }
    }

    @Test(.enabled(if: Exiftool.isInstalled, "exiftool is not installed (libimage-exiftool-perl)"))
    func `exiftool finds no place in a copy`() throws {
        let folder = try ScratchFolder()
        for (name, bytes) in try Located.files() { try folder.write(stripped(bytes, .all), to: name) }
        let text = try Exiftool.everything(of: folder.path)
        for word in ["GPS", "SECRET", "46 deg", "City", "Location", "Latitude"] {
            let lines = text.split(separator: "\n").filter { $0.contains(word) }
            #expect(lines == [], "\(word)")
        }
    }

    @Test(.enabled(if: SampleFiles.folder != nil, "PHOTOS_SAMPLES names no folder"))
    func `places are removed from real files, and their images are unchanged`() throws {
        var stripped = 0
        for path in try SampleFiles.all(in: #require(SampleFiles.folder)) {
            let bytes = try OwnedDescriptor(opening: path).readToEnd(limit: 256 << 20)
            guard let before = try? metadata(of: bytes) else { continue }
            do {
                let copy = try LibraryMediaTests.stripped(bytes, .all)
                let after = try metadata(of: copy)
                #expect(after.location == nil && after.annotations == Annotations(), "\(path.text)")
                #expect(
                    (after.pixelWidth, after.pixelHeight, after.duration, after.orientation)
                        == (before.pixelWidth, before.pixelHeight, before.duration, before.orientation),
                    "\(path.text)"
                )
                if let picture = try? pixels(of: bytes, fitting: RemovalTests.large) {
                    #expect(try pixels(of: copy, fitting: RemovalTests.large) == picture, "\(path.text)")
                }
                #expect(try LibraryMediaTests.stripped(copy, .all) == copy, "\(path.text)")
                stripped += 1
            } catch let error as LibraryError {
                print("not stripped: \(path.text): \(error.reason)")
            }
        }
        print("stripped \(stripped) samples")
        #expect(stripped > 0)
    }
}
