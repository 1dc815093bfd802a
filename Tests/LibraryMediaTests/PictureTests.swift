import LibraryModel
import LibraryTestSupport
import LinuxSystem
import SamplePhotos
import Testing

@testable import MediaWorker

@Suite struct PictureTests {
    /// EXIF orientation, the shown size of a 64 x 32 picture, and its corners clockwise from the top left.
    @Test(arguments: [
        (UInt16(1), 64, 32, "rgwb"), (2, 64, 32, "grbw"), (3, 64, 32, "wbrg"), (4, 64, 32, "bwgr"),
        (5, 32, 64, "rbwg"), (6, 32, 64, "brgw"), (7, 32, 64, "wgrb"), (8, 32, 64, "gwbr"),
    ])
    func `a picture is rotated by its orientation`(
        orientation: UInt16,
        width: Int,
        height: Int,
        expected: String
    ) throws {
        var exif = ExifBlock()
        exif.orientation = orientation
        let jpeg = try quarters(exif: exif)
        let metadata = try metadata(of: jpeg)
        #expect(metadata.orientation == UInt8(orientation))
        #expect((Int(metadata.pixelWidth), Int(metadata.pixelHeight)) == (width, height))
        let image = try pixels(of: jpeg, fitting: PixelSize(width: 500, height: 500))
        #expect(image.size == PixelSize(width: width, height: height))
        #expect(corners(of: image) == expected)
    }

    @Test func `a picture is scaled down to fit, and never up`() throws {
        let jpeg = try quarters(width: 400, height: 200)
        #expect(try pixels(of: jpeg, fitting: PixelSize(width: 100, height: 100)).size == .init(width: 100, height: 50))
        #expect(try pixels(of: jpeg, fitting: PixelSize(width: 999, height: 10)).size == .init(width: 20, height: 10))
        #expect(
            try pixels(of: jpeg, fitting: PixelSize(width: 999, height: 999)).size == .init(width: 400, height: 200)
        )
    }

    /// EXIF orientation, and the corners of a picture of four quarters.
    @Test(arguments: [(UInt16(1), "rgwb"), (6, "brgw"), (3, "wbrg"), (5, "rbwg")])
    func `a large JPEG that is decoded at half its size is the same picture`(
        orientation: UInt16,
        expected: String
    ) throws {
        var exif = ExifBlock()
        exif.orientation = orientation
        let jpeg = try quarters(width: 2_400, height: 1_600, exif: exif)
        let isOnItsSide = orientation >= 5
        for (side, shown) in [(1_200, PixelSize(width: 1_200, height: 800)), (1_100, .init(width: 1_100, height: 733))]
        {
            let image = try pixels(of: jpeg, fitting: PixelSize(width: side, height: side))
            #expect(image.size == (isOnItsSide ? PixelSize(width: shown.height, height: shown.width) : shown))
            #expect(corners(of: image) == expected)
        }
        let photo = try SamplePhoto(size: PixelSize(width: 2_400, height: 1_600), seed: 3).encoded()
        let whole = try pixels(of: photo, fitting: PixelSize(width: 2_400, height: 2_400)).rgba
        let half = try pixels(of: photo, fitting: PixelSize(width: 1_200, height: 1_200))
        #expect(half.size == PixelSize(width: 1_200, height: 800))
        // Each pixel is about the average of the four that it stands for.
        var difference = 0
        for y in stride(from: 0, to: 800, by: 7) {
            for x in stride(from: 0, to: 1_200, by: 7) {
                let start = (2 * y * 2_400 + 2 * x) * 4
                let four = [0, 4, 2_400 * 4, 2_400 * 4 + 4].reduce(0) { $0 + Int(whole[start + $1]) }
                difference += abs(four / 4 - Int(half.rgba[(y * 1_200 + x) * 4]))
            }
        }
        #expect(difference < 2 * 115 * 172)
    }

    @Test func `a large truncated JPEG is marked as damaged at half its size, too`() throws {
        let photo = try SamplePhoto(size: PixelSize(width: 2_400, height: 1_600), seed: 3).encoded()
        func decode(_ bytes: [UInt8]) throws -> DecodedPicture {
            let open = try file(bytes)
            let box = PixelSize(width: 1_200, height: 1_200)
            let picture = try MediaFile(descriptor: open.rawValue).decode(fitting: box)
            return withExtendedLifetime(open) { picture }
        }
        #expect(try !decode(photo).isDamaged)
        let part = try decode(Array(photo.prefix(photo.count * 6 / 10)))
        #expect(part.isDamaged && part.image.size == PixelSize(width: 1_200, height: 800))
    }

    @Test(arguments: [0, -1, PixelImage.maximumSide + 1])
    func `an invalid size is refused`(side: Int) throws {
        let jpeg = try quarters()
        #expect(throws: LibraryError.self) { _ = try pixels(of: jpeg, fitting: PixelSize(width: side, height: 10)) }
    }

    @Test func `transparency becomes white in a JPEG file`() throws {
        let clear = try #require(
            PixelImage(size: PixelSize(width: 16, height: 16), rgba: [UInt8](repeating: 0, count: 16 * 16 * 4))
        )
        let image = try pixels(of: clear.encodedJPEG(quality: 90), fitting: PixelSize(width: 16, height: 16))
        #expect(image.rgba.allSatisfy { $0 >= 254 })
    }

    @Test(arguments: [(89, false), (90, true)])
    func `a JPEG file has colours in the resolution of brightness from quality 90 on`(quality: Int, isFull: Bool) throws
    {
        let size = PixelSize(width: 32, height: 32)
        let stripes = (0..<size.width * size.height).flatMap { place -> [UInt8] in
            place.isMultiple(of: 2) ? [220, 40, 40, 255] : [40, 40, 220, 255]
        }
        let file = try #require(PixelImage(size: size, rgba: stripes)).encodedJPEG(quality: quality)
        let red = try pixels(of: file, fitting: size).rgba[16 * 4]
        #expect((red > 180) == isFull)
    }

    @Test(arguments: [0, 101]) func `JPEG's quality is 1 to 100`(quality: Int) throws {
        let image = try #require(PixelImage(size: PixelSize(width: 1, height: 1), rgba: [1, 2, 3, 255]))
        #expect(throws: LibraryError.self) { _ = try image.encodedJPEG(quality: quality) }
    }

    @Test func `a file that is no photo gets an error with a reason`() throws {
        for (bytes, reason) in [
            ([], "the file is empty"),
            (Array("hello, I am called photo.jpg".utf8), "not a photo or video that this library can read"),
            ([0xFF], "not a photo or video that this library can read"),
            ([0xFF, 0xD8, 0xFF, 0xE0], "the file is damaged"),
            ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], "the file is damaged"),
            (Array("GIF89a".utf8), "the file is damaged"),
            (Array("II*\0\u{8}\0\0\0\0\0".utf8), "the file is damaged"),
            (Array("\0\0\0\u{18}ftypheic\0\0\0\0mif1heic".utf8), "the file is damaged"),
        ] {
            let error = #expect(throws: LibraryError.self) { _ = try metadata(of: bytes) }
            #expect(error?.code == .invalidResource)
            #expect(error?.reason == reason)
        }
    }

    @Test func `a device, a pipe and a folder are refused`() throws {
        for path: FilePath in ["/dev/null", "/tmp"] {
            let open = try OwnedDescriptor(opening: path)
            let error = #expect(throws: LibraryError.self) { _ = try MediaFile(descriptor: open.rawValue) }
            #expect(error?.code == .invalidResource)
        }
    }

    @Test func `every prefix of a photo is read or refused`() throws {
        let whole = try SamplePhoto(size: PixelSize(width: 96, height: 64), seed: 7, date: 1_000_000).encoded()
        var decoded = 0
        for length in stride(from: 0, to: whole.count, by: 11) {
            do throws(LibraryError) {
                let open = try openFile(Array(whole.prefix(length)))
                let media = try MediaFile(descriptor: open.rawValue)
                _ = try media.readMetadata()
                _ = try media.decodePixels(fitting: PixelSize(width: 64, height: 64))
                decoded += 1
            } catch {
                #expect(error.code == .invalidResource)
            }
        }
        #expect(decoded > 10)
    }

    @Test func `a half-truncated photo is decoded as far as possible`() throws {
        let whole = try SamplePhoto(size: PixelSize(width: 640, height: 480), seed: 3).encoded()
        let half = Array(whole.prefix(whole.count / 2))
        #expect(try metadata(of: half).pixelWidth == 640)
        let image = try pixels(of: half, fitting: PixelSize(width: 160, height: 120))
        let complete = try pixels(of: whole, fitting: PixelSize(width: 160, height: 120))
        let row = 160 * 4
        let difference = zip(image.rgba.prefix(row * 10), complete.rgba.prefix(row * 10)).map { abs(Int($0) - Int($1)) }
        #expect(difference.max() ?? 255 < 24)
        #expect(image.rgba != complete.rgba)
    }

    @Test func `a photo with only its header is damaged`() throws {
        let whole = try SamplePhoto(size: PixelSize(width: 640, height: 480), seed: 3).encoded()
        let scan = try #require(whole.indices.dropLast().first { whole[$0] == 0xFF && whole[$0 + 1] == 0xDA })
        let header = Array(whole.prefix(scan + 14))
        let error = #expect(throws: LibraryError.self) {
            _ = try pixels(of: header, fitting: PixelSize(width: 160, height: 120))
        }
        #expect(error?.code == .invalidResource)
    }

    @Test func `a complete photo that is all grey is not damaged`() throws {
        let grey = try #require(
            PixelImage(
                size: PixelSize(width: 64, height: 64),
                rgba: (0..<64 * 64).flatMap { _ in [128, 128, 128, 255] as [UInt8] }
            )
        )
        let image = try pixels(of: grey.encodedJPEG(quality: 90), fitting: PixelSize(width: 32, height: 32))
        #expect(image.rgba.allSatisfy { (126...130).contains($0) || $0 == 255 })
    }

    @Test func `a picture with more pixels than the limit is refused before it is decoded`() throws {
        // A PNG file that says it has 30,000 x 30,000 pixels.
        let (width, height) = ([0, 0, 0x75, 0x30] as [UInt8], [0, 0, 0x75, 0x30] as [UInt8])
        let png = pngFile(chunks: [("IHDR", width + height + [8, 2, 0, 0, 0]), ("IDAT", [0x78, 0x9C]), ("IEND", [])])
        let error = #expect(throws: LibraryError.self) { _ = try metadata(of: png) }
        #expect(error?.code == .invalidResource)
        #expect(error?.reason.contains("400 megapixels") == true)
        #expect(throws: LibraryError.self) { _ = try pixels(of: png, fitting: PixelSize(width: 10, height: 10)) }
    }

    private func openFile(_ bytes: [UInt8]) throws(LibraryError) -> OwnedDescriptor {
        do throws(SystemCallError) { return try SealedMemory.make(bytes.span, name: "fixture") } catch {
            throw LibraryError(.internal, "no memory")
        }
    }
}

/// A PNG file of these chunks.
func pngFile(chunks: [(String, [UInt8])]) -> [UInt8] {
    var bytes: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    for (type, body) in chunks {
        let checked = Array(type.utf8) + body
        bytes += big(UInt32(body.count)) + checked + big(crc32(checked))
    }
    return bytes
}

private func crc32(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(0xFFFF_FFFF) { crc, byte in
        (0..<8).reduce(crc ^ UInt32(byte)) { value, _ in value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1 }
    }
}
