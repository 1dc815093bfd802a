/// Metadata of a GIF file that libvips does not return: XMP, in Adobe's application extension.
struct GIFExtensions {
    /// The most extensions before the first image; each costs a read.
    private static let maximumBlocks = 20_000
    /// The bytes after the packet, which lead any reader of sub-blocks to the end.
    private static let trailerSize = 257

    private(set) var xmp: [UInt8]?

    init(_ source: ByteSource) {
        guard let header = source.bytes(at: 0, 13) else { return }
        // The global colour table has three bytes per colour.
        var offset = 13 + (header[10] & 0x80 == 0 ? 0 : 3 << (Int(header[10] & 7) + 1))
        var blocks = 0
        while blocks < GIFExtensions.maximumBlocks, let start = source.bytes(at: offset, 2), start[0] == 0x21 {
            let isXMP = start[1] == 0xFF && source.prefix(at: offset + 2, 12) == [11] + Array("XMP DataXMP".utf8)
            offset += isXMP ? 14 : 2
            var packet: [UInt8] = []
            while let size = source.bytes(at: offset, 1)?.first, blocks < GIFExtensions.maximumBlocks {
                blocks += 1
                // The packet is stored as it is: its bytes only look like block lengths.
                if isXMP { packet += source.prefix(at: offset, Int(size) + 1) }
                offset += Int(size) + 1
                if size == 0 { break }
            }
            if isXMP, packet.count > GIFExtensions.trailerSize {
                xmp = packet.dropLast(GIFExtensions.trailerSize + 1)
                return
            }
        }
    }
}
