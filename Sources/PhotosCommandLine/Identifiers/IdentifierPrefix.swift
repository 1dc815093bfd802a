import LibraryModel

/// The beginning of a local identifier, or all of it, as a person types or pastes it.
struct IdentifierPrefix: Hashable, Sendable {
    /// The text as typed.
    var text: String
    /// The leading bits of the identifiers that match, and the mask of these bits.
    private var value: ObjectID
    private var mask: ObjectID
    /// What follows the 36 characters of the UUID, for example `/L0/0`.
    private var suffix: String

    /// Fewer characters would match too many objects by accident.
    static let minimumDigits = 6

    /// Nil when no local identifier begins like this, or the text is too short.
    init?(_ text: String) {
        let characters = Array(text.utf8)
        guard characters.count <= LocalIdentifier.length, characters.count >= IdentifierPrefix.minimumDigits else {
            return nil
        }
        var value = ObjectID(high: 0, low: 0)
        var mask = ObjectID(high: 0, low: 0)
        var digits = 0
        for (position, character) in characters.prefix(36).enumerated() {
            if [8, 13, 18, 23].contains(position) {
                guard character == UInt8(ascii: "-") else { return nil }
                continue
            }
            guard let digit = Character(Unicode.Scalar(character)).hexDigitValue else { return nil }
            let shift = UInt64(60 - digits % 16 * 4)
            if digits < 16 {
                value.high |= UInt64(digit) << shift
                mask.high |= 0xF << shift
            } else {
                value.low |= UInt64(digit) << shift
                mask.low |= 0xF << shift
            }
            digits += 1
        }
        let suffix = String(decoding: characters.dropFirst(36), as: UTF8.self).uppercased()
        guard ObjectKind.allCases.contains(where: { $0.identifierSuffix.hasPrefix(suffix) }) else { return nil }
        self.text = text
        self.value = value
        self.mask = mask
        self.suffix = suffix
    }

    func matches(_ identifier: LocalIdentifier) -> Bool {
        matches(identifier.id) && isPossible(of: identifier.kind)
    }

    /// Whether the UUID matches.
    func matches(_ id: ObjectID) -> Bool {
        id.high & mask.high == value.high && id.low & mask.low == value.low
    }

    /// Whether it can be an object of this kind.
    func isPossible(of kind: ObjectKind) -> Bool { kind.identifierSuffix.hasPrefix(suffix) }
}

extension ObjectKind {
    /// The last part of the identifiers of this kind, for example `/L0/001`.
    fileprivate var identifierSuffix: String {
        String(LocalIdentifier(self, ObjectID(high: 0, low: 0)).string.dropFirst(36))
    }
}
