internal import CivilDates
internal import LibraryModel

/// Metadata of a PNG file that libvips does not return: animation, EXIF, XMP, texts and dates.
struct PNGChunks {
    /// The most chunks examined; metadata comes early.
    private static let maximumChunks = 4096
    /// The most bytes of a chunk that are read.
    private static let maximumChunkSize = XMPPacket.maximumSize

    private(set) var isAnimated = false
    private(set) var exif: [UInt8]?
    private(set) var xmp: [UInt8]?
    /// Titles, descriptions and dates in text chunks.
    private(set) var texts = MetadataBlock()

    init(_ source: ByteSource) {
        var offset = 8
        for _ in 0..<PNGChunks.maximumChunks {
            guard let length = source.bigEndian32(at: offset), let type = source.bytes(at: offset + 4, 4) else {
                return
            }
            let body = offset + 8
            func chunk() -> [UInt8] {
                length <= PNGChunks.maximumChunkSize ? source.bytes(at: body, length) ?? [] : []
            }
            switch String(decoding: type, as: UTF8.self) {
            case "acTL": isAnimated = true
            case "eXIf": exif = chunk()
            case "iTXt": readInternationalText(chunk())
            case "tEXt":
                let parts = chunk().split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
                // The specification says Latin 1; writers do not comply.
                if parts.count == 2 { note(parts[0], String(ofUnknownEncoding: parts[1])) }
            case "tIME":
                texts.changed = PNGChunks.changeTime(chunk())
            case "IEND": return
            default: break
            }
            // Length, type and checksum have four bytes each.
            offset = body + length + 4
        }
    }

    /// A keyword, compression flag and method, language, translated keyword, and the text.
    private mutating func readInternationalText(_ chunk: [UInt8]) {
        guard let end = chunk.firstIndex(of: 0), end + 3 <= chunk.count, chunk[end + 1] == 0 else { return }
        let parts = chunk[(end + 3)...].split(separator: 0, maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3 else { return }
        if chunk.hasText("XML:com.adobe.xmp", at: 0) {
            if xmp == nil { xmp = Array(parts[2]) }
        } else {
            note(chunk[..<end], String(ofUnknownEncoding: parts[2]))
        }
    }

    private mutating func note(_ keyword: ArraySlice<UInt8>, _ text: String) {
        switch String(decoding: keyword, as: UTF8.self) {
        case "Title": texts.annotations.title = text
        case "Description": texts.annotations.caption = text
        case "Creation Time": texts.created = PNGChunks.creationTime(text)
        default: return
        }
        texts.annotations = texts.annotations.bounded
    }

    /// As in mail (RFC 2822), which the specification suggests (`Wed, 1 May 2024 12:34:56 +0200`), or ISO 8601.
    static func creationTime(_ text: String) -> CaptureDate? {
        if let stamp = TimestampText(text) { return CaptureDate(stamp, .container) }
        let words = text.split(whereSeparator: { $0 == " " || $0 == "," })
        let rest = words.first.map { $0.allSatisfy(\.isLetter) ? words.dropFirst() : words[...] } ?? []
        let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
        guard rest.count >= 4 else { return nil }
        let parts = Array(rest)
        guard let month = months.firstIndex(of: parts[1].prefix(3).lowercased()) else { return nil }
        let zone = parts.dropFirst(4).first.map { $0 == "GMT" || $0 == "UTC" ? "Z" : String($0) } ?? ""
        return TimestampText("\(parts[2]):\(month + 1):\(parts[0]) \(parts[3])\(zone)").map {
            CaptureDate($0, .container)
        }
    }

    /// Year in two bytes, month, day, hour, minute, second, in UTC.
    private static func changeTime(_ chunk: [UInt8]) -> CaptureDate? {
        guard chunk.count == 7 else { return nil }
        let numbers = chunk.map(Int64.init)
        return CivilTime(
            recorded: numbers[0] << 8 | numbers[1],
            numbers[2],
            numbers[3],
            numbers[4],
            numbers[5],
            numbers[6]
        )
        .map {
            CaptureDate(
                instant: $0.microsecondsAsUTC,
                utcOffset: 0,
                source: .container,
                offsetSource: .universal
            )
        }
    }
}
