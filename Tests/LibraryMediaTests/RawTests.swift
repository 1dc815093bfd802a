import LibraryModel
import LibraryTestSupport
import LinuxSystem
import Testing

@testable import MediaWorker

@Suite struct RawTests {
    /// Corners clockwise from the top left, by EXIF's orientation.
    private static let expectedCorners = ["rgwb", "grbw", "wbrg", "bwgr", "rbwg", "brgw", "wgrb", "gwbr"]
    private static let box = PixelSize(width: 200, height: 200)

    @Test(arguments: [DNGFixture.Compression.none, .losslessJPEG], 1...8)
    func `a DNG is developed upright`(compression: DNGFixture.Compression, orientation: Int) throws {
        let dng = DNGFixture(orientation: UInt16(orientation), compression: compression).bytes
        let (width, height) = orientation >= 5 ? (48, 64) : (64, 48)
        let metadata = try metadata(of: dng)
        #expect(metadata.contentType == "image/x-adobe-dng")
        #expect(metadata.orientation == UInt8(orientation))
        #expect((Int(metadata.pixelWidth), Int(metadata.pixelHeight)) == (width, height))
        let image = try pixels(of: dng, fitting: RawTests.box)
        #expect(image.size == PixelSize(width: width, height: height))
        #expect(corners(of: image) == RawTests.expectedCorners[orientation - 1])
    }

    @Test func `a RAW file has a camera and a date`() throws {
        let metadata = try metadata(of: DNGFixture(orientation: 6).bytes)
        #expect(metadata.cameraMake == "Acme")
        #expect(metadata.cameraModel == "Raw 1")
        #expect(metadata.captureDate == CaptureDate(instant: 1_714_566_896_000_000, utcOffset: nil, source: .exif))
    }

    @Test(arguments: 1...8) func `the camera's preview is shown, turned as the raw picture is`(orientation: Int) throws
    {
        var dng = DNGFixture(orientation: UInt16(orientation))
        dng.preview = try quarters(width: 64, height: 48)
        let image = try pixels(of: dng.bytes, fitting: RawTests.box)
        #expect(corners(of: image) == RawTests.expectedCorners[orientation - 1])
    }

    @Test func `a deflated DNG is developed where libraw can, and shown by its preview where it cannot`() throws {
        var dng = DNGFixture(compression: .deflate, width: 640, height: 480)
        dng.preview = try quarters(width: 64, height: 48)
        let open = try file(dng.bytes)
        let picture = try MediaFile(descriptor: open.rawValue).decode(fitting: RawTests.box)
        withExtendedLifetime(open) {}
        let (isDamaged, found) = (picture.isDamaged, corners(of: picture.image))
        #expect(!isDamaged)
        #expect(found == "rgwb")
    }

    @Test func `a truncated RAW file is decoded as far as possible, and refused when nothing is decodable`() throws {
        let whole = DNGFixture().bytes
        let open = try file(Array(whole.prefix(whole.count * 8 / 10)))
        let picture = try MediaFile(descriptor: open.rawValue).decode(fitting: RawTests.box)
        withExtendedLifetime(open) {}
        let (isDamaged, found) = (picture.isDamaged, corners(of: picture.image))
        #expect(isDamaged)
        #expect(found.hasPrefix("rg"))
        #expect(throws: LibraryError.self) { _ = try pixels(of: Array(whole.prefix(300)), fitting: RawTests.box) }
    }

    /// A file of a maker whom libraw does not know, with pictures among other bytes.
    private func unknownRaw(orientation: UInt16, _ pictures: [[UInt8]]) -> [UInt8] {
        var head = TIFFHead([(0x010F, 2, 5, Array("Acme\0".utf8)), (0x0112, 3, 1, big(orientation))]).bytes
        // Olympus' mark of raw files.
        head.replaceSubrange(2..<4, with: Array("OR".utf8))
        return pictures.reduce(head) { $0 + [UInt8](repeating: 0xFF, count: 333) + $1 }
    }

    @Test(arguments: 1...8)
    func `a RAW file that libraw cannot open is shown by the largest JPEG in it`(orientation: Int) throws {
        // The start of a lossless JPEG, as of a sensor.
        let sensor: [UInt8] = [0xFF, 0xD8, 0xFF, 0xC3, 0, 11, 8, 0xFF, 0xFF, 0xFF, 0xFF, 1, 0, 0x11, 0]
        let small = SamplePicture(width: 16, height: 12).encoded(".jpg")
        let preview = try quarters(width: 64, height: 48)
        let raw = unknownRaw(orientation: UInt16(orientation), [sensor, try #require(small), preview])
        let metadata = try metadata(of: raw)
        #expect(metadata.contentType == "image/x-olympus-orf")
        let size = orientation >= 5 ? PixelSize(width: 48, height: 64) : PixelSize(width: 64, height: 48)
        #expect((Int(metadata.pixelWidth), Int(metadata.pixelHeight)) == (size.width, size.height))
        #expect(metadata.cameraMake == "Acme")
        let open = try file(raw)
        let picture = try MediaFile(descriptor: open.rawValue).decode(fitting: RawTests.box)
        withExtendedLifetime(open) {}
        let (image, isDamaged) = (picture.image, picture.isDamaged)
        #expect(!isDamaged)
        #expect(image.size == size)
        #expect(corners(of: image) == RawTests.expectedCorners[orientation - 1])
    }

    @Test func `the JPEG in a RAW file that breaks off is shown as far as it is there`() throws {
        let preview = try #require(SamplePicture().encoded(".jpg"))
        let raw = unknownRaw(orientation: 1, [Array(preview.prefix(preview.count * 6 / 10))])
        let open = try file(raw)
        let picture = try MediaFile(descriptor: open.rawValue).decode(fitting: RawTests.box)
        withExtendedLifetime(open) {}
        let (image, isDamaged) = (picture.image, picture.isDamaged)
        #expect(isDamaged && corners(of: image).hasPrefix("rg"))
        #expect(throws: LibraryError.self) { _ = try metadata(of: unknownRaw(orientation: 1, [])) }
    }
}
