internal import LibraryModel
internal import MediaWorkerProtocol

/// Removes comments and application extensions from a GIF file, except those of animations and colour profiles.
struct GIFRemoval {
    private static let keptApplications: Set<String> = ["NETSCAPE2.0", "ANIMEXTS1.0", "ICCRGBG1012"]

    private let source: ByteSource
    private let removal: MetadataRemoval

    init(_ source: ByteSource, _ removal: MetadataRemoval) {
        self.source = source
        self.removal = removal
    }

    func remove(_ patches: inout PatchList) throws(LibraryError) {
        guard var offset = GIFStructure.firstBlock(source) else { throw .notRemovable }
        while let kind = source.bytes(at: offset, 1)?.first {
            switch kind {
            case 0x21:
                guard let label = source.bytes(at: offset + 1, 1)?.first else { return }
                offset = removeFromExtension(label, at: offset + 2, &patches)
            case 0x2C:
                guard let description = source.bytes(at: offset, 10) else { return }
                // The image's own palette, and the code size.
                offset = blocks(at: offset + 10 + GIFStructure.colourTableSize(description[9]) + 1) { _ in }
            default:
                // The end of the image, or unknown data.
                patches.erase(offset + (kind == 0x3B ? 1 : 0)..<source.count, of: source)
                return
            }
        }
    }

    private func removeFromExtension(_ label: UInt8, at offset: Int, _ patches: inout PatchList) -> Int {
        switch label {
        // Graphic control, and plain text that is part of the image.
        case 0xF9, 0x01: return blocks(at: offset) { _ in }
        case 0xFF:
            let name = String(decoding: source.prefix(at: offset + 1, 11), as: UTF8.self)
            if GIFRemoval.keptApplications.contains(name) { return blocks(at: offset) { _ in } }
            if name == "XMP DataXMP" { return removeFromPacket(at: offset + 12, &patches) }
            return blocks(at: offset) { patches.erase($0, of: source) }
        default: return blocks(at: offset) { patches.erase($0, of: source) }
        }
    }

    /// The packet is stored as it is: its bytes only look like block lengths. Blanks lead to its end as well.
    private func removeFromPacket(at start: Int, _ patches: inout PatchList) -> Int {
        let end = blocks(at: start) { _ in }
        let count = end - start - GIFStructure.packetTrailerSize
        if count > 0, count <= XMPPacket.maximumSize, let old = source.bytes(at: start, count) {
            patches.replace(at: start, old, by: XMPRemoval.blanked(old, removal))
        } else {
            patches.erase(start..<max(start, end - GIFStructure.packetTrailerSize), of: source, by: UInt8(ascii: " "))
        }
        return end
    }

    /// Skips sub-blocks (a length and as many bytes) and returns where they end.
    private func blocks(at start: Int, _ visit: (Range<Int>) -> Void) -> Int {
        var offset = start
        while let size = source.bytes(at: offset, 1)?.first {
            offset += 1
            if size == 0 { break }
            let end = min(source.count, offset + Int(size))
            visit(offset..<end)
            offset = end
        }
        return offset
    }
}
