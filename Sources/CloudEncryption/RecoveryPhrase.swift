/// A library's key as a person writes it down: 14 groups of four characters.
///
/// The characters are Crockford's base 32, without look-alikes: parsing ignores case, spaces and hyphens, and reads O
/// as 0, and I and L as 1. The last five characters are a checksum of 24 bits, so that a typo is detected instead of
/// yielding another key. A list of words would be longer, and in one language.
package enum RecoveryPhrase {
    private static let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)
    private static let checksumLength = 3
    private static let groupLength = 4
    private static let bitsPerCharacter = 5
    /// Characters: 35 bytes of five bits each.
    private static let length = (LibraryKey.byteCount + checksumLength) * 8 / bitsPerCharacter

    package static func text(of key: LibraryKey) -> String {
        var characters: [UInt8] = []
        var bits: UInt32 = 0
        var count = 0
        for byte in key.bytes + checksum(of: key.bytes) {
            bits = bits << 8 | UInt32(byte)
            count += 8
            while count >= bitsPerCharacter {
                count -= bitsPerCharacter
                if !characters.isEmpty, (characters.count + 1) % (groupLength + 1) == 0 {
                    characters.append(UInt8(ascii: "-"))
                }
                characters.append(alphabet[Int(bits >> UInt32(count) & 31)])
            }
            bits &= 0xFF
        }
        return String(decoding: characters, as: UTF8.self)
    }

    /// Nil for an invalid or mistyped phrase.
    package static func key(from text: String) -> LibraryKey? {
        guard text.utf8.count <= 4 * length else { return nil }
        var bytes: [UInt8] = []
        var bits: UInt32 = 0
        var count = 0
        var characters = 0
        for character in text.utf8
        where ![UInt8(ascii: " "), UInt8(ascii: "-"), UInt8(ascii: "\n")].contains(character) {
            guard let value = value(of: character) else { return nil }
            characters += 1
            bits = (bits << UInt32(bitsPerCharacter) | value) & 0xFFFF
            count += bitsPerCharacter
            if count >= 8 {
                count -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
            }
        }
        guard characters == length else { return nil }
        let key = Array(bytes.prefix(LibraryKey.byteCount))
        guard Sodium.areEqual(checksum(of: key), Array(bytes.dropFirst(LibraryKey.byteCount))) else { return nil }
        return LibraryKey(bytes: key)
    }

    private static func value(of character: UInt8) -> UInt32? {
        let isSmall = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(character)
        switch isSmall ? character - 32 : character {
        case UInt8(ascii: "O"): return 0
        case UInt8(ascii: "I"), UInt8(ascii: "L"): return 1
        case let large: return alphabet.firstIndex(of: large).map { UInt32($0) }
        }
    }

    private static func checksum(of key: [UInt8]) -> [UInt8] {
        // BLAKE2b's shortest digest has 16 bytes.
        Array(Sodium.hash(Array("OpenPhotoKit 1 phrase".utf8), key: key, count: 16).prefix(checksumLength))
    }
}
