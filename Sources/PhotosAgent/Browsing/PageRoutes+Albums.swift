internal import LibraryClient
internal import LibraryModel

extension PageRoutes {
    private struct AlbumJSON: Encodable {
        var id: String
        var title: String
        var count: UInt32
        var isSmart: Bool
        /// A photo to show it by.
        var key: OrNull<String>
    }

    /// The most albums that are shown.
    private static let maximumAlbums = 5_000

    /// The person's albums by title, and then those that the library computes.
    func albums() throws -> HTTPResponse {
        let own = try albums(
            FetchRequest(
                .allCollections(.assetCollection),
                sort: [SortKey("title", isAscending: true)],
                limit: PageRoutes.maximumAlbums
            ),
            areSmart: false
        )
        let smart = try albums(FetchRequest(.smartAlbums(subtype: nil)), areSmart: true)
        return try HTTPResponse(json: ["albums": own + smart.filter { $0.count > 0 }])
    }

    private func albums(_ request: FetchRequest, areSmart: Bool) throws -> [AlbumJSON] {
        let found = try client.fetch(request)
        var albums: [AlbumJSON] = []
        for start in stride(from: 0, to: found.count, by: AssetPage.maximumRows) {
            let page = try client.collections(found, start..<min(start + AssetPage.maximumRows, found.count))
            for row in 0..<page.count
            where CollectionPage.Flags(rawValue: page.flags[row]).contains(.exists) {
                let isEmpty = page.memberCount[row] == 0
                let first =
                    isEmpty ? nil : try client.fetch(FetchRequest(.assets(inCollection: page.ids[row]), limit: 1))
                albums.append(
                    AlbumJSON(
                        id: page.ids[row].uuidText,
                        title: page.title[row],
                        count: page.memberCount[row],
                        isSmart: areSmart,
                        key: OrNull(first.flatMap { $0.count > 0 ? $0[0].uuidText : nil })
                    )
                )
            }
        }
        return albums
    }
}
