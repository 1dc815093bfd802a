import LibraryMedia
import LibraryModel
import LinuxSystem
import SamplePhotos
import Testing

@testable import MediaWorker

/// Pictures of which some is missing: what there is, is shown, and that it is not all is known.
@Suite struct DamagedPictureTests {
    private static let box = PixelSize(width: 256, height: 256)

    private func decode(_ bytes: [UInt8]) throws -> DecodedPicture {
        let open = try file(bytes)
        let picture = try MediaFile(descriptor: open.rawValue).decode(fitting: DamagedPictureTests.box)
        return withExtendedLifetime(open) { picture }
    }

    /// How many of the first rows two pictures agree in, but for a little.
    private func agreeingRows(_ one: PixelImage, _ other: PixelImage) -> Int {
        let row = one.size.width * 4
        for y in 0..<min(one.size.height, other.size.height) {
            let pairs = zip(one.rgba[y * row..<(y + 1) * row], other.rgba[y * row..<(y + 1) * row])
            if pairs.contains(where: { abs(Int($0) - Int($1)) > 24 }) { return y }
        }
        return one.size.height
    }

    @Test(
        arguments: [
            ".jpg", ".jpg[interlace]", ".png", ".gif", ".webp", ".webp[lossless]", ".tif", ".heic", ".avif", ".jp2",
        ].filter(SamplePicture.canEncode)
    )
    func `a complete picture is not marked as damaged`(suffix: String) throws {
        let whole = try #require(SamplePicture().encoded(suffix))
        let isDamaged = try decode(whole).isDamaged
        #expect(!isDamaged)
        #expect(try !metadata(of: whole).isDamaged)
    }

    /// How much of the file is kept, and how many of its 192 rows are shown at least.
    @Test(
        arguments: [
            (".jpg", 60, 60), (".jpg[restart-interval=4]", 60, 60), (".png", 60, 60), (".gif", 60, 60),
            (".webp[lossless]", 60, 20), (".webp", 60, 20), (".heic", 80, 20), (".avif", 80, 1), (".jp2", 80, 0),
            (".png[interlace]", 60, 60), (".png[interlace]", 20, 60), (".png[interlace,bitdepth=4]", 60, 60),
            (".jpg[interlace]", 60, 60), (".gif[interlace]", 60, 20),
        ].filter { SamplePicture.canEncode($0.0) }
    )
    func `a truncated picture is decoded as far as possible and marked as damaged`(suffix: String, kept: Int, rows: Int)
        throws
    {
        let whole = try #require(SamplePicture().encoded(suffix))
        let part = Array(whole.prefix(whole.count * kept / 100))
        let metadata = try metadata(of: part)
        #expect((metadata.pixelWidth, metadata.pixelHeight) == (256, 192))
        let picture = try decode(part)
        let (isDamaged, shown) = (picture.isDamaged, agreeingRows(picture.image, try decode(whole).image))
        #expect(isDamaged)
        #expect(shown >= rows)
    }

    /// Photos of phones, grids of 8 rows of 6 tiles and 6 of 8, the second turned a quarter when it is shown; how much
    /// of the file is kept, and the size of its whole rows.
    @Test(
        .enabled(if: SampleFiles.folder != nil, "PHOTOS_SAMPLES names no folder"),
        arguments: [
            ("media/heic/IMG_2927.HEIC", 50, 3024, 1512), ("media/heic/IMG_2927.HEIC", 90, 3024, 3528),
            ("cameras/heic/mobile/iphone_13_pro_max.HEIC", 50, 1512, 4032),
            ("cameras/heic/mobile/iphone_13_pro_max.HEIC", 90, 2520, 4032),
        ]
    )
    func `of a phone's photo that breaks off, the whole rows of tiles are shown`(
        name: String,
        kept: Int,
        width: Int,
        height: Int
    ) throws {
        let path = try #require(SampleFiles.folder).appending(FilePath(name))
        let whole = try OwnedDescriptor(opening: path).readToEnd(limit: 16 << 20)
        let part = Array(whole.prefix(whole.count * kept / 100))
        let metadata = try metadata(of: part)
        #expect((Int(metadata.pixelWidth), Int(metadata.pixelHeight)) == (width, height))
        #expect(metadata.isDamaged)
        let picture = try decode(part)
        let (isDamaged, size) = (picture.isDamaged, picture.image.size)
        #expect(isDamaged && !picture.image.showsNothing)
        #expect(size == PixelSize(width: width, height: height).scaledDown(toFit: DamagedPictureTests.box))
    }

    @Test(arguments: ["none", "lzw", "deflate", "jpeg"])
    func `strips of a TIFF file that are missing or garbled leave the others`(compression: String) throws {
        let suffix = ".tif[compression=\(compression),tile=false]"
        let whole = try #require(SamplePicture(height: 512).encoded(suffix))
        // Its directory is at the end: the pixels before that are damaged.
        var garbled = whole
        let middle = whole.count / 2
        garbled.replaceSubrange(middle..<middle + 200, with: [UInt8](repeating: 0xFF, count: 200))
        let rows = agreeingRows(try decode(garbled).image, try decode(whole).image)
        #expect(rows > 20)
    }

    @Test(arguments: [".jpg", ".png", ".webp", ".heic", ".avif", ".gif"].filter(SamplePicture.canEncode))
    func `every prefix of a picture is decoded or refused`(suffix: String) throws {
        let whole = try #require(SamplePicture().encoded(suffix))
        var shown = 0
        for length in stride(from: 1, to: whole.count, by: max(1, whole.count / 40)) {
            let open = try file(Array(whole.prefix(length)))
            do throws(LibraryError) {
                let media = try MediaFile(descriptor: open.rawValue)
                let metadata = try media.readMetadata()
                let picture = try media.decode(fitting: DamagedPictureTests.box)
                // The last bytes may be of nothing that is seen.
                let isDamaged = picture.isDamaged || metadata.isDamaged
                if length < whole.count / 2 { #expect(isDamaged, "\(length)") }
                shown += 1
            } catch {
                #expect(error.code == .invalidResource)
            }
            withExtendedLifetime(open) {}
        }
        #expect(shown > 5)
    }

    @Test func `a truncated picture that shows nothing is refused, and one that shows a little is not`() throws {
        let whole = try #require(SamplePicture(width: 256, height: 256).encoded(".webp"))
        let nothing = try file(Array(whole.prefix(200)))
        let error = #expect(throws: LibraryError.self) {
            _ = try MediaFile(descriptor: nothing.rawValue).decode(fitting: DamagedPictureTests.box)
        }
        #expect(error?.code == .invalidResource)
        withExtendedLifetime(nothing) {}
        func image(brightRows: Int) throws -> PixelImage {
            let pixels = [UInt8](repeating: 128, count: 256 * 4 * (256 - brightRows))
            let bright = [UInt8](repeating: 200, count: 256 * 4 * brightRows)
            return try #require(PixelImage(size: PixelSize(width: 256, height: 256), rgba: bright + pixels))
        }
        #expect(try DecodedPicture(shown: image(brightRows: 0), isDamaged: true) == nil)
        #expect(try DecodedPicture(shown: image(brightRows: 1), isDamaged: true) != nil)
        // An undamaged picture may have one colour.
        #expect(try DecodedPicture(shown: image(brightRows: 0), isDamaged: false) != nil)
    }

    @Test func `changing unused bytes does not mark a picture as damaged`() throws {
        var jpeg = try #require(SamplePicture().encoded(".jpg"))
        // Between segments libjpeg passes over them, with a warning.
        let length = Int(jpeg[4]) << 8 | Int(jpeg[5])
        jpeg.insert(contentsOf: [0, 0, 0], at: 4 + length)
        let isDamaged = try decode(jpeg).isDamaged
        #expect(!isDamaged)
    }

    @Test func `one changed byte of a JPEG's pixels damages it`() throws {
        var jpeg = try #require(SamplePicture().encoded(".jpg[restart-interval=2]"))
        let scan = try #require(jpeg.indices.dropLast().last { jpeg[$0] == 0xFF && jpeg[$0 + 1] == 0xD3 })
        jpeg.replaceSubrange(scan..<scan + 2, with: [0xFF, 0xD6])
        let isDamaged = try decode(jpeg).isDamaged
        #expect(isDamaged)
    }

    @Test func `a truncated animation keeps its complete frames`() throws {
        for suffix in [".webp[lossless]", ".gif"] {
            let whole = try #require(SamplePicture(pages: 4).encoded(suffix))
            let part = Array(whole.prefix(whole.count * 7 / 10))
            let metadata = try metadata(of: part)
            #expect(metadata.isAnimated, "\(suffix)")
            let picture = try decode(part)
            let (isDamaged, isFirstFrame) = (picture.isDamaged, picture.image == (try decode(whole).image))
            #expect(isDamaged && isFirstFrame, "\(suffix)")
        }
    }

    @Test func `workers report damage`() throws {
        let workers = try MediaWorkers()
        let whole = try #require(SamplePicture().encoded(".jpg"))
        let box = Rendition.thumbnail.box
        #expect(try !workers.examine(file(whole), thumbnail: box, for: .owner).metadata.isDamaged)
        let half = try file(Array(whole.prefix(whole.count / 2)))
        #expect(try workers.examine(half, thumbnail: box, for: .owner).metadata.isDamaged)
    }
}
