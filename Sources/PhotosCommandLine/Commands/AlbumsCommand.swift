import LibraryClient
import LibraryModel
import TerminalText

/// `photos albums`.
enum AlbumsCommand {
    static let description = CommandDescription(
        "albums",
        summary: "Show the tree of folders and albums",
        options: [.json],
        run: run
    )

    /// A collection and what is in it.
    struct Node: Hashable {
        var row: CollectionLine
        /// Nil for an album.
        var children: [Node]?

        var json: CollectionJSON { CollectionJSON(row, children: children?.map(\.json)) }
    }

    /// Levels of folders. The tree is read in many calls, so a folder that moves meanwhile may appear below itself.
    private static let maximumDepth = 64

    private static func run(_ context: CommandContext) throws -> ExitCode {
        let nodes = try children(of: nil, context.connect())
        if context.printsJSON {
            try context.output.printJSON(nodes.map(\.json))
        } else {
            for line in lines(nodes) { try context.output.printLine(line) }
        }
        return .success
    }

    /// What is in a folder, at the top level for nil, with all that is inside.
    static func children(of folder: ObjectID?, depth: Int = 0, _ client: LibraryClient) throws -> [Node] {
        if depth == maximumDepth { throw CommandFailure("folders are nested more than \(maximumDepth) deep") }
        var nodes: [Node] = []
        for row in try CollectionLine.all(of: FetchRequest(.children(ofList: folder)), client) {
            var node = Node(row: row)
            if row.identifier.kind == .collectionList {
                node.children = try children(of: row.identifier.id, depth: depth + 1, client)
            }
            nodes.append(node)
        }
        return nodes
    }

    /// The tree for people: titles indented below their folders.
    static func lines(_ nodes: [Node]) -> [String] {
        var table = TextTable(.left, .right, .left)
        func append(_ nodes: [Node], _ indentation: String) {
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
