import Languages
import LibraryClient
import LibraryModel
import PhotoSearch
import TerminalText

/// `photos albums`.
enum AlbumsCommand {
    static let description = CommandDescription(
        "albums",
        summary: localized("Show the tree of folders and albums"),
        options: [.json],
        run: run
    )

    private static func run(_ context: CommandContext) throws -> ExitCode {
        let nodes = try CollectionNode.tree(context.connect())
        if context.printsJSON {
            try context.output.printJSON(nodes.map { CollectionJSON($0) })
        } else {
            for line in lines(nodes) { try context.output.printLine(line) }
        }
        return .success
    }

    /// The tree for people: titles indented below their folders.
    static func lines(_ nodes: [CollectionNode]) -> [String] {
        var table = TextTable(.left, .right, .left)
        func append(_ nodes: [CollectionNode], _ indentation: String) {
            for node in nodes {
                let isFolder = node.children != nil
                let title = indentation + node.row.title.sanitized + (isFolder ? "/" : "")
                table.append(title, isFolder ? "" : "\(node.row.memberCount)", node.row.identifier.string)
                append(node.children ?? [], indentation + "  ")
            }
        }
        append(nodes, "")
        return table.lines
    }
}
