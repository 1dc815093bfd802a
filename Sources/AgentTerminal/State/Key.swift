/// A key as a terminal sends it.
enum Key: Hashable {
    case character(Character)
    case up, down, left, right, pageUp, pageDown, home, end
    case enter, escape, tab, backTab, backspace, clearLine, redraw
    /// A pasted text, never taken for keys.
    case paste(String)
}

/// Decodes the bytes of a terminal into keys.
struct KeyDecoder {
    /// Bytes of a control sequence; longer ones are dropped.
    static let longestSequence = 32
    /// Bytes of a paste that are kept.
    static let longestPaste = 4096

    private var bytes: [UInt8] = []
    /// The paste so far, between its two marks.
    private var paste: [UInt8]?

    /// Whether there are bytes of an unfinished key.
    var isPending: Bool { !bytes.isEmpty }

    mutating func append(_ new: ArraySlice<UInt8>) { bytes += new }

    mutating func discard() {
        bytes = []
        paste = nil
    }

    /// The next key. `isFinal`: nothing followed for a while, so an escape is the key and does not begin a sequence.
    mutating func next(isFinal: Bool) -> Key? {
        while let first = bytes.first {
            if paste != nil {
                guard let text = takePaste() else { return nil }
                return .paste(text)
            }
            if first == 0x1B {
                switch takeSequence(isFinal: isFinal) {
                case .incomplete: return nil
                case .nothing: continue
                case .key(let key): return key
                }
            }
            if first < 0x20 || first == 0x7F {
                bytes.removeFirst()
                if let key = KeyDecoder.control(first) { return key }
                continue
            }
            let length = KeyDecoder.length(ofCharacterFrom: first)
            guard bytes.count >= length else {
                if !isFinal { return nil }
                bytes = []
                continue
            }
            if let character = takeCharacter(length) { return .character(character) }
        }
        return nil
    }

    private enum Taken {
        case incomplete
        case nothing
        case key(Key)
    }

    private mutating func takeSequence(isFinal: Bool) -> Taken {
        guard bytes.count > 1 else {
            guard isFinal else { return .incomplete }
            bytes.removeFirst()
            return .key(.escape)
        }
        guard bytes[1] == UInt8(ascii: "[") || bytes[1] == UInt8(ascii: "O") else {
            // A key with Alt, which means nothing here; two escapes count as one.
            bytes.removeFirst(bytes[1] == 0x1B ? 1 : 2)
            return .nothing
        }
        guard let end = bytes.indices.dropFirst(2).first(where: { (0x40...0x7E).contains(bytes[$0]) }) else {
            guard isFinal || bytes.count > KeyDecoder.longestSequence else { return .incomplete }
            bytes = []
            return isFinal ? .key(.escape) : .nothing
        }
        let sequence = String(decoding: bytes[1...end], as: UTF8.self)
        bytes.removeFirst(end + 1)
        if sequence == "[200~" {
            paste = []
            return .nothing
        }
        return KeyDecoder.sequences[sequence].map { .key($0) } ?? .nothing
    }

    private mutating func takePaste() -> String? {
        let mark = Array("\u{1B}[201~".utf8)
        var pasted = paste ?? []
        // The end mark may arrive in pieces.
        let end = bytes.indices.first { bytes[$0...].starts(with: mark) }
        let count = end ?? max(0, bytes.count - mark.count)
        pasted += bytes[..<count].prefix(max(0, KeyDecoder.longestPaste - pasted.count))
        bytes.removeFirst(end == nil ? count : count + mark.count)
        paste = end == nil ? pasted : nil
        return end == nil ? nil : String(decoding: pasted, as: UTF8.self)
    }

    /// Nil when the bytes are not UTF-8.
    private mutating func takeCharacter(_ length: Int) -> Character? {
        let text = String(validating: bytes.prefix(length), as: UTF8.self)
        bytes.removeFirst(text == nil ? 1 : length)
        return text?.first
    }

    private static func length(ofCharacterFrom first: UInt8) -> Int {
        switch first {
        case 0xC2...0xDF: 2
        case 0xE0...0xEF: 3
        case 0xF0...0xF4: 4
        default: 1
        }
    }

    private static func control(_ byte: UInt8) -> Key? {
        switch byte {
        case 0x08, 0x7F: .backspace
        case 0x09: .tab
        case 0x0A, 0x0D: .enter
        case 0x0C: .redraw
        case 0x15: .clearLine
        default: nil
        }
    }

    private static let sequences: [String: Key] = [
        "[A": .up, "[B": .down, "[C": .right, "[D": .left, "OA": .up, "OB": .down, "OC": .right, "OD": .left,
        "[H": .home, "[F": .end, "OH": .home, "OF": .end, "[1~": .home, "[4~": .end, "[7~": .home, "[8~": .end,
        "[5~": .pageUp, "[6~": .pageDown, "[Z": .backTab, "OM": .enter,
    ]
}
