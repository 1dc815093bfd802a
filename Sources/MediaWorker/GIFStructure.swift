/// Sizes of the parts of a GIF file (GIF89a).
enum GIFStructure {
    /// Header and logical screen descriptor.
    static let headerSize = 13
    /// The bytes after an XMP packet, which lead a reader of sub-blocks to its end, with the terminating zero.
    static let packetTrailerSize = 258

    /// The offset of the first block; nil when there is no header.
    static func firstBlock(_ source: ByteSource) -> Int? {
        source.bytes(at: 0, headerSize).map { headerSize + colourTableSize($0[10]) }
    }

    /// The size of a colour table in bytes, three per colour, by the flags of its descriptor; 0 without one.
    static func colourTableSize(_ flags: UInt8) -> Int { flags & 0x80 == 0 ? 0 : 3 << (Int(flags & 7) + 1) }
}
