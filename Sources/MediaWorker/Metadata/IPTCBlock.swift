internal import CivilDates
internal import LibraryModel

/// The datasets of an IPTC-IIM record, as Photoshop and, before XMP, news agencies wrote them.
struct IPTCRecord {
    /// The most datasets examined.
    private static let maximumDatasets = 2_048

    private var datasets: [(number: UInt8, bytes: ArraySlice<UInt8>)] = []
    private var isUTF8 = false

    /// Parses a Photoshop segment (`8BIM` resources), or bare datasets.
    init(_ block: [UInt8]) {
        let bytes = IPTCRecord.record(inPhotoshop: block[...]) ?? block[...]
        var rest = bytes
        // 0x1C, record, dataset, and a 16-bit length. A longer dataset is not text; parsing stops there.
        for _ in 0..<IPTCRecord.maximumDatasets {
            guard rest.count >= 5, rest.first == 0x1C else { return }
            let head = Array(rest.prefix(5))
            let length = Int(head[3]) << 8 | Int(head[4])
            rest = rest.dropFirst(5)
            guard length < 0x8000, rest.count >= length else { return }
            let value = rest.prefix(length)
            rest = rest.dropFirst(length)
            switch (head[1], head[2]) {
            // The character set: ISO 2022's escape sequence for UTF-8.
            case (1, 90): isUTF8 = value.elementsEqual([0x1B, 0x25, 0x47])
            case (2, let number): datasets.append((number, value))
            default: break
            }
        }
    }

    func text(_ number: UInt8) -> String? { texts(number).first }

    func texts(_ number: UInt8) -> [String] {
        datasets.filter { $0.number == number && !$0.bytes.isEmpty }
            .map { isUTF8 ? String(decoding: $0.bytes, as: UTF8.self) : String(ofUnknownEncoding: $0.bytes) }
    }

    /// The resource with the record, empty if there is none; nil when this is not a Photoshop segment.
    private static func record(inPhotoshop block: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        var rest = block
        let prefix = Array("Photoshop 3.0\0".utf8)
        if rest.starts(with: prefix) { rest = rest.dropFirst(prefix.count) }
        guard rest.starts(with: Array("8BIM".utf8)) else { return nil }
        // Each resource: `8BIM`, number, a Pascal string padded to even, length, and bytes padded to even.
        while rest.count >= 12, rest.starts(with: Array("8BIM".utf8)) {
            let start = rest.startIndex
            let number = UInt16(rest[start + 4]) << 8 | UInt16(rest[start + 5])
            let name = Int(rest[start + 6]) + 1
            let lengthPosition = start + 6 + name + name % 2
            guard lengthPosition + 4 <= rest.endIndex else { return [] }
            let length = rest[lengthPosition..<lengthPosition + 4].reduce(0) { $0 << 8 | Int($1) }
            let body = lengthPosition + 4
            guard length <= rest.endIndex - body else { return [] }
            if number == 0x0404 { return rest[body..<body + length] }
            rest = rest[min(rest.endIndex, body + length + length % 2)...]
        }
        return []
    }
}

extension MetadataBlock {
    init(_ record: IPTCRecord) {
        annotations.title = record.text(5) ?? record.text(105)
        annotations.caption = record.text(120)
        annotations.keywords = record.texts(25)
        annotations = annotations.bounded
        original = MetadataBlock.date(record.text(55), record.text(60))
        created = MetadataBlock.date(record.text(62), record.text(63))
    }

    /// `20240501` and `123456+0200`; without a time, midnight.
    private static func date(_ day: String?, _ time: String?) -> CaptureDate? {
        guard let day, day.utf8.count == 8 else { return nil }
        let clock = time.flatMap { $0.utf8.count >= 6 ? $0 : nil } ?? "000000"
        func pairs(_ text: Substring) -> String {
            text.enumerated().map { ($0.offset > 0 && $0.offset % 2 == 0 ? ":" : "") + String($0.element) }.joined()
        }
        let text =
            "\(day.prefix(4)):\(pairs(day.dropFirst(4))) \(pairs(clock.prefix(6)))\(clock.dropFirst(6))"
        return TimestampText(text).map { CaptureDate($0, .iptc) }
    }
}

extension String {
    /// Valid UTF-8, otherwise Windows-1252, which Western programs wrote before.
    init(ofUnknownEncoding bytes: some Sequence<UInt8>) {
        let bytes = Array(bytes)
        if let text = String(validating: bytes, as: UTF8.self) {
            self = text
            return
        }
        var scalars = String.UnicodeScalarView()
        for byte in bytes {
            let isSpecial = (0x80..<0xA0).contains(byte)
            scalars.append(isSpecial ? String.windows1252[Int(byte) - 0x80] : Unicode.Scalar(byte))
        }
        self = String(scalars)
    }

    /// The characters of the bytes 0x80 to 0x9F; the five unassigned ones stay as in Latin 1.
    private static let windows1252 = Array(
        "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}Ž\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}žŸ".unicodeScalars
    )
}
