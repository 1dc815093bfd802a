import Languages
import LibraryClient
import LibraryModel
import OwnerTools

/// `photos trash list`, `trash restore` and `trash empty`: the album Recently Deleted.
enum TrashCommands {
    static let list = CommandDescription(
        "trash list",
        summary: localized("List what was deleted in the last 30 days"),
        options: [.json],
        run: { context in
            let client = context.connect()
            try ListCommand.list(try deleted(client), client, context)
            return .success
        }
    )

    private static let all = OptionDescription("--all", help: localized("everything that trash list shows"))

    static let restore = CommandDescription(
        "trash restore",
        operands: "ID...",
        count: 0...Int.max,
        summary: localized("Put deleted photos back, into the albums that they were in"),
        options: [all, .json],
        run: restore
    )

    private static func restore(_ context: CommandContext) throws -> ExitCode {
        let texts = try context.arguments.texts()
        guard texts.isEmpty == context.arguments.has(all) else {
            throw context.arguments.usageError(localized("trash restore needs ID... or --all"))
        }
        let client = context.connect()
        let deleted = try deleted(client)
        let assets =
            texts.isEmpty
            ? (0..<deleted.count).map { deleted[$0] } : try named(texts, among: deleted, client)
        return try ChangeCommands.perform(
            assets.isEmpty ? [] : [.recoverAssets(assets)],
            assets,
            { localized("{count} restored", ["count": $0]) },
            client,
            context
        )
    }

    /// The assets that a person names. Says of one that was not deleted that it is not there.
    private static func named(
        _ texts: [String],
        among deleted: FetchedIdentifiers,
        _ client: LibraryClient
    ) throws -> [ObjectID] {
        let trash = IdentifierResolution(client, assets: deleted)
        let library = IdentifierResolution(client)
        for text in texts {
            guard let prefix = IdentifierPrefix(text), try trash.matches(prefix, of: [.asset]).isEmpty else { continue }
            let present = try library.object(text, of: [.asset])
            throw CommandFailure(
                localized("{identifier} is not in Recently Deleted", ["identifier": present.string])
            )
        }
        return try trash.assets(texts)
    }

    static let empty = CommandDescription(
        "trash empty",
        summary: localized("Erase for good what trash list shows, before its 30 days are over"),
        discussion:
            localized(
                "It asks before. Nothing brings the photos back; files of them that you imported stay where they are."
            ),
        options: [Consent.yes],
        run: empty
    )

    private static func empty(_ context: CommandContext) throws -> ExitCode {
        let client = context.connect()
        let deleted = try deleted(client)
        let items = CountText.items(deleted.count)
        if deleted.count == 0 {
            context.messages.say(localized("Recently Deleted is empty"))
            return .success
        }
        guard Consent.given(to: localized("Erase {items} for good?", ["items": items]), context) else {
            context.messages.say(localized("nothing was erased"))
            return .failure
        }
        // Exactly those that were counted: what is deleted meanwhile stays.
        try client.erase((0..<deleted.count).map { deleted[$0] })
        context.messages.say(localized("{items} erased", ["items": items]))
        return .success
    }

    private static func deleted(_ client: LibraryClient) throws -> FetchedIdentifiers {
        let album = try client.identifier(of: .recentlyDeleted)
        return try client.fetch(
            FetchRequest(.assets(inCollection: album), includesHidden: true, includesAllBurstAssets: true)
        )
    }
}
