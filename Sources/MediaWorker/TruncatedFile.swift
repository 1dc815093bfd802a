internal import LibraryModel

/// Completes a truncated image file for decoders that refuse one: the existing bytes, followed by as many zeros as the
/// file declares. Decoders take the zeros for the end of the image and show what came before.
struct TruncatedFile {
    /// The most bytes added. Some decoders hold all of them in memory.
    private static let maximumMissing = 256 << 20
    /// The most outermost boxes examined. Images have a handful.
    private static let maximumBoxes = 64

    let pieces: [PictureInput.Piece]

    /// Nil for a complete file, and for formats whose decoders handle truncation themselves.
    init?(_ source: ByteSource, _ format: MediaFormat) {
        let pieces: [PictureInput.Piece]? =
            switch format {
            case .png: TruncatedFile.endOfChunks(source).map { TruncatedFile.filled(source, to: $0) }
            case .webp: TruncatedFile.endedWebP(source)
            case .heif:
                TruncatedFile.endOfBoxes(source).map { end in
                    let rows = TruncatedGrid(source, upTo: end)?.pieces
                    return (rows ?? [.file(offset: 0, count: source.count)]) + [.zeros(count: end - source.count)]
                }
            case .jpeg2000: TruncatedFile.endOfBoxes(source).map { TruncatedFile.filled(source, to: $0) }
            case .gif: TruncatedFile.endedGIF(source)
            case .jpeg, .tiff, .raw, .movie: nil
            }
        guard let pieces else { return nil }
        self.pieces = pieces
    }

    private static func filled(_ source: ByteSource, to end: Int) -> [PictureInput.Piece] {
        [.file(offset: 0, count: source.count), .zeros(count: end - source.count)]
    }

    private static func isMissingSome(_ source: ByteSource, upTo end: Int) -> Bool {
        end > source.count && end - source.count <= maximumMissing
    }

    // MARK: PNG

    /// The most chunks examined; each costs a read.
    private static let maximumChunks = 65_536

    /// Where the chunk with the end of the file ends. libpng shows nothing of a chunk of pixels that it cannot read in
    /// one go.
    private static func endOfChunks(_ source: ByteSource) -> Int? {
        var offset = 8
        for _ in 0..<maximumChunks {
            // Length, type and checksum have four bytes each.
            guard let length = source.bigEndian32(at: offset), let type = source.bytes(at: offset + 4, 4) else {
                return isMissingSome(source, upTo: offset + 12) ? offset + 12 : nil
            }
            offset += 12 + length
            if isMissingSome(source, upTo: offset) { return offset }
            if type.hasText("IEND", at: 0) || offset > source.count { return nil }
        }
        return nil
    }

    // MARK: WebP

    /// Ends the file after its last complete chunk; after the only image or the first frame even if that is incomplete.
    private static func endedWebP(_ source: ByteSource) -> [PictureInput.Piece]? {
        // The padding byte of the last chunk may be missing.
        guard let size = source.littleEndian32(at: 4), isMissingSome(source, upTo: size + 7) else { return nil }
        var end = 12
        var hasPicture = false
        for _ in 0..<maximumChunks {
            guard let name = source.bytes(at: end, 4), let size = source.littleEndian32(at: end + 4) else { break }
            let isFrame = name.hasText("ANMF", at: 0)
            let isPicture = name.hasText("VP8 ", at: 0) || name.hasText("VP8L", at: 0)
            let next = end + 8 + size + (size & 1)
            if next > source.count {
                guard !hasPicture, isFrame || isPicture, isMissingSome(source, upTo: next) else { break }
                return [
                    riff(next), .file(offset: 8, count: source.count - 8), .zeros(count: next - source.count),
                ]
            }
            hasPicture = hasPicture || isFrame || isPicture
            end = next
        }
        return hasPicture ? [riff(end), .file(offset: 8, count: end - 8)] : nil
    }

    private static func riff(_ count: Int) -> PictureInput.Piece {
        .bytes(Array("RIFF".utf8) + littleEndian(count - 8))
    }

    private static func littleEndian(_ number: Int) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }

    // MARK: HEIF and JPEG 2000

    /// The end of the outermost boxes.
    private static func endOfBoxes(_ source: ByteSource) -> Int? {
        var offset = 0
        for _ in 0..<maximumBoxes where offset < source.count {
            guard let short = source.bigEndian32(at: offset) else { return nil }
            var size = short
            if short == 1 {
                guard let high = source.bigEndian32(at: offset + 8), high == 0,
                    let low = source.bigEndian32(at: offset + 12)
                else { return nil }
                size = low
            }
            // The last box may have no size: it extends to the end of the file.
            guard size >= 8 else { return nil }
            offset += size
        }
        return isMissingSome(source, upTo: offset) ? offset : nil
    }

    // MARK: GIF

    /// The most blocks of a GIF file examined.
    private static let maximumBlocks = 4_000_000
    private static let trailer: UInt8 = 0x3B

    /// Ends the image after its last byte.
    private static func endedGIF(_ source: ByteSource) -> [PictureInput.Piece]? {
        guard var offset = GIFStructure.firstBlock(source) else { return nil }
        var bytes = BufferedBytes(source)
        for _ in 0..<maximumBlocks {
            switch bytes[offset] {
            case 0x21: offset += 2
            case 0x2C:
                guard let flags = bytes[offset + 9] else { return nil }
                // The code size comes between the palette and the codes.
                offset += 10 + GIFStructure.colourTableSize(flags) + 1
            default: return nil
            }
            while let size = bytes[offset], size > 0 {
                let next = offset + 1 + Int(size)
                if next > source.count {
                    let rest = source.prefix(at: offset + 1, Int(size))
                    return [
                        .file(offset: 0, count: offset),
                        .bytes((rest.isEmpty ? [] : [UInt8(rest.count)] + rest) + [0, trailer]),
                    ]
                }
                offset = next
            }
            if offset == source.count { return [.file(offset: 0, count: offset), .bytes([0, trailer])] }
            offset += 1
            if offset == source.count { return [.file(offset: 0, count: offset), .bytes([trailer])] }
        }
        return nil
    }
}

/// Single bytes of a source, which is read in larger parts.
private struct BufferedBytes {
    private static let partSize = 64 * 1024

    private let source: ByteSource
    private var start = 0
    private var part: [UInt8] = []

    init(_ source: ByteSource) { self.source = source }

    subscript(offset: Int) -> UInt8? {
        mutating get {
            if !(start..<start + part.count).contains(offset) {
                (start, part) = (offset, source.prefix(at: offset, BufferedBytes.partSize))
            }
            return part.isEmpty ? nil : part[offset - start]
        }
    }
}
