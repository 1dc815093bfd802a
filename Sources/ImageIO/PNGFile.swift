internal import CZlib
package import LibraryModel

/// Encodes a picture as a PNG file.
package struct PNGFile {
    package private(set) var bytes: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    /// `exif`: a block without its `Exif` prefix. Returns nil without enough memory.
    package init?(_ image: PixelImage, exif: [UInt8]? = nil) {
        let isOpaque = stride(from: 3, to: image.rgba.count, by: 4).allSatisfy { image.rgba[$0] == 255 }
        guard let pixels = Self.compressed(Self.lines(image, withAlpha: !isOpaque)) else { return nil }
        var header = Self.bigEndian(UInt32(image.size.width)) + Self.bigEndian(UInt32(image.size.height))
        // Bit depth 8; colour type 2 (RGB) or 6 (RGBA); the only compression and filter methods; not interlaced.
        header += [8, isOpaque ? 2 : 6, 0, 0, 0]
        add("IHDR", header)
        add("sRGB", [0])
        if let exif { add("eXIf", exif) }
        add("IDAT", pixels)
        add("IEND", [])
    }

    /// The rows, each after its filter byte: Paeth's predictor leaves small differences in photos.
    private static func lines(_ image: PixelImage, withAlpha hasAlpha: Bool) -> [UInt8] {
        let channels = hasAlpha ? 4 : 3
        let (width, height, source) = (image.size.width, image.size.height, image.rgba)
        var lines = [UInt8](repeating: 0, count: (width * channels + 1) * height)
        var place = 0
        for y in 0..<height {
            lines[place] = paeth
            place += 1
            for x in 0..<width {
                let start = (y * width + x) * 4
                for channel in start..<start + channels {
                    let left = x > 0 ? source[channel - 4] : 0
                    let above = y > 0 ? source[channel - width * 4] : 0
                    let corner = x > 0 && y > 0 ? source[channel - width * 4 - 4] : 0
                    lines[place] = source[channel] &- predicted(Int(left), Int(above), Int(corner))
                    place += 1
                }
            }
        }
        return lines
    }

    private static let paeth: UInt8 = 4

    private static func predicted(_ left: Int, _ above: Int, _ corner: Int) -> UInt8 {
        let estimate = left + above - corner
        let distances = (abs(estimate - left), abs(estimate - above), abs(estimate - corner))
        if distances.0 <= distances.1 && distances.0 <= distances.2 { return UInt8(left) }
        return UInt8(distances.1 <= distances.2 ? above : corner)
    }

    private static func compressed(_ bytes: [UInt8]) -> [UInt8]? {
        var count = compressBound(UInt(bytes.count))
        var stream = [UInt8](repeating: 0, count: Int(count))
        guard unsafe compress(&stream, &count, bytes, UInt(bytes.count)) == Z_OK else { return nil }
        stream.removeSubrange(Int(count)...)
        return stream
    }

    private mutating func add(_ type: String, _ data: [UInt8]) {
        let content = Array(type.utf8) + data
        let checksum = UInt32(truncatingIfNeeded: unsafe crc32_z(0, content, content.count))
        bytes += Self.bigEndian(UInt32(data.count)) + content + Self.bigEndian(checksum)
    }

    private static func bigEndian(_ number: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }
}
