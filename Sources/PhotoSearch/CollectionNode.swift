package import LibraryClient
package import LibraryModel

/// An album or folder of the person's, and what is in it.
package struct CollectionNode: Hashable, Sendable {
    package var row: CollectionLine
    /// Nil for an album.
    package var children: [CollectionNode]?

    /// Levels of folders. The tree is read in many calls, so a folder that moves meanwhile may appear below itself.
    private static let maximumDepth = 64

    /// The tree of all folders and albums, in the person's order.
    package static func tree(_ client: LibraryClient) throws(LibraryError) -> [CollectionNode] {
        try children(of: nil, depth: 0, client)
    }

    private static func children(
        of folder: ObjectID?,
        depth: Int,
        _ client: LibraryClient
    ) throws(LibraryError) -> [CollectionNode] {
        if depth == maximumDepth {
            throw LibraryError(.limitExceeded, "folders are nested more than \(maximumDepth) deep")
        }
        var nodes: [CollectionNode] = []
        for row in try CollectionLine.all(of: FetchRequest(.children(ofList: folder)), client) {
            var node = CollectionNode(row: row)
            if row.identifier.kind == .collectionList {
                node.children = try children(of: row.identifier.id, depth: depth + 1, client)
            }
            nodes.append(node)
        }
        return nodes
    }
}
