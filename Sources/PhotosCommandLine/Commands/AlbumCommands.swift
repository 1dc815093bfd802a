import LibraryClient
import LibraryModel

/// `photos album create`, `album add` and `album remove`.
enum AlbumCommands {
    static let create = CommandDescription(
        "album create",
        operands: "NAME",
        count: 1...1,
        summary: "Create an album and print its identifier",
        options: [.json],
        run: create
    )

    static let add = CommandDescription(
        "album add",
        operands: "NAME|ID ID...",
        count: 2...Int.max,
        summary: "Add photos to an album, at its end",
        run: { context in
            try change(context, ("added", "there already"), counts: false) { .insertMembers($0, $1, at: nil) }
        }
    )

    static let remove = CommandDescription(
        "album remove",
        operands: "NAME|ID ID...",
        count: 2...Int.max,
        summary: "Take photos out of an album",
        run: { context in try change(context, ("removed", "not there"), counts: true) { .removeMembers($0, $1) } }
    )

    private static func create(_ context: CommandContext) throws -> ExitCode {
        let client = context.connect()
        let title = try context.arguments.text(at: 0)
        guard title.contains(where: { !$0.isWhitespace }) else {
            throw UsageError("an album needs a name", command: create.name)
        }
        guard let id = try client.mintIdentifiers(1).first else {
            throw LibraryError(.protocolViolation, "the server gave no identifier")
        }
        let operation = ChangeOperation.createCollection(.assetCollection, id, title: title, parent: nil)
        _ = try client.perform(ChangeBlock(operations: [operation]))
        let identifier = LocalIdentifier(.assetCollection, id).string
        if context.printsJSON {
            try context.output.printJSON(["identifier": identifier])
        } else {
            try context.output.printLine(identifier)
        }
        return .success
    }

    /// `words`: what is said of the photos that the operation changes, and of the others. `counts`: whether it changes
    /// those that are in the album.
    private static func change(
        _ context: CommandContext,
        _ words: (changed: String, others: String),
        counts areMembers: Bool,
        _ operation: (ChangeOperation.Container, [LocalIdentifier]) -> ChangeOperation
    ) throws -> ExitCode {
        let client = context.connect()
        let album = try AlbumLookup(client).album(try context.arguments.text(at: 0))
        let assets = try IdentifierResolution(client).assets(try context.arguments.texts(from: 1))
        let there = try client.fetch(
            FetchRequest(.assets(inCollection: album), includesHidden: true, includesAllBurstAssets: true)
        )
        let present = Set((0..<there.count).map { there[$0] })
        let changed = Set(assets).count { present.contains($0) == areMembers }
        let members = assets.map { LocalIdentifier(.asset, $0) }
        _ = try client.perform(ChangeBlock(operations: [operation(.album(album), members)]))
        let others = Set(assets).count - changed
        context.messages.say("\(changed) \(words.changed)" + (others > 0 ? ", \(others) \(words.others)" : ""))
        return .success
    }
}
