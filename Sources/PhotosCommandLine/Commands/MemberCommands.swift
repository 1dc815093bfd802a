import Languages
import LibraryClient
import LibraryModel
import OwnerTools
import TerminalText

/// `photos album add`, `album remove` and `album sort`, `photos folder add` and `folder remove`.
enum MemberCommands {
    static let addPhotos = CommandDescription(
        "album add",
        operands: "NAME|ID ID...",
        count: 2...Int.max,
        summary: localized("Add photos to an album, at its end"),
        run: { context in
            try change(
                context,
                { localized("{count} added", ["count": $0]) },
                { localized(", {count} there already", ["count": $0]) },
                counts: false
            ) { .insertMembers($0, $1, at: nil) }
        }
    )

    static let removePhotos = CommandDescription(
        "album remove",
        operands: "NAME|ID ID...",
        count: 2...Int.max,
        summary: localized("Take photos out of an album"),
        run: { context in
            try change(
                context,
                { localized("{count} removed", ["count": $0]) },
                { localized(", {count} not there", ["count": $0]) },
                counts: true
            ) { .removeMembers($0, $1) }
        }
    )

    private static let order = OptionDescription("--by", "WHAT", help: localized("date, added or name (default: date)"))
    private static let reversed = OptionDescription("--reverse", help: localized("the newest, or last, first"))

    static let sortPhotos = CommandDescription(
        "album sort",
        operands: "NAME|ID",
        count: 1...1,
        summary: localized("Put the photos of an album in order"),
        discussion: localized("Photos that come into the album later are at its end."),
        options: [order, reversed],
        run: sort
    )

    static let moveIntoFolder = CommandDescription(
        "folder add",
        operands: "NAME|ID NAME|ID...",
        count: 2...Int.max,
        summary: localized("Move albums and folders into a folder, at its end"),
        run: { context in try move(context) { .insertMembers($0, $1, at: nil) } }
    )

    static let moveOutOfFolder = CommandDescription(
        "folder remove",
        operands: "NAME|ID NAME|ID...",
        count: 2...Int.max,
        summary: localized("Move albums and folders out of a folder, to the top level"),
        run: { context in try move(context) { .removeMembers($0, $1) } }
    )

    /// `said`: of the photos that the operation changes; `added`: of the others. `counts`: whether it changes
    /// those that are in the album.
    private static func change(
        _ context: CommandContext,
        _ said: (Int) -> String,
        _ added: (Int) -> String,
        counts areMembers: Bool,
        _ operation: (ChangeOperation.Container, [LocalIdentifier]) -> ChangeOperation
    ) throws -> ExitCode {
        let client = context.connect()
        let album = try CollectionLookup(client, .assetCollection).collection(try context.arguments.text(at: 0))
        let assets = try IdentifierResolution(client).assets(try context.arguments.texts(from: 1))
        let present = Set(try members(of: album, client))
        let changed = Set(assets).count { present.contains($0) == areMembers }
        let members = assets.map { LocalIdentifier(.asset, $0) }
        _ = try client.perform(ChangeBlock(operations: [operation(.album(album), members)]))
        let others = Set(assets).count - changed
        context.messages.say(said(changed) + (others > 0 ? added(others) : ""))
        return .success
    }

    private static func members(of album: ObjectID, _ client: LibraryClient) throws -> [ObjectID] {
        let found = try client.fetch(
            FetchRequest(.assets(inCollection: album), includesHidden: true, includesAllBurstAssets: true)
        )
        return (0..<found.count).map { found[$0] }
    }

    private static func sort(_ context: CommandContext) throws -> ExitCode {
        let word = try context.arguments.text(order) ?? "date"
        guard let order = AlbumOrder(rawValue: word) else {
            throw context.arguments.usageError(
                localized("--by needs date, added or name, not {text}", ["text": word.sanitized])
            )
        }
        let client = context.connect()
        let album = try CollectionLookup(client, .assetCollection).collection(try context.arguments.text(at: 0))
        let count = try order.arrange(album, isReversed: context.arguments.has(reversed), client)
        context.messages.say(localized("{items} in order", ["items": CountText.items(count)]))
        return .success
    }

    private static func move(
        _ context: CommandContext,
        _ operation: (ChangeOperation.Container, [LocalIdentifier]) -> ChangeOperation
    ) throws -> ExitCode {
        let client = context.connect()
        let folder = try CollectionLookup(client, .collectionList).collection(try context.arguments.text(at: 0))
        let members = try collections(context, client)
        _ = try client.perform(ChangeBlock(operations: [operation(.folder(folder), members)]))
        context.messages.say(localized("{count} moved", ["count": members.count]))
        return .success
    }

    /// The albums and folders of the operands after the first. An album and a folder may have one name.
    private static func collections(_ context: CommandContext, _ client: LibraryClient) throws -> [LocalIdentifier] {
        let kinds: [ObjectKind] = [.assetCollection, .collectionList]
        return try context.arguments.texts(from: 1).map { text in
            let titled = try kinds.compactMap { kind in
                try CollectionLookup(client, kind).collection(titled: text).map { LocalIdentifier(kind, $0) }
            }
            if titled.count > 1 {
                throw CommandFailure(
                    localized("an album and a folder are called {name}: give the identifier", ["name": text.sanitized])
                )
            }
            if let found = titled.first { return found }
            guard IdentifierPrefix(text) != nil else {
                throw CommandFailure(localized("no album or folder is called {name}", ["name": text.sanitized]))
            }
            return try IdentifierResolution(client).object(text, of: kinds)
        }
    }
}
