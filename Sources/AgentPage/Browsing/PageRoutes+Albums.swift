internal import LibraryModel
internal import PhotoSearch
internal import TerminalText

extension PageRoutes {
    private struct AlbumJSON: Encodable {
        var id: String
        var title: String
        var count: Int
        var isSmart: Bool
        /// A photo to show it by.
        var key: OrNull<String>
    }

    /// The person's albums by title, and then those that the library computes.
    func albums() throws -> HTTPResponse {
        let albums = try finder.albums().map { album in
            AlbumJSON(
                id: album.album.uuidText,
                title: album.title.sanitized,
                count: album.count,
                isSmart: album.isSmart,
                key: OrNull(try finder.keyPhoto(of: album)?.uuidText)
            )
        }
        return try HTTPResponse(json: ["albums": albums])
    }
}
