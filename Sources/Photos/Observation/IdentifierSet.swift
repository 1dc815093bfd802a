import LibraryClient
import LibraryModel

/// A set of identifiers that says quickly of most others that they are not in it.
struct IdentifierSet: Sendable {
    private static let wordCount = 64

    let identifiers: Set<LocalIdentifier>
    /// A bit for each value of the last twelve bits of the identifiers in it.
    private var bits: [UInt64]

    init(_ identifiers: Set<LocalIdentifier>) {
        self.identifiers = identifiers
        bits = [UInt64](repeating: 0, count: Self.wordCount)
        for identifier in identifiers {
            bits[Int(identifier.id.low >> 6) & (Self.wordCount - 1)] |= 1 << (identifier.id.low & 63)
        }
    }

    var count: Int { identifiers.count }

    /// Where its members are in a list, rising.
    func places(in list: FetchedIdentifiers) -> [Int] {
        guard !identifiers.isEmpty else { return [] }
        return (0..<list.count).filter { position in
            let low = list[position].low
            guard bits[Int(low >> 6) & (Self.wordCount - 1)] & (1 << (low & 63)) != 0 else { return false }
            return identifiers.contains(list.identifier(at: position))
        }
    }
}
