import Languages
import LibraryClient
import LibraryModel
import OwnerTools
import PhotoSearch
import TerminalText

/// Finds albums, or folders, by their titles.
struct CollectionLookup {
    private let client: LibraryClient
    private let kind: ObjectKind

    /// `kind`: `.assetCollection` or `.collectionList`.
    init(_ client: LibraryClient, _ kind: ObjectKind) {
        self.client = client
        self.kind = kind
    }

    /// The only one with this title that can be changed; nil when there is none.
    func collection(titled title: String) throws -> ObjectID? {
        let found = try CollectionLine.all(of: FetchRequest(.allCollections(kind)), client)
            .filter { $0.title == title && $0.isEditable }
        if found.count > 1 {
            let listed = found.map { "\n  \($0.identifier.string)  \(CountText.items($0.memberCount))" }.joined()
            let name = title.sanitized
            let said =
                kind == .collectionList
                ? localized(
                    "{count} folders are called {name}: give the identifier",
                    ["count": found.count, "name": name]
                )
                : localized(
                    "{count} albums are called {name}: give the identifier",
                    ["count": found.count, "name": name]
                )
            throw CommandFailure(said + listed)
        }
        return found.first?.identifier.id
    }

    /// The one with this title, or else with this identifier.
    func collection(_ text: String) throws -> ObjectID {
        if let titled = try collection(titled: text) { return titled }
        guard IdentifierPrefix(text) != nil else {
            throw CommandFailure(
                localized("no {kind} is called {name}", ["kind": kind.localizedWord, "name": text.sanitized])
            )
        }
        return try IdentifierResolution(client).object(text, of: [kind]).id
    }
}
