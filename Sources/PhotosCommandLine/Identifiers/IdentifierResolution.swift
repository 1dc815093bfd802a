import Languages
import LibraryClient
import LibraryModel
import TerminalText

/// Finds the objects that people name by an identifier or the beginning of one.
///
/// Fetches all identifiers of a kind at most once, and only if there is a prefix to look for: a reply of sixteen bytes
/// an object.
final class IdentifierResolution {
    private let client: LibraryClient
    private var fetched: [ObjectKind: FetchedIdentifiers] = [:]

    /// Candidates listed for an ambiguous prefix.
    private static let maximumListed = 10

    /// `assets`: those to look among; nil for the library's.
    init(_ client: LibraryClient, assets: FetchedIdentifiers? = nil) {
        self.client = client
        fetched[.asset] = assets
    }

    /// The assets that were named, in the order given, each once.
    func assets(_ texts: [String]) throws -> [ObjectID] {
        var result: [ObjectID] = []
        var seen: Set<ObjectID> = []
        for text in texts {
            let id = try object(text, of: [.asset]).id
            if seen.insert(id).inserted { result.append(id) }
        }
        return result
    }

    /// The object of one of these kinds that was named.
    func object(_ text: String, of kinds: [ObjectKind]) throws -> LocalIdentifier {
        let noun = kinds.map(\.localizedWord).joined(separator: localized(" or "))
        guard let prefix = IdentifierPrefix(text) else {
            throw CommandFailure(
                localized(
                    "{text} is not an identifier, nor the beginning of one with {number} characters or more",
                    ["text": text.sanitized, "number": IdentifierPrefix.minimumDigits]
                )
            )
        }
        let found = try LocalIdentifier(text).map { try existing($0, of: kinds) } ?? matches(prefix, of: kinds)
        guard let first = found.first else {
            throw CommandFailure(localized("there is no {kind} {text}", ["kind": noun, "text": text]))
        }
        if found.count == 1 { return first }
        let listed = found.prefix(IdentifierResolution.maximumListed).map { "\n  \($0.string)" }.joined()
        let more = found.count - min(found.count, IdentifierResolution.maximumListed)
        throw CommandFailure(
            localized("{text} may be any of {number}:", ["text": text, "number": found.count]) + listed
                + (more > 0 ? "\n  " + localized("and {number} more", ["number": more]) : "")
        )
    }

    /// Every object of these kinds that matches the prefix.
    func matches(_ prefix: IdentifierPrefix, of kinds: [ObjectKind]) throws -> [LocalIdentifier] {
        var found: [LocalIdentifier] = []
        for kind in kinds where prefix.isPossible(of: kind) {
            let identifiers = try identifiers(of: kind)
            for position in 0..<identifiers.count where prefix.matches(identifiers[position]) {
                found.append(LocalIdentifier(kind, identifiers[position]))
            }
        }
        return found
    }

    /// A whole identifier needs no search.
    private func existing(_ identifier: LocalIdentifier, of kinds: [ObjectKind]) throws -> [LocalIdentifier] {
        guard kinds.contains(identifier.kind) else { return [] }
        if let known = fetched[identifier.kind] {
            return (0..<known.count).contains { known[$0] == identifier.id } ? [identifier] : []
        }
        let request = FetchRequest(
            .identifiers(identifier.kind, [identifier.id]),
            includesHidden: true,
            includesAllBurstAssets: true
        )
        return try client.count(request) > 0 ? [identifier] : []
    }

    private func identifiers(of kind: ObjectKind) throws -> FetchedIdentifiers {
        if let known = fetched[kind] { return known }
        let scope: FetchScope = kind == .asset ? .allAssets : .allCollections(kind)
        let new = try client.fetch(FetchRequest(scope, includesHidden: true, includesAllBurstAssets: true))
        fetched[kind] = new
        return new
    }
}
