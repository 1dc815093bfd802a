import Languages
import LibraryClient
import LibraryModel
import OwnerTools
import TerminalText

/// The options of `photos history`, as the server's filter.
enum HistorySelection {
    static let kind = OptionDescription("--kind", "KIND,...", help: localized("only these: asset, album, folder"))
    static let changed = OptionDescription(
        "--changed",
        "FIELD,...",
        help: localized(
            "only updates of these fields: {fields}",
            ["fields": ChangedFields.named.map(\.name).joined(separator: ", ")]
        )
    )
    static let app = OptionDescription(
        "--app",
        "APP",
        help: localized("only changes by this app (an identity of privacy list), or owner for your own tools")
    )

    /// The filter of a command line; operands are identifiers.
    static func filter(_ arguments: ParsedArguments, _ client: LibraryClient) throws -> HistoryFilter {
        var filter = HistoryFilter()
        if let text = try arguments.text(kind) {
            filter.kinds = try words(text).map { word throws(UsageError) in
                guard let kind = ObjectKind.allCases.first(where: { $0.word == word }) else {
                    throw arguments.usageError(word, isNotOneOf: ObjectKind.allCases.map(\.word))
                }
                return kind
            }
        }
        if let text = try arguments.text(changed) {
            var fields: ChangedFields = []
            for word in words(text) {
                guard let field = ChangedFields.named.first(where: { $0.name == word })?.field else {
                    throw arguments.usageError(word, isNotOneOf: ChangedFields.named.map(\.name))
                }
                fields.formUnion(field)
            }
            filter.fields = fields
        }
        let identifiers = try arguments.texts()
        if !identifiers.isEmpty { filter.objects = try objects(identifiers, client) }
        switch try arguments.text(app) {
        case nil: break
        case "owner": filter.authors = [.person]
        case let text?: filter.apps = [try AppLookup(known: try client.grants().map(\.app)).app(text)]
        }
        return filter
    }

    private static func words(_ text: String) -> [String] {
        text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }

    /// A whole identifier may be of a deleted object, which the history still knows.
    private static func objects(_ texts: [String], _ client: LibraryClient) throws -> [LocalIdentifier] {
        let resolution = IdentifierResolution(client)
        return try texts.map { text in
            try LocalIdentifier(text) ?? resolution.object(text, of: ObjectKind.allCases)
        }
    }
}
