import Foundation
import Testing

@testable import Photos

@Suite struct OrientationTagTests {
    /// A TIFF structure whose first directory has an entry before the orientation.
    private func tiff(_ orientation: UInt8, isBigEndian: Bool) -> [UInt8] {
        let head: [UInt8] =
            isBigEndian
            ? [0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 2, 0x01, 0x0F, 0, 2, 0, 0, 0, 1, 0x41, 0, 0, 0]
            : [0x49, 0x49, 42, 0, 8, 0, 0, 0, 2, 0, 0x0F, 0x01, 2, 0, 1, 0, 0, 0, 0x41, 0, 0, 0]
        let entry: [UInt8] =
            isBigEndian
            ? [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0]
            : [0x12, 0x01, 3, 0, 1, 0, 0, 0, orientation, 0, 0, 0]
        return head + entry + [0, 0, 0, 0]
    }

    private func jpeg(_ exif: [UInt8]) -> [UInt8] {
        let body = Array("Exif\0\0".utf8) + exif
        let length = body.count + 2
        return [0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 1, 2, 0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 255)] + body
            + [0xFF, 0xDA, 0, 2, 0, 0, 0xFF, 0xD9]
    }

    private func png(_ exif: [UInt8]) -> [UInt8] {
        func chunk(_ name: String, _ body: [UInt8]) -> [UInt8] {
            [0, 0, 0, UInt8(body.count)] + Array(name.utf8) + body + [0, 0, 0, 0]
        }
        return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + chunk("IHDR", [UInt8](repeating: 1, count: 13))
            + chunk("eXIf", exif) + chunk("IEND", [])
    }

    private func webP(_ exif: [UInt8]) -> [UInt8] {
        func chunk(_ name: String, _ body: [UInt8]) -> [UInt8] {
            Array(name.utf8) + [UInt8(body.count), 0, 0, 0] + body + (body.count % 2 == 0 ? [] : [0])
        }
        return Array("RIFF".utf8) + [0, 0, 0, 0] + Array("WEBP".utf8) + chunk("VP8X", [1, 2, 3]) + chunk("EXIF", exif)
    }

    private func orientation(_ bytes: [UInt8]) -> CGImagePropertyOrientation {
        OrientationTag.orientation(of: bytes.span)
    }

    @Test(arguments: 1...8)
    func `is found in every format that has it`(_ value: Int) throws {
        let wanted = try #require(CGImagePropertyOrientation(rawValue: UInt32(value)))
        for isBigEndian in [true, false] {
            let exif = tiff(UInt8(value), isBigEndian: isBigEndian)
            #expect(orientation(exif) == wanted)
            #expect(orientation(jpeg(exif)) == wanted)
            #expect(orientation(png(exif)) == wanted)
            #expect(orientation(webP(exif)) == wanted)
        }
    }

    @Test func `no byte less makes it stumble`() {
        for file in [jpeg, png, webP].map({ $0(tiff(6, isBigEndian: true)) }) + [tiff(6, isBigEndian: false)] {
            var found = 0
            for length in 0...file.count where orientation(Array(file.prefix(length))) == .right { found += 1 }
            #expect(found > 0)
            #expect(orientation(Array(file.prefix(16))) == .up)
        }
    }

    @Test func `lengths and offsets that lead out of the file are no orientation`() {
        #expect(orientation([0xFF, 0xD8, 0xFF, 0xE1, 0xFF, 0xFF]) == .up)
        #expect(orientation([0xFF, 0xD8, 0xFF, 0xE1, 0, 0, 0, 0]) == .up)
        #expect(orientation([0x4D, 0x4D, 0, 42, 0xFF, 0xFF, 0xFF, 0xFF, 0, 1]) == .up)
        #expect(
            orientation([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0xFF, 0xFF, 0xFF, 0xFF, 1, 2, 3, 4]) == .up
        )
        #expect(orientation(jpeg(tiff(9, isBigEndian: true))) == .up)
        #expect(orientation([]) == .up)
    }
}
