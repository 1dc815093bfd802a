/// A strict JSON parser: refuses anything but RFC 8259, duplicate members, and text after the value.
package enum JSONValue: Hashable, Sendable {
    case null
    case boolean(Bool)
    case number(String)
    case string(String)
    case array([JSONValue])
    case object([String: JSONValue])

    /// The position of a syntax error.
    package struct Malformed: Error {
        package var line: Int
    }

    /// The depth limit of the recursive parser; nothing that is read here needs more.
    package static let maximumDepth = 32

    package init(_ text: String) throws(Malformed) {
        var reader = JSONReader(Array(text.utf8))
        self = try reader.wholeValue()
    }

    /// The value of a file's bytes, which may begin with a byte order mark.
    package init(_ bytes: [UInt8]) throws(Malformed) {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        var reader = JSONReader(bytes.starts(with: mark) ? Array(bytes.dropFirst(mark.count)) : bytes)
        self = try reader.wholeValue()
    }

    // MARK: Reading what may be of another kind

    /// A member of an object; nil for anything else.
    package subscript(_ name: String) -> JSONValue? {
        if case .object(let members) = self { members[name] } else { nil }
    }

    package var text: String? {
        if case .string(let text) = self { text } else { nil }
    }

    package var isTrue: Bool { self == .boolean(true) }

    /// The elements of an array; nil for anything else.
    package var elements: [JSONValue]? {
        if case .array(let elements) = self { elements } else { nil }
    }

    /// A number, or a text with nothing but one.
    package var double: Double? {
        switch self {
        case .number(let text), .string(let text): Double(text).flatMap { $0.isFinite ? $0 : nil }
        default: nil
        }
    }

    /// A whole number, or a text with nothing but one.
    package var integer: Int64? {
        switch self {
        case .number(let text), .string(let text): Int64(text)
        default: nil
        }
    }
}

private struct JSONReader {
    private let bytes: [UInt8]
    private var position = 0
    private var depth = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func wholeValue() throws(JSONValue.Malformed) -> JSONValue {
        let value = try value()
        skipSpace()
        guard position == bytes.count else { throw malformed }
        return value
    }

    private var malformed: JSONValue.Malformed {
        JSONValue.Malformed(line: bytes[..<min(position, bytes.count)].count { $0 == UInt8(ascii: "\n") } + 1)
    }

    private mutating func skipSpace() {
        while position < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[position]) { position += 1 }
    }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        skipSpace()
        guard position < bytes.count, bytes[position] == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    private mutating func value() throws(JSONValue.Malformed) -> JSONValue {
        depth += 1
        defer { depth -= 1 }
        guard depth <= JSONValue.maximumDepth else { throw malformed }
        if take("{") { return .object(try members()) }
        if take("[") { return .array(try elements()) }
        if take("\"") { return .string(try string()) }
        return try word()
    }

    private mutating func members() throws(JSONValue.Malformed) -> [String: JSONValue] {
        var members: [String: JSONValue] = [:]
        if take("}") { return members }
        repeat {
            guard take("\"") else { throw malformed }
            let name = try string()
            guard members[name] == nil, take(":") else { throw malformed }
            members[name] = try value()
        } while take(",")
        guard take("}") else { throw malformed }
        return members
    }

    private mutating func elements() throws(JSONValue.Malformed) -> [JSONValue] {
        var elements: [JSONValue] = []
        if take("]") { return elements }
        repeat { elements.append(try value()) } while take(",")
        guard take("]") else { throw malformed }
        return elements
    }

    /// Reads a string after its opening quote.
    private mutating func string() throws(JSONValue.Malformed) -> String {
        var units: [UInt8] = []
        while position < bytes.count {
            let byte = bytes[position]
            position += 1
            switch byte {
            case UInt8(ascii: "\""):
                guard let text = String(validating: units, as: UTF8.self) else { throw malformed }
                return text
            case 0..<0x20: throw malformed
            case UInt8(ascii: "\\"): units += String(try escaped()).utf8
            default: units.append(byte)
            }
        }
        throw malformed
    }

    private mutating func escaped() throws(JSONValue.Malformed) -> Unicode.Scalar {
        guard position < bytes.count else { throw malformed }
        let byte = bytes[position]
        position += 1
        switch Unicode.Scalar(byte) {
        case "\"", "\\", "/": return Unicode.Scalar(byte)
        case "b": return "\u{8}"
        case "f": return "\u{C}"
        case "n": return "\n"
        case "r": return "\r"
        case "t": return "\t"
        case "u":
            let unit = try hexadecimal()
            if let scalar = Unicode.Scalar(unit) { return scalar }
            // A high surrogate.
            guard (0xD800..<0xDC00).contains(unit), bytes[position...].starts(with: "\\u".utf8) else { throw malformed }
            position += 2
            let second = try hexadecimal()
            guard (0xDC00..<0xE000).contains(second),
                let scalar = Unicode.Scalar(0x10000 + ((unit - 0xD800) << 10) + (second - 0xDC00))
            else { throw malformed }
            return scalar
        default: throw malformed
        }
    }

    private mutating func hexadecimal() throws(JSONValue.Malformed) -> UInt32 {
        let digits = bytes[position...].prefix(4)
        guard digits.count == 4, !digits.contains(UInt8(ascii: "+")), !digits.contains(UInt8(ascii: "-")),
            let value = UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
        else { throw malformed }
        position += 4
        return value
    }

    /// `true`, `false`, `null`, or a number.
    private mutating func word() throws(JSONValue.Malformed) -> JSONValue {
        let end = bytes[position...].firstIndex { byte in
            !(byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
                || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte))
        }
        let word = String(decoding: bytes[position..<(end ?? bytes.count)], as: UTF8.self)
        switch word {
        case "true": position += word.utf8.count
        case "false": position += word.utf8.count
        case "null": position += word.utf8.count
        default:
            guard word.wholeMatch(of: /-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?/) != nil else { throw malformed }
            position += word.utf8.count
            return .number(word)
        }
        return word == "null" ? .null : .boolean(word == "true")
    }
}
