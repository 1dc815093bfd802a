import LibraryClient
import LibraryModel

/// The apps that the server knows.
struct KnownApps {
    var grants: [AppGrant]

    init(grants: [AppGrant]) { self.grants = grants }

    init(_ client: LibraryClient) throws(LibraryError) { grants = try client.grants() }

    /// The identity that a person means, even of an app that has not connected yet.
    func app(_ text: String) throws(CommandFailure) -> String {
        try AppLookup(known: grants.map(\.app)).app(text)
    }

    /// An app that has connected, or that the person has decided about.
    func grant(_ text: String) throws(CommandFailure) -> AppGrant {
        let app = try app(text)
        guard let grant = grants.first(where: { $0.app == app }) else { throw CommandFailure.unknownApp(text) }
        return grant
    }
}
