/// A big-endian TIFF structure by hand: an EXIF block, or the directories of a TIFF file or a maker note.
struct TIFFFixture {
    enum Value {
        case text(String)
        case short(UInt16)
        /// Windows' UTF-16.
        case wide(String)
        case rationals([(Int32, Int32)])
        case bytes([UInt8])
        /// Bytes of TIFF type 1.
        case byteValues([UInt8])
        case longs([Int32])
        /// The offset of another directory.
        case directory([UInt16: Value])
    }

    var fields: [UInt16: Value] = [:]

    /// As `APP1` has it.
    var exifBlock: [UInt8] { Array("Exif\0\0".utf8) + bytes }

    var bytes: [UInt8] {
        Array("MM".utf8) + TIFFFixture.big(42, 2) + TIFFFixture.big(8, 4) + TIFFFixture.directory(fields, at: 8)
    }

    /// A directory whose values lie behind it, at `offset` of the structure.
    static func directory(_ fields: [UInt16: Value], at offset: Int) -> [UInt8] {
        var table = big(fields.count, 2)
        var behind: [UInt8] = []
        let start = offset + 2 + fields.count * 12 + 4
        for (tag, value) in fields.sorted(by: { $0.key < $1.key }) {
            var (type, count, bytes) = encoded(value)
            if case .directory(let inner) = value {
                bytes = big(start + behind.count, 4)
                behind += directory(inner, at: start + behind.count)
            } else if bytes.count > 4 {
                let place = start + behind.count
                behind += bytes + (bytes.count.isMultiple(of: 2) ? [] : [0])
                bytes = big(place, 4)
            }
            count = max(count, 1)
            table +=
                big(Int(tag), 2) + big(type, 2) + big(count, 4) + bytes
                + [UInt8](repeating: 0, count: max(0, 4 - bytes.count))
        }
        return table + [0, 0, 0, 0] + behind
    }

    private static func encoded(_ value: Value) -> (type: Int, count: Int, bytes: [UInt8]) {
        switch value {
        case .text(let text): (2, text.utf8.count + 1, Array(text.utf8) + [0])
        case .short(let number): (3, 1, big(Int(number), 2))
        case .wide(let text):
            (1, text.utf16.count * 2 + 2, (Array(text.utf16) + [0]).flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] })
        case .rationals(let values):
            (values.contains { $0.0 < 0 } ? 10 : 5, values.count, values.flatMap { big(Int($0), 4) + big(Int($1), 4) })
        case .bytes(let bytes): (7, bytes.count, bytes)
        case .byteValues(let bytes): (1, bytes.count, bytes)
        case .longs(let numbers): (9, numbers.count, numbers.flatMap { big(Int($0), 4) })
        case .directory: (4, 1, [])
        }
    }

    static func big(_ number: Int, _ count: Int) -> [UInt8] {
        (0..<count).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }
}
