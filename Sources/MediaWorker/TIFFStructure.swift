/// The directories of a TIFF file, of an EXIF block, or of a camera's maker note.
///
/// Invariants: nothing is read outside of the source; a directory's entries and a value's bytes are bounded before they
/// are read; a directory never follows itself, so cycles are not walked.
struct TIFFStructure {
    /// The longest value in bytes. Texts and coordinates are far shorter.
    private static let maximumValueSize = 64 * 1024
    /// The most entries of a directory. Real ones have fewer than 100.
    private static let maximumEntries = 1024

    let source: ByteSource
    /// The base of offsets.
    let base: Int
    let isLittleEndian: Bool
    /// BigTIFF: counts and offsets have eight bytes.
    let isBig: Bool
    let firstDirectory: Int

    /// A structure that starts with its header at `base`; nil without one.
    init?(_ source: ByteSource, base: Int = 0) {
        guard let header = source.bytes(at: base, 8) else { return nil }
        switch (header[0], header[1]) {
        case (0x49, 0x49): isLittleEndian = true
        case (0x4D, 0x4D): isLittleEndian = false
        default: return nil
        }
        self.source = source
        self.base = base
        let magic = TIFFStructure.number(header[2..<4], isLittleEndian)
        isBig = magic == 43
        if isBig {
            // The offset size, and zero.
            guard TIFFStructure.number(header[4..<6], isLittleEndian) == 8, header[6] == 0, header[7] == 0,
                let offset = source.bytes(at: base + 8, 8)
            else { return nil }
            firstDirectory = TIFFStructure.number(offset[...], isLittleEndian)
            return
        }
        // TIFF, and its variants in RAW files of Olympus and Panasonic.
        guard [42, 0x4F52, 0x5352, 0x55].contains(magic) else { return nil }
        firstDirectory = TIFFStructure.number(header[4..<8], isLittleEndian)
    }

    /// A structure without a header, such as a maker note.
    init(_ source: ByteSource, base: Int, isLittleEndian: Bool, firstDirectory: Int) {
        self.source = source
        self.base = base
        self.isLittleEndian = isLittleEndian
        isBig = false
        self.firstDirectory = firstDirectory
    }

    /// Nil unless all of it is there.
    func directory(at offset: Int) -> TIFFDirectory? {
        let (countSize, entrySize, numberSize) = isBig ? (8, 20, 8) : (2, 12, 4)
        guard offset > 0, let offset = sum(base, offset), let start = source.bytes(at: offset, countSize) else {
            return nil
        }
        let count = min(TIFFStructure.number(start[...], isLittleEndian), TIFFStructure.maximumEntries)
        let table = source.prefix(at: offset + countSize, max(count, 0) * entrySize)
        var entries: [UInt16: TIFFDirectory.Entry] = [:]
        for start in stride(from: 0, to: table.count - entrySize + 1, by: entrySize) {
            let entry = TIFFDirectory.Entry(
                type: TIFFStructure.number(table[start + 2..<start + 4], isLittleEndian),
                count: TIFFStructure.number(table[start + 4..<start + 4 + numberSize], isLittleEndian),
                inlineBytes: Array(table[start + 4 + numberSize..<start + entrySize])
            )
            let tag = UInt16(TIFFStructure.number(table[start..<start + 2], isLittleEndian))
            if entries[tag] == nil { entries[tag] = entry }
        }
        return TIFFDirectory(structure: self, entries: entries)
    }

    /// The value's bytes and their position in the source.
    fileprivate func value(
        of entry: TIFFDirectory.Entry,
        limit: Int = maximumValueSize
    ) -> (bytes: [UInt8], offset: Int)? {
        guard let size = entry.elementSize else { return nil }
        let (length, overflow) = entry.count.multipliedReportingOverflow(by: size)
        guard !overflow, length > 0 else { return nil }
        if length <= entry.inlineBytes.count { return (Array(entry.inlineBytes.prefix(length)), base) }
        let offset = offset(of: entry)
        guard length <= limit, let bytes = source.bytes(at: offset, length) else { return nil }
        return (bytes, offset)
    }

    /// The position of a value that does not fit into its entry; negative when it is out of range.
    fileprivate func offset(of entry: TIFFDirectory.Entry) -> Int {
        max(sum(base, TIFFStructure.number(entry.inlineBytes[...], isLittleEndian)) ?? -1, -1)
    }

    private func sum(_ one: Int, _ other: Int) -> Int? {
        let (sum, overflow) = one.addingReportingOverflow(other)
        return overflow ? nil : sum
    }

    fileprivate static func number(_ bytes: ArraySlice<UInt8>, _ isLittleEndian: Bool) -> Int {
        isLittleEndian
            ? bytes.reversed().reduce(0) { $0 << 8 | Int($1) }
            : bytes.reduce(0) { $0 << 8 | Int($1) }
    }
}

/// The entries of one directory by tag. Missing values, and those of a wrong type or out of range, are nil.
struct TIFFDirectory {
    struct Entry {
        var type: Int
        var count: Int
        var inlineBytes: [UInt8]

        /// The size of a type in bytes; nil for an unknown type.
        var elementSize: Int? {
            switch type {
            case 1, 2, 6, 7, 129: 1
            case 3, 8: 2
            case 4, 9, 11, 13: 4
            case 5, 10, 12, 16, 17, 18: 8
            default: nil
            }
        }
    }

    let structure: TIFFStructure
    let entries: [UInt16: Entry]

    subscript(tag: TIFFTag) -> Entry? { entries[tag.rawValue] }

    func bytes(_ tag: TIFFTag) -> [UInt8]? { valueAndOffset(tag)?.bytes }

    /// A value that may be longer than others, such as an XMP packet.
    func block(_ tag: TIFFTag, limit: Int) -> [UInt8]? {
        self[tag].flatMap { structure.value(of: $0, limit: limit)?.bytes }
    }

    /// The position of a value that does not fit into its entry, whether it is complete or not.
    func offset(_ tag: TIFFTag) -> Int? { self[tag].map { structure.offset(of: $0) } }

    func valueAndOffset(_ tag: TIFFTag) -> (bytes: [UInt8], offset: Int)? {
        self[tag].flatMap { structure.value(of: $0) }
    }

    /// Text up to the first NUL, trimmed; nil when it is empty.
    func text(_ tag: TIFFTag) -> String? {
        guard let entry = self[tag], [1, 2, 7, 129].contains(entry.type), let bytes = bytes(tag) else { return nil }
        return String(cleaning: bytes)
    }

    /// Like `text`, for what people wrote: in any encoding and length.
    func longText(_ tag: TIFFTag) -> String? {
        guard let entry = self[tag], [1, 2, 7, 129].contains(entry.type), let bytes = bytes(tag) else { return nil }
        return String(ofUnknownEncoding: bytes.prefix { $0 != 0 })
    }

    /// Windows' texts: UTF-16, little-endian.
    func wideText(_ tag: TIFFTag) -> String? {
        guard let bytes = bytes(tag) else { return nil }
        let units = stride(from: 0, to: bytes.count - 1, by: 2).map { UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8 }
        return String(decoding: units.prefix { $0 != 0 }, as: UTF16.self)
    }

    func integer(_ tag: TIFFTag) -> Int? { integers(tag, limit: 1).first }

    func integers(_ tag: TIFFTag, limit: Int) -> [Int] {
        guard let entry = self[tag], [1, 3, 4, 13, 16, 18].contains(entry.type), let size = entry.elementSize,
            let bytes = bytes(tag)
        else { return [] }
        return (0..<min(entry.count, limit)).map { index in
            TIFFStructure.number(bytes[index * size..<(index + 1) * size], structure.isLittleEndian)
        }
    }

    /// One fraction, signed if its type is. Nil for none.
    func rational(_ tag: TIFFTag) -> Double? { rationals(tag, count: 1)?.first }

    /// Exactly `count` fractions; nil when one of them is undefined, such as 0/0.
    func rationals(_ tag: TIFFTag, count: Int) -> [Double]? {
        guard let entry = self[tag], entry.type == 5 || entry.type == 10, entry.count >= count, let bytes = bytes(tag)
        else { return nil }
        var values: [Double] = []
        for index in 0..<count {
            var top = TIFFStructure.number(bytes[index * 8..<index * 8 + 4], structure.isLittleEndian)
            var bottom = TIFFStructure.number(bytes[index * 8 + 4..<index * 8 + 8], structure.isLittleEndian)
            if entry.type == 10 {
                top = Int(Int32(truncatingIfNeeded: top))
                bottom = Int(Int32(truncatingIfNeeded: bottom))
            }
            guard bottom != 0 else { return nil }
            values.append(Double(top) / Double(bottom))
        }
        return values
    }
}

/// The tags that are read, of all directories.
struct TIFFTag: RawRepresentable {
    let rawValue: UInt16

    static let photometricInterpretation = TIFFTag(rawValue: 0x0106)
    static let imageDescription = TIFFTag(rawValue: 0x010E)
    static let make = TIFFTag(rawValue: 0x010F)
    static let model = TIFFTag(rawValue: 0x0110)
    static let orientation = TIFFTag(rawValue: 0x0112)
    static let dateTime = TIFFTag(rawValue: 0x0132)
    static let subDirectories = TIFFTag(rawValue: 0x014A)
    static let xmp = TIFFTag(rawValue: 0x02BC)
    static let rating = TIFFTag(rawValue: 0x4746)
    static let ratingPercent = TIFFTag(rawValue: 0x4749)
    static let iptc = TIFFTag(rawValue: 0x83BB)
    static let photoshop = TIFFTag(rawValue: 0x8649)
    static let windowsTitle = TIFFTag(rawValue: 0x9C9B)
    static let windowsComment = TIFFTag(rawValue: 0x9C9C)
    static let windowsKeywords = TIFFTag(rawValue: 0x9C9E)
    static let exifDirectory = TIFFTag(rawValue: 0x8769)
    static let gpsDirectory = TIFFTag(rawValue: 0x8825)
    static let dngVersion = TIFFTag(rawValue: 0xC612)

    static let exposureTime = TIFFTag(rawValue: 0x829A)
    static let fNumber = TIFFTag(rawValue: 0x829D)
    static let photographicSensitivity = TIFFTag(rawValue: 0x8827)
    static let standardOutputSensitivity = TIFFTag(rawValue: 0x8831)
    static let recommendedExposureIndex = TIFFTag(rawValue: 0x8832)
    static let isoSpeed = TIFFTag(rawValue: 0x8833)
    static let exposureBias = TIFFTag(rawValue: 0x9204)
    static let flash = TIFFTag(rawValue: 0x9209)
    static let focalLength = TIFFTag(rawValue: 0x920A)
    static let focalLengthIn35mmFilm = TIFFTag(rawValue: 0xA405)
    static let lensMake = TIFFTag(rawValue: 0xA433)
    static let lensModel = TIFFTag(rawValue: 0xA434)
    static let dateTimeOriginal = TIFFTag(rawValue: 0x9003)
    static let dateTimeDigitized = TIFFTag(rawValue: 0x9004)
    static let offsetTime = TIFFTag(rawValue: 0x9010)
    static let offsetTimeOriginal = TIFFTag(rawValue: 0x9011)
    static let offsetTimeDigitized = TIFFTag(rawValue: 0x9012)
    static let makerNote = TIFFTag(rawValue: 0x927C)
    static let userComment = TIFFTag(rawValue: 0x9286)
    static let subSecTime = TIFFTag(rawValue: 0x9290)
    static let subSecTimeOriginal = TIFFTag(rawValue: 0x9291)
    static let subSecTimeDigitized = TIFFTag(rawValue: 0x9292)
    static let customRendered = TIFFTag(rawValue: 0xA401)

    static let gpsLatitudeReference = TIFFTag(rawValue: 0x0001)
    static let gpsLatitude = TIFFTag(rawValue: 0x0002)
    static let gpsLongitudeReference = TIFFTag(rawValue: 0x0003)
    static let gpsLongitude = TIFFTag(rawValue: 0x0004)
    static let gpsAltitudeReference = TIFFTag(rawValue: 0x0005)
    static let gpsAltitude = TIFFTag(rawValue: 0x0006)
    static let gpsTimeStamp = TIFFTag(rawValue: 0x0007)
    static let gpsDateStamp = TIFFTag(rawValue: 0x001D)

    static let canonTimeInfo = TIFFTag(rawValue: 0x0035)
    static let canonLensModel = TIFFTag(rawValue: 0x0095)
    static let nikonWorldTime = TIFFTag(rawValue: 0x0024)
    static let nikonLens = TIFFTag(rawValue: 0x0084)
    static let pentaxDate = TIFFTag(rawValue: 0x0006)
    static let pentaxTime = TIFFTag(rawValue: 0x0007)

    static let appleHDRImageType = TIFFTag(rawValue: 0x000A)
    static let appleBurstIdentifier = TIFFTag(rawValue: 0x000B)
    static let appleContentIdentifier = TIFFTag(rawValue: 0x0011)
}

extension String {
    /// The longest name from a file, in characters. Longer ones are cut.
    static let maximumCleanLength = 256

    /// Text up to the first NUL, trimmed, and cut if it is long; nil when it is empty. Replaces invalid UTF-8.
    init?(cleaning bytes: some Sequence<UInt8>) {
        var text = String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        while text.last?.isWhitespace == true { text.removeLast() }
        text = String(text.drop(while: \.isWhitespace).prefix(String.maximumCleanLength))
        guard !text.isEmpty else { return nil }
        self = text
    }
}
