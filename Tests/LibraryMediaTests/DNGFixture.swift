import LibraryTestSupport

/// A DNG file without a preview: red, green, blue and white quarters (clockwise from the top left: red, green, white,
/// blue) as a sensor with Bayer's mosaic sees them.
struct DNGFixture {
    enum Compression: UInt16, CaseIterable {
        case none = 1
        /// JPEG's lossless process, as most cameras' DNGs have it.
        case losslessJPEG = 7
        /// Floating-point numbers, deflated.
        case deflate = 8
    }

    var orientation: UInt16 = 1
    var compression = Compression.none
    var width = 64
    var height = 48
    /// A JPEG file that the camera made of the same picture.
    var preview: [UInt8] = []

    private static let bright: UInt16 = 40_000
    private static let dark: UInt16 = 1_500

    private func value(_ x: Int, _ y: Int) -> UInt16 {
        // 0 red, 1 green, 2 blue.
        let site = [[0, 1], [1, 2]][y % 2][x % 2]
        let seen: Set<Int> =
            switch (x < width / 2, y < height / 2) {
            case (true, true): [0]
            case (false, true): [1]
            case (true, false): [2]
            case (false, false): [0, 1, 2]
            }
        return seen.contains(site) ? DNGFixture.bright : DNGFixture.dark
    }

    var bytes: [UInt8] {
        let sensor = pixels
        let matrix = [1, 0, 0, 0, 1, 0, 0, 0, 1].flatMap { big(UInt32($0)) + big(UInt32(1)) }
        let neutral = [1, 1, 1].flatMap { big(UInt32($0)) + big(UInt32(1)) }
        let isFloat = compression == .deflate
        var entries: [TIFFHead.Entry] = [
            (0x00FE, 4, 1, big(UInt32(0))), (0x0100, 4, 1, big(UInt32(width))), (0x0101, 4, 1, big(UInt32(height))),
            (0x0102, 3, 1, big(UInt16(isFloat ? 32 : 16))), (0x0103, 3, 1, big(compression.rawValue)),
            (0x0106, 3, 1, big(UInt16(32803))), (0x010F, 2, 5, Array("Acme\0".utf8)),
            (0x0110, 2, 6, Array("Raw 1\0".utf8)), (0x0112, 3, 1, big(orientation)), (0x0115, 3, 1, big(UInt16(1))),
            (0x011C, 3, 1, big(UInt16(1))), (0x0132, 2, 20, Array("2024:05:01 12:34:56\0".utf8)),
            (0x013D, 3, 1, big(UInt16(isFloat ? 3 : 1))), (0x0142, 4, 1, big(UInt32(width))),
            (0x0143, 4, 1, big(UInt32(height))), (0x0144, 4, 1, []), (0x0145, 4, 1, big(UInt32(sensor.count))),
            (0x0153, 3, 1, big(UInt16(isFloat ? 3 : 1))), (0x828D, 3, 2, big(UInt16(2)) + big(UInt16(2))),
            (0x828E, 1, 4, [0, 1, 1, 2]), (0xC612, 1, 4, [1, 4, 0, 0]), (0xC614, 2, 5, Array("Acme\0".utf8)),
            (0xC621, 10, 9, matrix), (0xC628, 5, 3, neutral),
        ]
        if !preview.isEmpty { entries.insert((0x014A, 4, 1, []), at: 15) }
        entries.sort { $0.tag < $1.tag }
        var head = TIFFHead(entries)
        let start = head.byteCount
        for place in head.entries.indices {
            switch head.entries[place].tag {
            case 0x0144: head.entries[place].value = big(UInt32(start))
            case 0x014A: head.entries[place].value = big(UInt32(start + sensor.count + sensor.count % 2))
            default: break
            }
        }
        let file = head.bytes + sensor + [UInt8](repeating: 0, count: sensor.count % 2)
        return preview.isEmpty ? file : file + previewDirectory(at: file.count) + preview
    }

    /// The directory of the JPEG file behind it.
    private func previewDirectory(at start: Int) -> [UInt8] {
        let entries: [(UInt16, UInt16, UInt32)] = [
            (0x00FE, 4, 1), (0x0100, 4, UInt32(width)), (0x0101, 4, UInt32(height)), (0x0103, 4, 7), (0x0106, 4, 6),
            (0x0111, 4, UInt32(start + 2 + 8 * 12 + 4)), (0x0115, 4, 3), (0x0117, 4, UInt32(preview.count)),
        ]
        return big(UInt16(entries.count))
            + entries.flatMap { big($0.0) + big($0.1) + big(UInt32(1)) + big($0.2) } + big(UInt32(0))
    }

    private var pixels: [UInt8] {
        switch compression {
        case .none: (0..<height).flatMap { y in (0..<width).flatMap { big(value($0, y)) } }
        case .losslessJPEG: losslessJPEG
        case .deflate: deflated((0..<height).flatMap { row($0) })
        }
    }

    // MARK: Lossless JPEG

    /// One component, each value predicted by the one to its left, and all lengths of differences coded in five bits.
    private var losslessJPEG: [UInt8] {
        let lengths = (1...16).map { UInt8($0 == 5 ? 17 : 0) }
        let header: [UInt8] =
            [0xFF, 0xD8, 0xFF, 0xC4] + big(UInt16(2 + 1 + 16 + 17)) + [0] + lengths + Array(0...16)
            + [0xFF, 0xC3] + big(UInt16(11)) + [16] + big(UInt16(height)) + big(UInt16(width)) + [1, 0, 0x11, 0]
            + [0xFF, 0xDA] + big(UInt16(8)) + [1, 0, 0, 1, 0, 0]
        var bits = JPEGBits()
        for y in 0..<height {
            for x in 0..<width {
                let predicted = x > 0 ? value(x - 1, y) : y > 0 ? value(0, y - 1) : 1 << 15
                bits.append(difference: Int16(bitPattern: value(x, y) &- predicted))
            }
        }
        return header + bits.finished + [0xFF, 0xD9]
    }

    // MARK: Deflate

    /// A row of real numbers from 0 to 1: all their first bytes, then all their second ones, and of these the
    /// differences.
    private func row(_ y: Int) -> [UInt8] {
        let numbers = (0..<width).map { big((Float(value($0, y)) / 65_535).bitPattern) }
        let planes = (0..<4).flatMap { plane in numbers.map { $0[plane] } }
        return planes.indices.map { $0 == 0 ? planes[0] : planes[$0] &- planes[$0 - 1] }
    }

    /// In zlib's format, stored as it is.
    private func deflated(_ bytes: [UInt8]) -> [UInt8] {
        var stream: [UInt8] = [0x78, 0x01]
        let largest = 65_535
        for start in stride(from: 0, to: bytes.count, by: largest) {
            let block = bytes[start..<min(start + largest, bytes.count)]
            let count = UInt16(block.count)
            stream += [start + largest >= bytes.count ? 1 : 0]
            stream += [UInt8(count & 0xFF), UInt8(count >> 8), UInt8(~count & 0xFF), UInt8(~count >> 8)] + block
        }
        var (low, high): (UInt32, UInt32) = (1, 0)
        for byte in bytes {
            low = (low + UInt32(byte)) % 65_521
            high = (high + low) % 65_521
        }
        return stream + big(high << 16 | low)
    }
}

/// JPEG's stream of bits: a zero byte follows each that is all ones.
private struct JPEGBits {
    private var bytes: [UInt8] = []
    private var pending: UInt32 = 0
    private var count = 0

    mutating func append(difference: Int16) {
        if difference == .min { return append(16, 5) }
        let size = 16 - Int16(difference.magnitude).leadingZeroBitCount
        append(UInt32(size), 5)
        append(UInt32(truncatingIfNeeded: difference > 0 ? Int(difference) : Int(difference) + (1 << size) - 1), size)
    }

    private mutating func append(_ value: UInt32, _ size: Int) {
        for place in stride(from: size - 1, through: 0, by: -1) {
            pending = pending << 1 | (value >> UInt32(place) & 1)
            count += 1
            if count == 8 { flush() }
        }
    }

    private mutating func flush() {
        bytes.append(UInt8(truncatingIfNeeded: pending))
        if bytes.last == 0xFF { bytes.append(0) }
        (pending, count) = (0, 0)
    }

    var finished: [UInt8] {
        var copy = self
        while copy.count > 0 { copy.append(1, 1) }
        return copy.bytes
    }
}
