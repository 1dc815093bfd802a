internal import LibraryModel
internal import SQLiteDatabase

/// Creating, renaming and deleting albums and folders.
extension BlockApplication {
    mutating func createCollection(
        _ kind: ObjectKind,
        _ id: ObjectID,
        _ title: String,
        _ parent: ObjectID?
    ) throws {
        guard kind != .asset else { throw LibraryError(.invalidRequest, "an asset is no collection") }
        try requireFresh(id)
        try checkTitle(title)
        try requireRoomForCollection()
        let container = try parent.map { try requireCollection($0, .collectionList) }
        let insert = try connection.statement("INSERT INTO collection (id, kind, title, owner) VALUES (?, ?, ?, ?)")
        try insert.bind(id, at: 1)
        try insert.bind(Int64(kind.rawValue), at: 2)
        try insert.bind(title, at: 3)
        try insert.bind(app, at: 4)
        try insert.run()
        let collection = CollectionRecord(row: connection.lastInsertedRow, id: id, kind: kind, owner: app)
        if let container { try willChangeMembers(of: container) }
        try folders.insert([collection.row], into: container?.row ?? 0, before: nil)
        recorder.made(collection.object, owner: collection.owner)
    }

    mutating func renameCollection(_ kind: ObjectKind, _ id: ObjectID, _ title: String) throws {
        let collection = try requireCollection(id, kind)
        try checkTitle(title)
        try willChange(collection, .title)
        let update = try connection.statement("UPDATE collection SET title = ?1 WHERE row = ?2 AND title <> ?1")
        try update.bind(title, at: 1)
        try update.bind(collection.row, at: 2)
        try update.run()
        guard connection.changedRowCount > 0 else { return }
        recorder.updated(collection.object, .title, owner: collection.owner)
    }

    mutating func deleteCollections(_ kind: ObjectKind, _ ids: [ObjectID]) throws {
        var doomed: [CollectionRecord] = []
        var rows: Set<Int64> = []
        for id in ids {
            let root = try requireCollection(id, kind)
            for collection in try subtree(root) where rows.insert(collection.row).inserted {
                doomed.append(collection)
            }
        }
        for collection in doomed { try willDelete(collection) }
        for collection in doomed {
            if let container = try parent(of: collection.row), !rows.contains(container) {
                try willChangeMembers(ofRow: container)
            }
        }
        // Invisible members belong to others: they move up to the parent of the deleted folder.
        for folder in doomed where folder.kind == .collectionList {
            try moveOut(of: folder, keeping: rows)
        }
        for collection in doomed { try erase(collection) }
        // Counted again when needed.
        ownCollectionCount = nil
    }

    // MARK: Steps

    var folders: OrderedMembers { OrderedMembers(table: .folder, connection: connection) }

    func requireCollection(_ id: ObjectID, _ kind: ObjectKind) throws -> CollectionRecord {
        if kind == .assetCollection, snapshot.smartAlbum(id) != nil {
            throw LibraryError(.changeNotSupported, "a smart album cannot be edited")
        }
        guard kind != .asset, let row = try snapshot.collectionRow(id, kind: kind),
            let collection = try CollectionRecord(row, connection)
        else { throw LibraryError.noSuchObject }
        return collection
    }

    mutating func willChangeMembers(of collection: CollectionRecord) throws {
        try ownerVisibility.willChangeMembers(of: collection, actor: app, connection)
        recorder.updated(collection.object, .members, owner: collection.owner)
    }

    /// Call this before a member of the album gets another date or hidden state.
    mutating func willChangeSummary(of album: CollectionRecord, by member: Int64) throws {
        try ownerVisibility.willChangeSummary(of: album, by: member, actor: app, connection)
        recorder.updated(album.object, .summary, owner: album.owner)
    }

    /// Has no effect for the top level, which is not an object.
    mutating func willChangeMembers(ofRow row: Int64) throws {
        guard row != 0, let collection = try CollectionRecord(row, connection) else { return }
        try willChangeMembers(of: collection)
    }

    /// Returns the row of a collection's parent; 0 for the top level.
    func parent(of collection: Int64) throws -> Int64? {
        let select = try connection.statement("SELECT container FROM folder_member WHERE member = ?")
        try select.bind(collection, at: 1)
        return try select.step() ? select.integer(0) : nil
    }

    /// The person has no limit.
    private mutating func requireRoomForCollection() throws {
        guard let app else { return }
        let known = try ownCollectionCount ?? countOwnCollections(app)
        guard known < configuration.maximumCollectionsOfApp else {
            throw LibraryError(.limitExceeded, "the app has too many albums and folders")
        }
        ownCollectionCount = known + 1
    }

    private func countOwnCollections(_ app: Int64) throws -> Int64 {
        let select = try connection.statement("SELECT count(*) FROM collection WHERE owner = ?")
        try select.bind(app, at: 1)
        return try select.step() ? select.integer(0) : 0
    }

    private func checkTitle(_ title: String) throws {
        guard title.utf8.count <= ChangeOperation.maximumCollectionTitleLength else {
            throw LibraryError(.limitExceeded, "the title is too long", details: ["key": "localizedTitle"])
        }
    }

    /// Returns a collection and its visible descendants, parents first.
    private func subtree(_ root: CollectionRecord) throws -> [CollectionRecord] {
        var all = [root]
        var next = 0
        while next < all.count {
            if all[next].kind == .collectionList { all += try children(of: all[next].row).filter(isSeen) }
            next += 1
        }
        return all
    }

    private func isSeen(_ collection: CollectionRecord) -> Bool {
        snapshot.visibility.seesCollection(ownedBy: collection.owner)
    }

    private func children(of folder: Int64) throws -> [CollectionRecord] {
        let select = try connection.statement(
            "SELECT member FROM folder_member WHERE container = ? ORDER BY position"
        )
        try select.bind(folder, at: 1)
        var children: [CollectionRecord] = []
        while try select.step() {
            if let child = try CollectionRecord(select.integer(0), connection) { children.append(child) }
        }
        return children
    }

    private mutating func moveOut(of folder: CollectionRecord, keeping doomed: Set<Int64>) throws {
        let left = try children(of: folder.row).filter { !doomed.contains($0.row) }
        guard !left.isEmpty else { return }
        var refuge = try parent(of: folder.row) ?? 0
        while doomed.contains(refuge) { refuge = try parent(of: refuge) ?? 0 }
        try willChangeMembers(ofRow: refuge)
        for child in left {
            try willChange(child, .parent)
            try ownerVisibility.willChangeParent(of: child, actor: app, connection)
            try folders.remove(child.row, from: folder.row)
            recorder.updated(child.object, .parent, owner: child.owner)
        }
        try folders.insert(left.map(\.row), into: refuge, before: nil)
    }

    private mutating func erase(_ collection: CollectionRecord) throws {
        try LocalChanges.notePurge(of: collection.row, collection.kind, time: time, connection)
        for sql in [
            "DELETE FROM album_member WHERE container = ?", "DELETE FROM folder_member WHERE member = ?",
            "DELETE FROM arriving_member WHERE container = ?", "DELETE FROM arriving_parent WHERE member = ?",
            "DELETE FROM collection WHERE row = ?",
        ] as [StaticString] {
            let delete = try connection.statement(sql)
            try delete.bind(collection.row, at: 1)
            try delete.run()
        }
        let forget = try connection.statement("DELETE FROM cloud_identifier WHERE kind = ? AND object = ?")
        try forget.bind(Int64(collection.kind.rawValue), at: 1)
        try forget.bind(collection.row, at: 2)
        try forget.run()
        recorder.deleted(collection.object, owner: collection.owner)
    }
}
