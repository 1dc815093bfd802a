internal import LibraryModel
internal import MediaWorkerProtocol

/// Removes metadata from the chunks of a WebP file.
struct WebPRemoval {
    private static let keptTypes: Set<String> = ["VP8 ", "VP8L", "VP8X", "ALPH", "ANIM", "ANMF", "ICCP"]
    /// The largest EXIF or XMP chunk that is filtered, in bytes; larger ones are removed.
    private static let maximumChunkSize = 16 << 20

    private let source: ByteSource
    private let removal: MetadataRemoval

    init(_ source: ByteSource, _ removal: MetadataRemoval) {
        self.source = source
        self.removal = removal
    }

    func remove(_ patches: inout PatchList) throws(LibraryError) {
        guard let size = length(at: 4) else { throw .notRemovable }
        let end = min(source.count, size + 8)
        var offset = 12
        while offset < end, let type = source.bytes(at: offset, 4), let size = length(at: offset + 4) {
            let body = offset + 8..<min(end, offset + 8 + size)
            let name = String(decoding: type, as: UTF8.self)
            if !WebPRemoval.keptTypes.contains(name) { removeFromChunk(name, body, &patches) }
            offset = body.lowerBound + size + size % 2
        }
        patches.erase(min(end, source.count)..<source.count, of: source)
    }

    private func length(at offset: Int) -> Int? {
        source.bytes(at: offset, 4).map { $0.reversed().reduce(0) { $0 << 8 | Int($1) } }
    }

    private func removeFromChunk(_ name: String, _ body: Range<Int>, _ patches: inout PatchList) {
        guard ["EXIF", "XMP "].contains(name), body.count <= WebPRemoval.maximumChunkSize,
            let old = source.bytes(at: body.lowerBound, body.count)
        else {
            patches.erase(body, of: source)
            return
        }
        if name == "EXIF" {
            let prefix: StaticString = "Exif\0\0"
            let base = old.hasText(prefix, at: 0) ? prefix.utf8CodeUnitCount : 0
            patches.replace(at: body.lowerBound, old, by: TIFFRemoval.blanked(old, base: base, removal, depth: 1))
        } else {
            patches.replace(at: body.lowerBound, old, by: XMPRemoval.blanked(old, removal))
        }
    }
}
