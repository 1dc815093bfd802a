import LibraryClient
import LibraryModel
import LinuxSystem
import PhotoSearch

/// The folders of an export with `--albums`: one for each album, inside those of the folders that it is in.
struct AlbumFolders {
    /// Relative to the destination, by photo: those of all albums that it is in.
    private var places: [ObjectID: [FilePath]] = [:]

    /// Every photo in the destination itself.
    init() {}

    init(_ client: LibraryClient) throws {
        try add(CollectionNode.tree(client), in: "", client)
    }

    /// Where to write a photo.
    func folders(of asset: ObjectID, in destination: FilePath) -> [FilePath] {
        places[asset].map { $0.map { destination.appending($0) } } ?? [destination]
    }

    private mutating func add(_ nodes: [CollectionNode], in folder: FilePath, _ client: LibraryClient) throws {
        var taken: Set<String> = []
        for node in nodes {
            let name = AlbumFolders.free(node, &taken)
            let path = folder.bytes.isEmpty ? name : folder.appending(name)
            if let children = node.children {
                try add(children, in: path, client)
                continue
            }
            let members = try client.fetch(
                FetchRequest(
                    .assets(inCollection: node.row.identifier.id),
                    includesHidden: true,
                    includesAllBurstAssets: true
                )
            )
            for position in 0..<members.count { places[members[position], default: []].append(path) }
        }
    }

    /// A name that no neighbour has, in any case: memory cards and other systems keep only one of those. An album and a
    /// folder may have one name, as two albums may.
    private static func free(_ node: CollectionNode, _ taken: inout Set<String>) -> FilePath {
        let title = node.row.title.replacing("/", with: "_")
        let name = ExportName(title, contentType: "", orElse: "_")
        var number = 1
        while !taken.insert(name.numbered(number).text.lowercased()).inserted { number += 1 }
        return name.numbered(number)
    }
}
