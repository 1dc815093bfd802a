import LibraryModel
import LibraryTestSupport
import LinuxSystem
import SamplePhotos
import Testing

@testable import MediaWorker

/// JPEG files that libjpeg alone makes the picture of.
@Suite struct ScaledJPEGTests {
    private static func photo(orientation: UInt16 = 1, width: Int = 1_600, height: Int = 82) throws -> [UInt8] {
        var photo = SamplePhoto(size: PixelSize(width: width, height: height), seed: 5)
        photo.grain = 20
        photo.exif.orientation = orientation
        return try photo.encoded()
    }

    /// The picture by libjpeg alone, and by the way that all formats go; the first is nil where it is not enough.
    private func pictures(_ bytes: [UInt8], _ side: Int) throws -> (scaled: PixelImage?, other: PixelImage) {
        let open = try file(bytes)
        let media = try MediaFile(descriptor: open.rawValue)
        let box = PixelSize(width: side, height: side)
        var scaled: PixelImage?
        if let sealed = try media.decodeScaledJPEG(fitting: box) {
            let isSealed = SealedMemory.isSealed(sealed.memory)
            #expect(isSealed)
            scaled = try PixelImage(sealed)
        }
        let other = try media.decodeByLibraries(fitting: box)
        #expect(!other.isDamaged || scaled == nil)
        return withExtendedLifetime(open) { (scaled, other.image) }
    }

    private func difference(_ one: PixelImage, _ other: PixelImage) -> Double {
        let (left, right) = (one.rgba, other.rgba)
        let sum = left.indices.reduce(0) { $0 + abs(Int(left[$1]) - Int(right[$1])) }
        return Double(sum) / Double(left.count)
    }

    @Test(arguments: 1...8 as ClosedRange<UInt16>)
    func `a picture at its own size is the same in every orientation`(orientation: UInt16) throws {
        let (scaled, other) = try pictures(ScaledJPEGTests.photo(orientation: orientation), 1_600)
        let image = try #require(scaled)
        #expect(image.size == other.size)
        #expect(image.size.width == (orientation >= 5 ? 82 : 1_600))
        #expect(difference(image, other) < 0.1)
        #expect(try metadata(of: ScaledJPEGTests.photo(orientation: orientation)).orientation == UInt8(orientation))
    }

    /// Of more than 2 MiB, for which the kernel may give huge pages, and of some bytes more.
    @Test(arguments: 1...8 as ClosedRange<UInt16>)
    func `a large picture at its own size is the same in every orientation`(orientation: UInt16) throws {
        let (scaled, other) = try pictures(ScaledJPEGTests.photo(orientation: orientation, height: 331), 1_600)
        let image = try #require(scaled)
        #expect(image.size == other.size)
        #expect(difference(image, other) < 0.1)
    }

    /// The scale of libjpeg, and what is left to the size: nothing, and something.
    @Test(arguments: [800, 512, 57], 1...8 as ClosedRange<UInt16>)
    func `a smaller picture is about the same in every orientation`(side: Int, orientation: UInt16) throws {
        let (scaled, other) = try pictures(ScaledJPEGTests.photo(orientation: orientation, height: 831), side)
        let image = try #require(scaled)
        #expect(image.size == other.size)
        #expect(max(image.size.width, image.size.height) == side)
        #expect(difference(image, other) < 4)
    }

    @Test func `libjpeg scales to the least of its fast fractions that is enough`() {
        func scale(_ width: Int, _ height: Int, _ side: Int) -> [Int] {
            let scale = JPEGScale(
                of: PixelSize(width: width, height: height),
                toFit: PixelSize(width: side, height: side)
            )
            return [scale.eighths, scale.size.width, scale.size.height]
        }
        #expect(scale(4_000, 3_000, 2_000) == [4, 2_000, 1_500])
        #expect(scale(4_032, 3_024, 2_000) == [4, 2_000, 1_500])
        #expect(scale(4_000, 3_000, 2_048) == [8, 2_048, 1_536])
        #expect(scale(4_001, 3_001, 2_001) == [4, 2_001, 1_501])
        #expect(scale(3_264, 2_448, 512) == [2, 512, 384])
        #expect(scale(8_000, 6_000, 512) == [1, 512, 384])
        #expect(scale(512, 384, 512) == [8, 512, 384])
        #expect(scale(100, 50, 2_000) == [8, 100, 50])
        #expect(scale(4_000, 1, 2_000) == [4, 2_000, 1])
    }

    @Test func `pictures of any shape are scaled to any size`() throws {
        let seed = UInt64.random(in: .min ... .max)
        var random = SeededGenerator(seed: seed)
        for _ in 0..<60 {
            let size = PixelSize(width: 1 + random.below(120), height: 1 + random.below(120))
            var photo = SamplePhoto(size: size, seed: 5)
            photo.exif.orientation = UInt16(1 + random.below(8))
            let side = 1 + random.below(120)
            let (scaled, other) = try pictures(photo.encoded(), side)
            #expect(try #require(scaled).size == other.size, "seed \(seed)")
        }
    }

    @Test func `one colour stays that colour at every size`() throws {
        let size = PixelSize(width: 211, height: 97)
        let pixels = [UInt8](repeating: 255, count: size.width * size.height * 4)
        let white = try #require(PixelImage(size: size, rgba: pixels)).encodedJPEG(quality: 90)
        for side in [210, 150, 100, 53, 27, 20, 7, 1] {
            let image = try #require(try pictures(white, side).scaled)
            #expect(image.rgba.allSatisfy { $0 == 255 }, "\(side)")
        }
    }

    @Test func `grey pictures, and colours that say that they are sRGB's, need nothing else`() throws {
        let grey = try #require(SamplePicture(colours: "b-w").encoded(".jpg"))
        let (scaled, other) = try pictures(grey, 256)
        #expect(difference(try #require(scaled), other) < 0.1)
        let profiled = try #require(SamplePicture(profile: "srgb", contrast: 200).encoded(".jpg"))
        let (image, converted) = try pictures(profiled, 256)
        #expect(difference(try #require(image), converted) < 1)
    }

    @Test func `other colours, inks, and files that are not as they should be go the other way`() throws {
        for picture in [SamplePicture(profile: "p3"), SamplePicture(colours: "cmyk")] {
            #expect(try pictures(#require(picture.encoded(".jpg")), 256).scaled == nil)
        }
        let photo = try ScaledJPEGTests.photo()
        #expect(try pictures(Array(photo.prefix(photo.count / 2)), 1_600).scaled == nil)
        // A restart marker where none belongs.
        var damaged = photo
        damaged.replaceSubrange(photo.count / 2..<photo.count / 2 + 2, with: [0xFF, 0xD3])
        #expect(try pictures(damaged, 1_600).scaled == nil)
    }

    @Test func `a profile that breaks off, or says something else, is not sRGB's`() throws {
        let profiled = try #require(SamplePicture(profile: "srgb").encoded(".jpg"))
        let profile = try #require(ScaledJPEGTests.profile(in: profiled))
        #expect(ICCProfile(profile)?.isSRGB == true)
        for length in [0, 100, 131, 140, 200, profile.count / 2] {
            #expect(ICCProfile(Array(profile.prefix(length)))?.isSRGB != true, "\(length)")
        }
        let wide = try #require(SamplePicture(profile: "p3").encoded(".jpg"))
        #expect(ICCProfile(try #require(ScaledJPEGTests.profile(in: wide)))?.isSRGB == false)
        for seed in 0..<200 as Range<UInt64> {
            var random = SeededGenerator(seed: seed)
            var bytes = profile
            for _ in 0..<4 { bytes[random.below(bytes.count)] = UInt8(random.below(256)) }
            _ = ICCProfile(bytes)?.isSRGB
        }
    }

    /// Of the one segment that has it.
    private static func profile(in jpeg: [UInt8]) -> [UInt8]? {
        let name = Array("ICC_PROFILE\0".utf8)
        guard let start = jpeg.indices.first(where: { jpeg[$0...].starts(with: name) }) else { return nil }
        let length = Int(jpeg[start - 2]) << 8 | Int(jpeg[start - 1])
        return Array(jpeg[start + name.count + 2..<start + length - 2])
    }
}
