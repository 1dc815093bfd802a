import Languages
import LibraryClient
import LibraryModel
import OwnerTools

/// `photos album` and `photos folder`: `create`, `rename` and `delete`.
enum CollectionCommands {
    private static let parent = OptionDescription(
        "--in",
        "FOLDER",
        help: localized("inside this folder, by its name or identifier")
    )

    static let albums = commands(of: .assetCollection)
    static let folders = commands(of: .collectionList)

    private static func commands(of kind: ObjectKind) -> [CommandDescription] {
        let word = kind.word
        return [
            CommandDescription(
                "\(word) create",
                operands: "NAME",
                count: 1...1,
                summary: kind == .collectionList
                    ? localized("Create a folder and print its identifier")
                    : localized("Create an album and print its identifier"),
                options: [parent, .json],
                run: { try create($0, kind) }
            ),
            CommandDescription(
                "\(word) rename",
                operands: "NAME|ID NEW-NAME",
                count: 2...2,
                summary: kind == .collectionList
                    ? localized("Give a folder another name") : localized("Give an album another name"),
                run: { try rename($0, kind) }
            ),
            CommandDescription(
                "\(word) delete",
                operands: "NAME|ID...",
                count: 1...Int.max,
                summary: kind == .collectionList
                    ? localized("Delete folders with the albums in them; the photos stay in the library")
                    : localized("Delete albums; the photos stay in the library"),
                run: { try delete($0, kind) }
            ),
        ]
    }

    private static func create(_ context: CommandContext, _ kind: ObjectKind) throws -> ExitCode {
        let client = context.connect()
        let title = try name(context, at: 0, kind)
        let folder = try context.arguments.text(parent).map {
            try CollectionLookup(client, .collectionList).collection($0)
        }
        guard let id = try client.mintIdentifiers(1).first else {
            throw LibraryError(.protocolViolation, "the server gave no identifier")
        }
        _ = try client.perform(ChangeBlock(operations: [.createCollection(kind, id, title: title, parent: folder)]))
        let identifier = LocalIdentifier(kind, id).string
        if context.printsJSON {
            try context.output.printJSON(["identifier": identifier])
        } else {
            try context.output.printLine(identifier)
        }
        return .success
    }

    private static func rename(_ context: CommandContext, _ kind: ObjectKind) throws -> ExitCode {
        let client = context.connect()
        let title = try name(context, at: 1, kind)
        let id = try CollectionLookup(client, kind).collection(try context.arguments.text(at: 0))
        _ = try client.perform(ChangeBlock(operations: [.renameCollection(kind, id, title: title)]))
        return .success
    }

    private static func delete(_ context: CommandContext, _ kind: ObjectKind) throws -> ExitCode {
        let client = context.connect()
        let lookup = CollectionLookup(client, kind)
        var ids: [ObjectID] = []
        for text in try context.arguments.texts() {
            let id = try lookup.collection(text)
            if !ids.contains(id) { ids.append(id) }
        }
        _ = try client.perform(ChangeBlock(operations: [.deleteCollections(kind, ids)]))
        context.messages.say(localized("{count} deleted", ["count": ids.count]))
        return .success
    }

    private static func name(_ context: CommandContext, at position: Int, _ kind: ObjectKind) throws -> String {
        let title = try context.arguments.text(at: position)
        guard CollectionName.isValid(title) else {
            throw context.arguments.usageError(
                kind == .collectionList ? localized("a folder needs a name") : localized("an album needs a name")
            )
        }
        return title
    }
}
