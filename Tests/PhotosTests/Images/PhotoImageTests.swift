import Foundation
import LibraryModel
import Testing

@testable import Photos

@Suite struct PhotoImageTests {
    @Test func `bytes must fit the size`() {
        #expect(PhotoImage(width: 2, height: 2, rgba: [UInt8](repeating: 0, count: 16)) != nil)
        #expect(PhotoImage(width: 2, height: 2, rgba: [UInt8](repeating: 0, count: 15)) == nil)
        #expect(PhotoImage(width: 0, height: 2, rgba: []) == nil)
        let longest = PhotoImage.maximumSide
        #expect(PhotoImage(width: longest, height: 1, rgba: [UInt8](repeating: 0, count: longest * 4)) != nil)
        #expect(PhotoImage(width: longest + 1, height: 1, rgba: [UInt8](repeating: 0, count: longest * 4 + 4)) == nil)
    }

    @Test func `smaller is the average, larger keeps the corners`() throws {
        let checker: [UInt8] = [0, 0, 0, 255, 200, 100, 50, 255, 200, 100, 50, 255, 0, 0, 0, 255]
        let image = try #require(PhotoImage(width: 2, height: 2, rgba: checker))
        #expect(image.resized(to: CGSize(width: 1, height: 1)).rgba == [100, 50, 25, 255])
        let large = image.resized(to: CGSize(width: 4, height: 4))
        #expect(Array(large.rgba.prefix(4)) == [0, 0, 0, 255])
        #expect(Array(large.rgba.suffix(4)) == [0, 0, 0, 255])
        #expect(large.size == CGSize(width: 4, height: 4))
        #expect(image.resized(to: image.size) === image)
    }

    @Test func `what is asked of the library covers what the app wants`() {
        let shape = ImageShape(4000, 3000)
        let target = CGSize(width: 200, height: 200)
        #expect(shape.sizeToLoad(for: target, .aspectFit) == PixelSize(width: 200, height: 150))
        #expect(shape.sizeToLoad(for: target, .aspectFill) == PixelSize(width: 267, height: 200))
        #expect(shape.sizeToLoad(for: PHImageManagerMaximumSize, .aspectFit) == PixelSize(width: 4000, height: 3000))
        #expect(
            shape.sizeToLoad(for: CGSize(width: 9000, height: 9000), .aspectFit) == PixelSize(width: 4000, height: 3000)
        )
        let half = ImageShape(4000, 3000, crop: CGRect(x: 0, y: 0, width: 0.5, height: 0.5))
        #expect(half.sizeToLoad(for: target, .aspectFit) == PixelSize(width: 400, height: 300))
        #expect(half.exactSize(for: target, .aspectFit) == PixelSize(width: 200, height: 150))
    }

    @Test func `a picture without pixels is of no size and is no JPEG`() throws {
        let nothing = UIImage()
        #expect(nothing.size == .zero && nothing.rgba.isEmpty)
        #expect(nothing.resized(to: CGSize(width: 4, height: 4)) === nothing)
        #expect(nothing.cropped(toUnit: CGRect(x: 0, y: 0, width: 1, height: 1)) === nothing)
        #expect(nothing.pngData() == nil)
        let data: Data? = nothing.jpegData(compressionQuality: 1)
        #expect(data == nil)
        let error = #expect(throws: PHPhotosError.self) {
            let data: Data = try nothing.jpegData(compressionQuality: 1)
            Issue.record("\(data.count) bytes")
        }
        #expect(error?.code == .invalidResource)
    }

    @Test func `PNG files are compressed, and have no alpha where there is none`() throws {
        var ramp: [UInt8] = []
        for y in 0..<64 { for x in 0..<64 { ramp += [UInt8(x), UInt8(y), 7, 255] } }
        let image = try #require(PhotoImage(width: 64, height: 64, rgba: ramp))
        let png = [UInt8](try #require(image.pngData()))
        #expect(png.count < ramp.count / 20)
        // IHDR: eight bits, and the type of colours.
        #expect(Array(png[16..<26]) == [0, 0, 0, 64, 0, 0, 0, 64, 8, 2])
        // IEND, with its checksum in the standard.
        #expect(Array(png.suffix(12)) == [0, 0, 0, 0, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82])
        let glass = try #require(PhotoImage(width: 1, height: 1, rgba: [1, 2, 3, 4]))
        #expect([UInt8](try #require(glass.pngData()))[25] == 6)
    }

    @Test func `UIKit's orientations have its numbers, and the names of those of files`() {
        let all: [CGImagePropertyOrientation] = [
            .up, .down, .left, .right, .upMirrored, .downMirrored, .leftMirrored, .rightMirrored,
        ]
        #expect(all.map { UIImage.Orientation($0).rawValue } == Array(0..<8))
        #expect(all.map { "\($0)" } == all.map { "\(UIImage.Orientation($0))" })
    }
}
