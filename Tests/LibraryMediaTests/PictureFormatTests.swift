import LibraryModel
import LibraryTestSupport
import LinuxSystem
import SamplePhotos
import Testing

@testable import MediaWorker

/// Formats and variants of them beyond what phones write every day.
@Suite struct PictureFormatTests {
    private static let box = PixelSize(width: 256, height: 256)

    private func isWhole(_ bytes: [UInt8]) throws -> Bool {
        let open = try file(bytes)
        let picture = try MediaFile(descriptor: open.rawValue).decode(fitting: PictureFormatTests.box)
        return withExtendedLifetime(open) { !picture.isDamaged && strongest(picture.image) == "rgwb" }
    }

    /// The strongest colour of each corner, clockwise from the top left: inks have no pure ones.
    private func strongest(_ image: PixelImage) -> String {
        let (right, bottom) = (image.size.width - 3, image.size.height - 3)
        let names = [(2, 2), (right, 2), (right, bottom), (2, bottom)].map { x, y in
            let pixel = image.rgba[(y * image.size.width + x) * 4..<(y * image.size.width + x) * 4 + 3]
            let most = pixel.max() ?? 0
            return pixel.allSatisfy { $0 > 200 }
                ? "w" : pixel.firstIndex(of: most).map { ["r", "g", "b"][$0 - pixel.startIndex] } ?? "?"
        }
        return names.joined()
    }

    @Test(
        arguments: [
            ("rgb16", ".png", "image/png"), ("rgb16", ".tif", "image/tiff"),
            ("rgb16", ".tif[compression=deflate,predictor=horizontal,bigtiff]", "image/tiff"),
            ("srgb", ".tif[bigtiff]", "image/tiff"), ("srgb", ".tif[bigtiff,tile]", "image/tiff"),
            ("cmyk", ".tif", "image/tiff"), ("cmyk", ".jpg", "image/jpeg"), ("lab", ".tif", "image/tiff"),
            ("scrgb", ".tif", "image/tiff"), ("srgb", ".jp2", "image/jp2"), ("rgb16", ".jp2", "image/jp2"),
            ("srgb", ".jp2[lossless,tile-width=64,tile-height=64]", "image/jp2"),
            ("srgb", ".png[interlace]", "image/png"), ("srgb", ".png[palette]", "image/png"),
            ("srgb", ".heic[bitdepth=10]", "image/heic"), ("srgb", ".avif[bitdepth=12]", "image/avif"),
        ].filter { SamplePicture.canEncode($0.1) }
    )
    func `a picture is shown in its colours`(colours: String, suffix: String, contentType: String) throws {
        let bytes = try #require(SamplePicture(colours: colours).encoded(suffix))
        let metadata = try metadata(of: bytes)
        #expect(metadata.contentType == contentType)
        #expect((metadata.pixelWidth, metadata.pixelHeight) == (256, 192))
        #expect(!metadata.isAnimated)
        #expect(try isWhole(bytes))
    }

    @Test(arguments: [".jpg", ".png", ".tif", ".webp", ".heic", ".avif"].filter(SamplePicture.canEncode))
    func `the colours of an embedded profile become sRGB's`(suffix: String) throws {
        let wide = try #require(SamplePicture(profile: "p3", contrast: 200).encoded(suffix))
        let plain = try #require(SamplePicture(contrast: 200).encoded(suffix))
        let images = try [wide, plain].map { try pixels(of: $0, fitting: PixelSize(width: 64, height: 64)) }
        let differences = zip(images[0].rgba, images[1].rgba).map { abs(Int($0) - Int($1)) }
        // As files their numbers differ by some 35.
        #expect(differences.reduce(0, +) / differences.count < 6)
        #expect(corners(of: images[0]) == "rgwb")
    }

    @Test func `CMYK is decoded with and without Adobe's marker`() throws {
        let adobe = try #require(SamplePicture(colours: "cmyk").encoded(".jpg[strip]"))
        #expect(adobe.containsText("Adobe"))
        #expect(try isWhole(adobe))
        // Photoshop writes 255 for none, and without its marker it is 0.
        let plain = try JPEGSegments(adobe).without(0xEE)
        #expect(!plain.containsText("Adobe"))
        #expect(try !isWhole(plain))
        let inverted = try #require(SamplePicture(colours: "cmyk", isInverted: true).encoded(".jpg[strip]"))
        #expect(try isWhole(JPEGSegments(inverted).without(0xEE)))
    }

    @Test func `a BigTIFF file has the metadata of TIFF`() throws {
        let metadata = try metadata(of: BigTIFFFixture.bytes)
        #expect(metadata.contentType == "image/tiff")
        #expect(metadata.cameraModel == "A camera with a long name")
        #expect(metadata.cameraMake == "Acme")
        #expect((metadata.pixelWidth, metadata.pixelHeight) == (2, 2))
        let image = try pixels(of: BigTIFFFixture.bytes, fitting: PictureFormatTests.box)
        #expect(image.rgba == [9, 9, 9, 255, 90, 90, 90, 255, 180, 180, 180, 255, 250, 250, 250, 255])
    }

    @Test func `animations are recognized, and their first frame is decoded`() throws {
        for suffix in [".gif", ".webp"] {
            let moving = try #require(SamplePicture(pages: 3).encoded(suffix))
            #expect(try metadata(of: moving).isAnimated, "\(suffix)")
            #expect((try metadata(of: moving).pixelWidth, try metadata(of: moving).pixelHeight) == (256, 192))
            #expect(try isWhole(moving), "\(suffix)")
            let still = try #require(SamplePicture().encoded(suffix))
            #expect(try !metadata(of: still).isAnimated, "\(suffix)")
        }
    }

    @Test(.enabled(if: SamplePicture.canEncode(".heic")))
    func `of several pictures in an HEIC file the primary one is shown`() throws {
        // libvips makes a picture of each page, and the first the primary one.
        var bytes = try #require(SamplePicture(pages: 3).encoded(".heic"))
        let plain = try metadata(of: bytes)
        #expect((plain.pixelWidth, plain.pixelHeight) == (256, 192))
        #expect(!plain.isAnimated)
        #expect(try isWhole(bytes))
        let first = try pixels(of: bytes, fitting: PictureFormatTests.box)
        let primary = try #require(bytes.firstRange(of: Array("pitm".utf8)))
        let item = primary.upperBound + 4
        let other = try #require(
            (1...255).first { number in
                bytes[item + 1] != number
                    && bytes.firstRange(of: Array("infe\u{2}\0\0\0\0".utf8) + [UInt8(number)]) != nil
            }
        )
        bytes[item + 1] = UInt8(other)
        let second = try pixels(of: bytes, fitting: PictureFormatTests.box)
        #expect(second != first)
        #expect(corners(of: second) == "rgwb")
    }

    @Test(.enabled(if: SamplePicture.canEncode(".avif")), arguments: [1, 3])
    func `an AVIF sequence without a still picture is shown by its first one`(frames: Int) throws {
        let still = try #require(SamplePicture().encoded(".avif[strip]"))
        let sequence = try AVIFSequence(still, frames: frames).bytes
        let metadata = try metadata(of: sequence)
        #expect(metadata.kind == .image && metadata.contentType == "image/avif")
        #expect(metadata.isAnimated == (frames > 1))
        #expect((metadata.pixelWidth, metadata.pixelHeight) == (256, 192))
        #expect(try isWhole(sequence))
        let open = try file(sequence)
        let made = try MediaFile(descriptor: open.rawValue).makeJPEG(quality: 80)
        withExtendedLifetime(open) {}
        #expect(made.size == PixelSize(width: 256, height: 192))
    }
}

/// The segments before a JPEG file's pixels.
struct JPEGSegments {
    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// The file without segments of this kind.
    func without(_ marker: UInt8) throws -> [UInt8] {
        var kept = Array(bytes.prefix(2))
        var offset = 2
        while bytes[offset] == 0xFF, bytes[offset + 1] != 0xDA {
            let end = offset + 2 + Int(bytes[offset + 2]) << 8 + Int(bytes[offset + 3])
            if bytes[offset + 1] != marker { kept += bytes[offset..<end] }
            offset = end
        }
        return kept + bytes[offset...]
    }
}

/// Four grey pixels in a file with offsets of eight bytes, and a camera's name that does not fit into its entry.
enum BigTIFFFixture {
    static var bytes: [UInt8] {
        let pixels: [UInt8] = [9, 90, 180, 250]
        let model = Array("A camera with a long name\0".utf8)
        let entries: [(UInt16, UInt16, UInt64, [UInt8])] = [
            (0x0100, 3, 1, big(UInt16(2))), (0x0101, 3, 1, big(UInt16(2))), (0x0102, 3, 1, big(UInt16(8))),
            (0x0103, 3, 1, big(UInt16(1))), (0x0106, 3, 1, big(UInt16(1))), (0x010F, 2, 5, Array("Acme\0".utf8)),
            (0x0110, 2, UInt64(model.count), big(UInt64(16 + pixels.count))), (0x0111, 16, 1, big(UInt64(16))),
            (0x0115, 3, 1, big(UInt16(1))), (0x0116, 3, 1, big(UInt16(2))), (0x0117, 16, 1, big(UInt64(4))),
        ]
        var bytes: [UInt8] = Array("MM".utf8) + big(UInt16(43)) + big(UInt16(8)) + big(UInt16(0))
        bytes += big(UInt64(16 + pixels.count + model.count))
        bytes += pixels + model
        bytes += big(UInt64(entries.count))
        for (tag, type, count, value) in entries {
            bytes += big(tag) + big(type)
            bytes += big(count) + value
            bytes += [UInt8](repeating: 0, count: 8 - value.count)
        }
        return bytes + big(UInt64(0))
    }
}

/// A track of pictures of which each is the one of an AVIF file.
struct AVIFSequence {
    let bytes: [UInt8]

    init(_ still: [UInt8], frames: Int) throws {
        func box(_ name: String) throws -> [UInt8] {
            let type = try #require(still.firstRange(of: Array(name.utf8)))
            let size = still[type.lowerBound - 4..<type.lowerBound].reduce(0) { $0 << 8 | Int($1) }
            return Array(still[type.lowerBound - 4..<type.lowerBound - 4 + size])
        }
        var fixture = MovieFixture(
            frames: Array(repeating: Array(try box("mdat").dropFirst(8)), count: frames),
            width: 256,
            height: 192,
            brand: "avis"
        )
        fixture.codec = "av01"
        fixture.configuration = try box("av1C")
        fixture.handler = "pict"
        bytes = fixture.bytes
    }
}
