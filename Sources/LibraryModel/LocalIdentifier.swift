/// What an identifier names. Raw values are those of Apple's `PHObjectType`.
package enum ObjectKind: UInt8, Sendable, CaseIterable {
    case asset = 1
    case assetCollection = 2
    case collectionList = 3

    /// The last part of a local identifier, by which the kind can be told from the text alone: `/L0/001` of an asset,
    /// `/L0/040`, `/L0/020`. Seven characters and a NUL, the first in the most significant byte.
    fileprivate var suffix: UInt64 {
        switch self {
        case .asset: 0x2F4C_302F_3030_3100
        case .assetCollection: 0x2F4C_302F_3034_3000
        case .collectionList: 0x2F4C_302F_3032_3000
        }
    }
}

/// An identifier with its kind, as apps see it: `9F983DBA-EC35-42B8-8773-B597CF782EDD/L0/001`.
///
/// The spelling is that of `PHObject.localIdentifier`: an upper-case UUID and a suffix that tells the kind.
package struct LocalIdentifier: Hashable, Sendable {
    package var kind: ObjectKind
    package var id: ObjectID

    package init(_ kind: ObjectKind, _ id: ObjectID) {
        self.kind = kind
        self.id = id
    }

    /// The number of characters of every local identifier.
    package static let length = 43

    /// The identifier in a text, or nil when the text is not one. Letters may be of either case.
    package init?(_ text: String) {
        self.init(ascii: text.utf8Span.span)
    }

    private init?(ascii: Span<UInt8>) {
        guard ascii.count == LocalIdentifier.length else { return nil }
        var words: (UInt64, UInt64) = (0, 0)
        var digits = 0
        for position in 0..<36 {
            let character = ascii[position]
            if position == 8 || position == 13 || position == 18 || position == 23 {
                guard character == UInt8(ascii: "-") else { return nil }
                continue
            }
            guard let digit = hexDigitValue(character) else { return nil }
            if digits < 16 { words.0 = words.0 << 4 | digit } else { words.1 = words.1 << 4 | digit }
            digits += 1
        }
        var suffix: UInt64 = 0
        for position in 36..<LocalIdentifier.length { suffix = (suffix | UInt64(ascii[position])) << 8 }
        for kind in ObjectKind.allCases where kind.suffix == suffix {
            self.init(kind, ObjectID(high: words.0, low: words.1))
            return
        }
        return nil
    }

    /// The identifier as text.
    package var string: String {
        var text = InlineArray<44, UInt8>(repeating: UInt8(ascii: "-"))
        do {
            var span = text.mutableSpan
            var bytes = unsafe span.mutableBytes
            let second = hexDigits(UInt32(truncatingIfNeeded: id.high))
            let third = hexDigits(UInt32(truncatingIfNeeded: id.low >> 32))
            // Eight digits at a time; those that a dash divides are written twice, the second time where they belong.
            bytes.put(hexDigits(UInt32(truncatingIfNeeded: id.high >> 32)), 0)
            bytes.put(second, 9)
            bytes.put(second << 32, 14)
            bytes.put(third, 19)
            bytes.put(third << 32, 24)
            bytes.put(hexDigits(UInt32(truncatingIfNeeded: id.low)), 28)
            bytes.put(kind.suffix, 36)
            bytes.putDash(13)
            bytes.putDash(18)
            bytes.putDash(23)
        }
        // A million of these are made of a long history: nobody looks again for what is not there.
        return unsafe String(
            copying: UTF8Span(unchecked: text.span.extracting(first: LocalIdentifier.length), isKnownASCII: true)
        )
    }
}

extension MutableRawSpan {
    /// Writes eight characters, the first in the most significant byte.
    fileprivate mutating func put(_ characters: UInt64, _ offset: Int) {
        storeBytes(of: characters.bigEndian, toByteOffset: offset, as: UInt64.self)
    }

    fileprivate mutating func putDash(_ offset: Int) {
        storeBytes(of: UInt8(ascii: "-"), toByteOffset: offset, as: UInt8.self)
    }
}

/// The eight digits of a word as text, the first in the most significant byte.
private func hexDigits(_ word: UInt32) -> UInt64 {
    // Spreads the eight nibbles over eight bytes.
    var digits = UInt64(word)
    digits = (digits << 16 | digits) & 0x0000_FFFF_0000_FFFF
    digits = (digits << 8 | digits) & 0x00FF_00FF_00FF_00FF
    digits = (digits << 4 | digits) & 0x0F0F_0F0F_0F0F_0F0F
    // 1 in each byte whose digit is a letter.
    let letters = (digits &+ 0x0606_0606_0606_0606) >> 4 & 0x0101_0101_0101_0101
    return digits &+ 0x3030_3030_3030_3030 &+ letters &* 7
}

private func hexDigitValue(_ character: UInt8) -> UInt64? {
    switch character {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt64(character - UInt8(ascii: "0"))
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt64(character - UInt8(ascii: "A") + 10)
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt64(character - UInt8(ascii: "a") + 10)
    default: nil
    }
}
