internal import LibraryModel
internal import PhotoSearch
internal import TerminalText

extension PageRoutes {
    private struct AlbumsJSON: Encodable {
        /// The tree of the person's folders and albums.
        var albums: [AlbumJSON]
        /// Those that the library computes.
        var collections: [AlbumJSON]
    }

    private struct AlbumJSON: Encodable {
        var id: String
        var title: String
        var count: Int
        /// A photo to show it by.
        var key: OrNull<String>
        /// What is in a folder; null for an album.
        var children: OrNull<[AlbumJSON]>
    }

    func albums() throws -> HTTPResponse {
        let albums = AlbumsJSON(
            albums: try finder.tree().map { try albumJSON($0) },
            collections: try finder.smartAlbums().map { album in
                AlbumJSON(
                    id: album.album.uuidText,
                    title: album.title.sanitized,
                    count: album.count,
                    key: OrNull(try finder.keyPhoto(of: album.album, count: album.count)?.uuidText),
                    children: OrNull(nil)
                )
            }
        )
        return try HTTPResponse(json: albums)
    }

    private func albumJSON(_ node: CollectionNode) throws -> AlbumJSON {
        let count = Int(node.row.memberCount)
        let key = node.children == nil ? try finder.keyPhoto(of: node.row.identifier.id, count: count) : nil
        return AlbumJSON(
            id: node.row.identifier.id.uuidText,
            title: node.row.title.sanitized,
            count: count,
            key: OrNull(key?.uuidText),
            children: OrNull(try node.children?.map { try albumJSON($0) })
        )
    }
}
