import LibraryModel

/// A picture as the bytes of a PNG file. Its pixels are not compressed: a large file, made without an image library.
struct PNGFile {
    private(set) var bytes: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    init(_ image: PixelImage) {
        var header = Self.bigEndian(UInt32(image.size.width)) + Self.bigEndian(UInt32(image.size.height))
        // Eight bits a channel, with alpha, and the only methods of compression, filtering and order that there are.
        header += [8, 6, 0, 0, 0]
        add("IHDR", header)
        add("sRGB", [0])
        add("IDAT", Self.zlibStream(of: Self.lines(image)))
        add("IEND", [])
    }

    /// The rows, each behind a byte that says that it is not filtered.
    private static func lines(_ image: PixelImage) -> [UInt8] {
        let length = image.size.width * 4
        var lines: [UInt8] = []
        lines.reserveCapacity((length + 1) * image.size.height)
        for start in stride(from: 0, to: image.rgba.count, by: length) {
            lines.append(0)
            lines += image.rgba[start..<start + length]
        }
        return lines
    }

    /// The bytes of a stored block of deflate, at most.
    private static var blockLength: Int { 65_535 }

    private static func zlibStream(of bytes: [UInt8]) -> [UInt8] {
        var stream: [UInt8] = [0x78, 0x01]
        for start in stride(from: 0, to: bytes.count, by: blockLength) {
            let block = bytes[start..<min(start + blockLength, bytes.count)]
            let length = UInt16(block.count)
            stream.append(block.endIndex == bytes.count ? 1 : 0)
            for number in [length, ~length] {
                stream += [UInt8(truncatingIfNeeded: number), UInt8(truncatingIfNeeded: number >> 8)]
            }
            stream += block
        }
        return stream + bigEndian(adler32(bytes))
    }

    private mutating func add(_ type: String, _ data: [UInt8]) {
        let content = Array(type.utf8) + data
        bytes += Self.bigEndian(UInt32(data.count)) + content + Self.bigEndian(Self.crc32(content))
    }

    private static func bigEndian(_ number: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }

    static func adler32(_ bytes: [UInt8]) -> UInt32 {
        var (low, high): (UInt32, UInt32) = (1, 0)
        for byte in bytes {
            low = (low + UInt32(byte)) % 65_521
            high = (high + low) % 65_521
        }
        return high << 16 | low
    }

    static func crc32(_ bytes: [UInt8]) -> UInt32 {
        var remainder = UInt32.max
        for byte in bytes { remainder = remainder >> 8 ^ crcTable[Int(UInt8(truncatingIfNeeded: remainder) ^ byte)] }
        return ~remainder
    }

    private static let crcTable: [UInt32] = (0..<256).map { (byte: UInt32) in
        (0..<8).reduce(byte) { remainder, _ in remainder & 1 == 1 ? 0xEDB8_8320 ^ remainder >> 1 : remainder >> 1 }
    }
}
