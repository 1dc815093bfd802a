import Languages
import LibraryClient
import LibraryModel

/// `photos delete`, `favorite`, `unfavorite` and `set-date`: changes of assets, each in one block.
enum ChangeCommands {
    static let delete = CommandDescription(
        "delete",
        operands: "ID...",
        count: 1...Int.max,
        summary: localized("Move photos to recently deleted"),
        options: [.json],
        run: { context in try change(context, { localized("{count} deleted", ["count": $0]) }) { [.deleteAssets($0)] } }
    )

    static let favorite = CommandDescription(
        "favorite",
        operands: "ID...",
        count: 1...Int.max,
        summary: localized("Mark photos as favorites"),
        options: [.json],
        run: { context in
            try change(context, { localized("{count} marked", ["count": $0]) }) { updates($0) { $0.isFavorite = true } }
        }
    )

    static let unfavorite = CommandDescription(
        "unfavorite",
        operands: "ID...",
        count: 1...Int.max,
        summary: localized("Take the favorite mark away"),
        options: [.json],
        run: { context in
            try change(context, { localized("{count} unmarked", ["count": $0]) }) {
                updates($0) { $0.isFavorite = false }
            }
        }
    )

    static let setDate = CommandDescription(
        "set-date",
        operands: "ID DATE",
        count: 2...2,
        summary: localized("Set when a photo was taken"),
        discussion: localized(
            """
            DATE is for example 2024-05-01, "2024-05-01 14:03" or 2024-05-01T14:03:22+02:00, in local time where it \
            names no offset.
            """
        ),
        options: [.json],
        run: { context in
            let date = try context.arguments.instant(try context.arguments.text(at: 1))
            return try change(context, { localized("{count} dated", ["count": $0]) }, operands: 1) {
                updates($0) { $0.creationDate = .set(date) }
            }
        }
    )

    /// What a change did, for programs.
    struct Result: Encodable, Hashable {
        /// Identifiers of the assets.
        var changed: [String]
        /// The token of the state after the change.
        var token: String
    }

    private static func change(
        _ context: CommandContext,
        _ said: (Int) -> String,
        operands: Int? = nil,
        _ operations: ([ObjectID]) -> [ChangeOperation]
    ) throws -> ExitCode {
        let client = context.connect()
        var texts = try context.arguments.texts()
        if let operands { texts = Array(texts.prefix(operands)) }
        let assets = try IdentifierResolution(client).assets(texts)
        return try perform(operations(assets), assets, said, client, context)
    }

    /// Performs the operations in one block, and says with `said` what was done with how many assets.
    static func perform(
        _ operations: [ChangeOperation],
        _ assets: [ObjectID],
        _ said: (Int) -> String,
        _ client: LibraryClient,
        _ context: CommandContext
    ) throws -> ExitCode {
        let token = try client.perform(ChangeBlock(operations: operations))
        if context.printsJSON {
            let identifiers = assets.map { LocalIdentifier(.asset, $0).string }
            try context.output.printJSON(Result(changed: identifiers, token: TokenText.text(token)))
        } else {
            context.messages.say(said(assets.count))
        }
        return .success
    }

    private static func updates(_ assets: [ObjectID], _ change: (inout AssetUpdate) -> Void) -> [ChangeOperation] {
        var update = AssetUpdate()
        change(&update)
        return assets.map { .updateAsset($0, update) }
    }
}
