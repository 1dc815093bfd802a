import LibraryClient
import LibraryModel
import TerminalText

/// Finds albums by their titles.
struct AlbumLookup {
    private let client: LibraryClient

    init(_ client: LibraryClient) {
        self.client = client
    }

    /// The only album with this title that can be changed; nil when there is none.
    func album(titled title: String) throws -> ObjectID? {
        let found = try CollectionLine.all(of: FetchRequest(.allCollections(.assetCollection)), client)
            .filter { $0.title == title && $0.isEditable }
        if found.count > 1 {
            let listed = found.map { "\n  \($0.identifier.string)" }.joined()
            throw CommandFailure("\(found.count) albums are called \(title.sanitized):" + listed)
        }
        return found.first?.identifier.id
    }

    /// The album with this title, or else with this identifier.
    func album(_ text: String) throws -> ObjectID {
        if let titled = try album(titled: text) { return titled }
        guard IdentifierPrefix(text) != nil else { throw CommandFailure("no album is called \(text.sanitized)") }
        return try IdentifierResolution(client).object(text, of: [.assetCollection]).id
    }
}
