import LibraryMedia
import LibraryModel
import LinuxSystem
import SamplePhotos
import Testing

@testable import MediaWorker

/// JPEG files that are made of others, for programs that read nothing else.
@Suite struct MadeJPEGTests {
    private func jpeg(of bytes: [UInt8]) throws -> EncodedPicture {
        let open = try file(bytes)
        let picture = try MediaFile(descriptor: open.rawValue).makeJPEG(quality: 95)
        return withExtendedLifetime(open) { picture }
    }

    @Test func `it keeps the file's metadata and orientation`() throws {
        var exif = ExifBlock()
        exif.setCaptureDate(1_714_566_896_250_000, utcOffset: 7200)
        exif.make = "Acme"
        exif.model = "Model 1"
        exif.orientation = 6
        exif.location = Coordinate(latitude: -33.5, longitude: 151.25, altitude: -12.5)
        let original = try quarters(exif: exif)
        let made = try jpeg(of: original)
        #expect(made.bytes != original)
        #expect(made.size == PixelSize(width: 64, height: 32))
        let told = try metadata(of: made.bytes)
        #expect(told == (try metadata(of: original)))
        #expect(told.orientation == 6)
        #expect(told.captureDate?.utcOffset == 7200)
        let box = PixelSize(width: 64, height: 64)
        #expect(corners(of: try pixels(of: made.bytes, fitting: box)) == "brgw")
    }

    @Test func `it keeps XMP and the colour profile`() throws {
        var tiff = PlainTIFF(width: 20, height: 10)
        tiff.orientation = 3
        tiff.xmp = Array("<x:xmpmeta xmlns:x='adobe:ns:meta/'>GPano:ProjectionType</x:xmpmeta>".utf8)
        tiff.profile = PlainTIFF.emptyProfile
        let made = try jpeg(of: tiff.bytes)
        #expect(made.bytes.containsText("GPano:ProjectionType"))
        #expect(made.bytes.containsText("ICC_PROFILE"))
        #expect(made.bytes.containsText("a profile of a test's"))
        let told = try metadata(of: made.bytes)
        #expect(told.subtypes.contains(.photoPanorama))
        #expect(told.orientation == 3)
    }

    @Test(arguments: [1, 3, 4], [8, 16])
    func `every colour space and depth becomes 8-bit colour over white`(samples: Int, bits: Int) throws {
        var tiff = PlainTIFF(width: 24, height: 16)
        tiff.samples = samples
        tiff.bits = bits
        let made = try jpeg(of: tiff.bytes)
        #expect(made.size == PixelSize(width: 24, height: 16))
        let image = try pixels(of: made.bytes, fitting: made.size)
        // Half grey; with four samples it is transparent.
        let expected = samples == 4 ? 255 : 128
        #expect(image.rgba.prefix(3).allSatisfy { abs(Int($0) - expected) <= 2 })
    }

    @Test func `it shows the decodable part of a truncated photo, upright`() throws {
        var exif = ExifBlock()
        exif.orientation = 6
        let whole = try quarters(width: 640, height: 320, exif: exif)
        let made = try jpeg(of: Array(whole.prefix(whole.count * 3 / 4)))
        #expect(made.size == PixelSize(width: 320, height: 640))
        #expect(try metadata(of: made.bytes).orientation == 1)
    }

    @Test(arguments: [0, 101]) func `its quality is 1 to 100`(quality: Int) throws {
        let open = try file(quarters())
        #expect(throws: LibraryError.self) { try MediaFile(descriptor: open.rawValue).makeJPEG(quality: quality) }
    }

    @Test func `workers make it, and refuse what is no photo`() throws {
        let workers = try MediaWorkers()
        var exif = ExifBlock()
        exif.make = "Acme"
        let original = try quarters(exif: exif)
        let made = try workers.makeJPEG(of: file(original), quality: 80, for: .owner).readToEnd(limit: 1 << 20)
        #expect(try metadata(of: made).cameraMake == "Acme")
        #expect(throws: LibraryError.self) {
            _ = try workers.makeJPEG(of: file(Array("text".utf8)), quality: 80, for: .owner)
        }
    }
}

/// A TIFF file of half grey; its fourth sample is transparency.
private struct PlainTIFF {
    var width: UInt16
    var height: UInt16
    var samples = 3
    var bits = 8
    var orientation: UInt16 = 1
    var xmp: [UInt8] = []
    var profile: [UInt8] = []

    /// A colour profile of the second version without tags but one, which is text.
    static var emptyProfile: [UInt8] {
        func big(_ value: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) } }
        let text = Array("text".utf8) + big(0) + Array("a profile of a test's\0".utf8) + [0, 0]
        let tags = big(1) + Array("cprt".utf8) + big(144) + big(UInt32(text.count))
        var header = big(UInt32(128 + tags.count + text.count)) + big(0) + big(0x0210_0000)
        header += Array("mntrRGB XYZ ".utf8) + [UInt8](repeating: 0, count: 12) + Array("acsp".utf8)
        // The white of the connection space.
        header += [UInt8](repeating: 0, count: 28) + big(0xF6D6) + big(0x1_0000) + big(0xD32D)
        header += [UInt8](repeating: 0, count: 128 - header.count)
        return header + tags + text
    }

    init(width: UInt16, height: UInt16) { (self.width, self.height) = (width, height) }

    var bytes: [UInt8] {
        let isDeep = bits == 16
        let pixel = (0..<samples).flatMap { $0 == 3 ? [0, 0] : [128, 128] as [UInt8] }
        let shown = isDeep ? pixel : stride(from: 0, to: pixel.count, by: 2).map { pixel[$0] }
        let strip = (0..<Int(width) * Int(height)).flatMap { _ in shown }
        let depths = (0..<samples).flatMap { _ in big(UInt16(bits)) }
        var body = Array("MM".utf8) + big(UInt16(42)) + [0, 0, 0, 0]
        func place(_ block: [UInt8]) -> UInt32 {
            defer { body += block + (block.count % 2 == 1 ? [0] : []) }
            return UInt32(body.count)
        }
        func short(_ tag: UInt16, _ value: Int) -> [UInt8] {
            big(tag) + big(UInt16(3)) + big(UInt32(1)) + big(UInt16(value)) + [0, 0]
        }
        func long(_ tag: UInt16, _ value: UInt32) -> [UInt8] { big(tag) + big(UInt16(4)) + big(UInt32(1)) + big(value) }
        func block(_ tag: UInt16, _ type: UInt16, _ count: Int, _ block: [UInt8]) -> [UInt8] {
            big(tag) + big(type) + big(UInt32(count)) + big(place(block))
        }
        var entries = [short(256, Int(width)), short(257, Int(height))]
        // Up to two values stand in the entry itself.
        entries.append(samples == 1 ? short(258, bits) : block(258, 3, samples, depths))
        entries += [short(259, 1), short(262, samples == 1 ? 1 : 2), long(273, place(strip))]
        entries += [short(274, Int(orientation)), short(277, samples), short(278, Int(height))]
        entries.append(long(279, UInt32(strip.count)))
        if samples == 4 { entries.append(short(338, 2)) }
        if !xmp.isEmpty { entries.append(block(700, 1, xmp.count, xmp)) }
        if !profile.isEmpty { entries.append(block(34675, 7, profile.count, profile)) }
        let directory = place(big(UInt16(entries.count)) + entries.flatMap { $0 } + big(UInt32(0)))
        body.replaceSubrange(4..<8, with: big(directory))
        return body
    }

    private func big<Value: FixedWidthInteger>(_ value: Value) -> [UInt8] {
        (0..<Value.bitWidth / 8).map { UInt8(truncatingIfNeeded: value >> (Value.bitWidth - 8 - 8 * $0)) }
    }
}
