/// How a CMYK JPEG file encodes its inks.
enum JPEGInks {
    /// The most segments examined before the scan.
    private static let maximumSegments = 1_024

    /// Whether 0 means no ink. Photoshop and its followers write 255 for no ink, with Adobe's marker.
    static func arePlain(in source: ByteSource) -> Bool {
        var offset = 2
        for _ in 0..<maximumSegments {
            guard let start = source.bytes(at: offset, 4), start[0] == 0xFF else { return false }
            let length = Int(start[2]) << 8 | Int(start[3])
            switch start[1] {
            // Fill bytes.
            case 0xFF:
                offset += 1
                continue
            case 0xEE where source.prefix(at: offset + 4, 5).hasText("Adobe", at: 0): return false
            // The frame header: precision, height, width, number of components. Adobe's marker comes before it.
            case 0xC0...0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF:
                return source.bytes(at: offset + 9, 1) == [4]
            case 0xD9, 0xDA: return false
            default: break
            }
            offset += 2 + max(length, 2)
        }
        return false
    }
}
