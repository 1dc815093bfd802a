internal import LibraryModel
internal import SQLiteDatabase

/// Pages of album and folder properties.
extension Snapshot {
    /// `PHAssetCollectionType.album` and `PHCollectionListType.folder`.
    private static let albumType: UInt32 = 1
    private static let folderType: UInt32 = 2
    /// `PHAssetCollectionSubtype.albumRegular` and `PHCollectionListSubtype.regularFolder`.
    private static let albumSubtype: UInt32 = 2
    private static let folderSubtype: UInt32 = 100

    /// Returns rows in the order of `ids`. Collections that are not visible lack `exists`.
    func collections(_ ids: [ObjectID]) throws -> CollectionPage {
        guard ids.count <= AssetPage.maximumRows else {
            throw LibraryError(.limitExceeded, "the page names too many albums and folders")
        }
        var page = CollectionPage()
        let smart = try smartAlbumMembers(ids.compactMap(smartAlbum))
        for id in ids {
            if let album = smartAlbum(id) {
                page.append(album, smart[album] ?? AlbumMembers(count: 0))
            } else if let row = try collectionRow(id, kind: nil) {
                try append(row, to: &page)
            } else {
                page.appendMissing()
            }
            page.ids.append(id)
        }
        return page
    }

    private func append(_ row: Int64, to page: inout CollectionPage) throws {
        let select = try connection.statement(
            "SELECT kind, title, modification_date FROM seen_collection WHERE row = ?"
        )
        try select.bind(row, at: 1)
        guard try select.step() else {
            page.appendMissing()
            return
        }
        let isAlbum = select.integer(0) == Int64(ObjectKind.assetCollection.rawValue)
        var flags: CollectionPage.Flags = [.exists, .editable]
        flags.insert(isAlbum ? .canContainAssets : .canContainCollections)
        let members = isAlbum ? try albumMembers(row) : AlbumMembers(count: try childCount(row))
        if members.first != nil { flags.insert(.hasDates) }
        let modified = select.optionalInteger(2)
        if modified != nil { flags.insert(.hasModificationDate) }
        page.flags.append(flags.rawValue)
        page.kind.append(UInt32(truncatingIfNeeded: select.integer(0)))
        page.type.append(isAlbum ? Snapshot.albumType : Snapshot.folderType)
        page.subtype.append(isAlbum ? Snapshot.albumSubtype : Snapshot.folderSubtype)
        page.title.append(select.text(1))
        page.memberCount.append(members.count)
        page.startDate.append(members.first ?? 0)
        page.endDate.append(members.last ?? 0)
        page.modificationDate.append(modified ?? 0)
    }

    private func albumMembers(_ album: Int64) throws -> AlbumMembers {
        let select = try connection.statement(
            assembled: """
                SELECT \(AlbumMembers.columns) FROM \(visibility.members) a WHERE a.container = ? AND a.shelf = 0
                """
        )
        try select.bind(album, at: 1)
        guard try select.step() else { return AlbumMembers(count: 0) }
        return AlbumMembers(select, firstColumn: 0)
    }

    private func childCount(_ folder: Int64) throws -> UInt32 {
        let select = try connection.statement(
            assembled: "SELECT count(*) FROM \(visibility.children) WHERE container = ?"
        )
        try select.bind(folder, at: 1)
        return try select.step() ? UInt32(clamping: select.integer(0)) : 0
    }
}

extension CollectionPage {
    fileprivate mutating func append(_ album: SmartAlbum, _ members: AlbumMembers) {
        var flags: CollectionPage.Flags = [.exists, .canContainAssets]
        if members.first != nil { flags.insert(.hasDates) }
        self.flags.append(flags.rawValue)
        kind.append(UInt32(ObjectKind.assetCollection.rawValue))
        type.append(SmartAlbum.collectionType)
        subtype.append(album.rawValue)
        title.append(album.title)
        memberCount.append(members.count)
        startDate.append(members.first ?? 0)
        endDate.append(members.last ?? 0)
        modificationDate.append(0)
    }

    fileprivate mutating func appendMissing() {
        flags.append(0)
        kind.append(0)
        type.append(0)
        subtype.append(0)
        title.append("")
        memberCount.append(0)
        startDate.append(0)
        endDate.append(0)
        modificationDate.append(0)
    }
}
