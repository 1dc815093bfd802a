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
        run: { context in try change(context, "added") { .insertMembers($0, $1, at: nil) } }
    )

    static let remove = CommandDescription(
        "album remove",
        operands: "NAME|ID ID...",
        count: 2...Int.max,
        summary: "Take photos out of an album",
        run: { context in try change(context, "removed") { .removeMembers($0, $1) } }
    )

    private static func create(_ context: CommandContext) throws -> ExitCode {
        let client = context.connect()
        let title = try context.arguments.text(at: 0)
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

    private static func change(
        _ context: CommandContext,
        _ participle: String,
        _ operation: (ChangeOperation.Container, [LocalIdentifier]) -> ChangeOperation
    ) throws -> ExitCode {
        let client = context.connect()
        let album = try AlbumLookup(client).album(try context.arguments.text(at: 0))
        let assets = try IdentifierResolution(client).assets(try context.arguments.texts(from: 1))
        let members = assets.map { LocalIdentifier(.asset, $0) }
        _ = try client.perform(ChangeBlock(operations: [operation(.album(album), members)]))
        context.messages.say("\(members.count) \(participle)")
        return .success
    }
}
