internal import LibraryModel
internal import MediaWorkerProtocol

/// Removes chunks from a PNG file: renames them to a private type that every decoder skips.
struct PNGRemoval {
    /// The type of a removed chunk: ancillary, private, and safe to copy.
    private static let erasedType = Array("voId".utf8)
    /// The largest chunk that can be removed, in bytes.
    private static let maximumChunkSize = 64 << 20
    /// Colours, transparency, sizes, palettes, animation, and the modification time.
    private static let keptTypes: Set<String> = [
        "cHRM", "gAMA", "iCCP", "sBIT", "sRGB", "cICP", "mDCV", "mDCv", "cLLI", "cLLi", "bKGD", "hIST", "tRNS",
        "pHYs", "sPLT", "sCAL", "sTER", "oFFs", "tIME", "acTL", "fcTL", "fdAT", "iDOT", "voId",
    ]
    private static let harmlessKeywords: Set<String> = [
        "Author", "Copyright", "Creation Time", "Software", "Disclaimer", "Warning",
    ]
    private static let captionKeywords: Set<String> = ["Title", "Description", "Comment"]

    private let source: ByteSource
    private let removal: MetadataRemoval

    init(_ source: ByteSource, _ removal: MetadataRemoval) {
        self.source = source
        self.removal = removal
    }

    func remove(_ patches: inout PatchList) throws(LibraryError) {
        var offset = 8
        while offset < source.count {
            guard let length = source.bigEndian32(at: offset), let type = source.bytes(at: offset + 4, 4),
                length <= source.count - offset - 12
            else {
                // A file that is truncated in its pixels is shown; truncated elsewhere it is refused.
                if source.bytes(at: offset + 4, 4) != Array("IDAT".utf8) {
                    patches.erase(offset..<source.count, of: source)
                }
                return
            }
            let name = String(decoding: type, as: UTF8.self)
            // The type of a critical chunk begins with a capital.
            let isCritical = type[0] & 0x20 == 0
            if !isCritical, !PNGRemoval.keptTypes.contains(name) {
                try removeFromChunk(name, at: offset, length, &patches)
            }
            offset += length + 12
            if name == "IEND" {
                patches.erase(offset..<source.count, of: source)
                return
            }
        }
    }

    private func removeFromChunk(
        _ name: String,
        at offset: Int,
        _ length: Int,
        _ patches: inout PatchList
    ) throws(LibraryError) {
        guard length <= PNGRemoval.maximumChunkSize, let old = source.bytes(at: offset + 4, length + 8) else {
            throw .notRemovable
        }
        let type = Array(old[..<4])
        let body = Array(old[4..<4 + length])
        if let new = keptBody(name, body) {
            // Unchanged, whatever its checksum.
            if new == body { return }
            patches.replace(at: offset + 4, old, by: type + new + PNGRemoval.checksum(type + new))
        } else {
            let new = PNGRemoval.erasedType + [UInt8](repeating: 0, count: length)
            patches.replace(at: offset + 4, old, by: new + PNGRemoval.checksum(new))
        }
    }

    /// Nil when the whole chunk is removed.
    private func keptBody(_ name: String, _ body: [UInt8]) -> [UInt8]? {
        switch name {
        case "eXIf": return TIFFRemoval.blanked(body, removal, depth: 1)
        case "iTXt", "tEXt", "zTXt":
            guard let end = body.firstIndex(of: 0) else { return nil }
            let keyword = String(decoding: body[..<end], as: UTF8.self)
            if name == "iTXt", keyword == "XML:com.adobe.xmp" { return keptPacket(body, behind: end) }
            let isKept =
                PNGRemoval.harmlessKeywords.contains(keyword)
                || !removal.contains(.captions) && PNGRemoval.captionKeywords.contains(keyword)
            return isKept ? body : nil
        default: return nil
        }
    }

    /// After the keyword: compression flag and method, language, translated keyword, and the text.
    private func keptPacket(_ body: [UInt8], behind end: Int) -> [UInt8]? {
        guard end + 3 <= body.count, body[end + 1] == 0,
            let language = body[(end + 3)...].firstIndex(of: 0),
            let keyword = body[(language + 1)...].firstIndex(of: 0)
        else { return nil }
        return Array(body[...keyword]) + XMPRemoval.blanked(Array(body[(keyword + 1)...]), removal)
    }

    private static func checksum(_ bytes: [UInt8]) -> [UInt8] {
        let sum = CRC32.ieee.checksum(of: bytes)
        return (0..<4).reversed().map { UInt8(truncatingIfNeeded: sum >> ($0 * 8)) }
    }
}
