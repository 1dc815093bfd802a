package import LibraryClient
package import LibraryModel

/// What the photos of an album can be put in order by, once; those that come into it later are at its end.
package enum AlbumOrder: String, Sendable {
    case date
    case added
    case name

    private var key: String {
        switch self {
        case .date: "creationDate"
        case .added: "addedDate"
        case .name: "filename"
        }
    }

    /// Puts the photos of an album in order. Returns their number.
    package func arrange(
        _ album: ObjectID,
        isReversed: Bool = false,
        _ client: LibraryClient
    ) throws(LibraryError) -> Int {
        let found = try client.fetch(
            FetchRequest(
                .assets(inCollection: album),
                sort: [SortKey(key, isAscending: !isReversed)],
                includesHidden: true,
                includesAllBurstAssets: true
            )
        )
        let sorted = (0..<found.count).map { LocalIdentifier(.asset, found[$0]) }
        if !sorted.isEmpty {
            _ = try client.perform(ChangeBlock(operations: [.moveMembers(.album(album), sorted, to: 0)]))
        }
        return sorted.count
    }
}
