/// Metadata of a GIF file that libvips does not return: XMP, in Adobe's application extension.
struct GIFExtensions {
    /// The most extensions before the first image; each costs a read.
    private static let maximumBlocks = 20_000

    private(set) var xmp: [UInt8]?

    init(_ source: ByteSource) {
        guard var offset = GIFStructure.firstBlock(source) else { return }
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
            if isXMP, packet.count >= GIFStructure.packetTrailerSize {
                xmp = packet.dropLast(GIFStructure.packetTrailerSize)
                return
            }
        }
    }
}
