/// What libvips does not tell of a PNG file: its chunks for animation, EXIF and XMP.
struct PNGChunks {
    /// Chunks looked at; metadata comes early.
    private static let maximumChunks = 4096
    /// Bytes of a chunk that is read.
    private static let maximumChunkSize = 1 << 20

    private(set) var isAnimated = false
    private(set) var exif: [UInt8]?
    private(set) var xmp: [UInt8]?

    init(_ source: ByteSource) {
        var offset = 8
        for _ in 0..<PNGChunks.maximumChunks {
            guard let length = source.bigEndian32(at: offset), let type = source.bytes(at: offset + 4, 4) else {
                return
            }
            let body = offset + 8
            switch String(decoding: type, as: UTF8.self) {
            case "acTL": isAnimated = true
            case "eXIf" where length <= PNGChunks.maximumChunkSize:
                exif = source.bytes(at: body, length)
            case "iTXt" where length <= PNGChunks.maximumChunkSize && xmp == nil:
                let text = source.bytes(at: body, length) ?? []
                if text.hasText("XML:com.adobe.xmp", at: 0) { xmp = text }
            case "IEND": return
            default: break
            }
            // Length, type and checksum are four bytes each.
            offset = body + length + 4
        }
    }
}
