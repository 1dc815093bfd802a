internal import LibraryModel
internal import SQLiteDatabase

/// Putting back what was there before. Everything goes through the steps of ordinary changes where there are such, so that
/// observers, dates and owners with limited sight are told as of any change of the person's.
extension BlockApplication {
    /// Puts an album or folder back that was deleted. It is nowhere until its place is put back, too.
    mutating func restore(_ id: ObjectID, _ key: FieldKey, _ former: FormerCollection) throws {
        let owner = try former.owner.flatMap { try isApp($0) ? $0 : nil }
        let insert = try connection.statement(
            "INSERT INTO collection (row, id, kind, title, owner, owner_modification_date) VALUES (?, ?, ?, ?, ?, ?)"
        )
        try insert.bind(key.row, at: 1)
        try insert.bind(id, at: 2)
        try insert.bind(Int64(key.kind.rawValue), at: 3)
        try insert.bind(former.title, at: 4)
        try insert.bind(owner, at: 5)
        try insert.bind(former.ownerModificationDate, at: 6)
        try insert.run()
        if let record = former.record {
            let insert = try connection.statement(
                "INSERT OR IGNORE INTO cloud_identifier (kind, object, record) VALUES (?, ?, ?)"
            )
            try insert.bind(Int64(key.kind.rawValue), at: 1)
            try insert.bind(key.row, at: 2)
            try insert.bind(record, at: 3)
            try insert.run()
        }
        let member = try connection.statement(
            """
            INSERT INTO album_member (member, container, position)
            SELECT row, ?2, ?3 FROM asset WHERE row = ?1
            """
        )
        for entry in former.members {
            try member.bind(entry.row, at: 1)
            try member.bind(key.row, at: 2)
            try member.bind(entry.position, at: 3)
            try member.run()
        }
        recorder.inserted(
            ChangeRecorder.Object(kind: key.kind, row: key.row, id: id),
            owner: owner
        )
    }

    /// Puts a value back. False where that is not possible any more.
    mutating func restore(_ key: FieldKey, _ id: ObjectID, _ former: FormerValue) throws -> Bool {
        switch (key.kind, key.field) {
        case (.asset, []): return try restoreExistence(id, key, former)
        case (.asset, .content): return try restoreEdit(id, former)
        case (.asset, _):
            guard try snapshot.assetRow(id) == key.row else { return false }
            return try restoreProperty(id, key, former)
        case (.assetCollection, .members): return try restoreMember(key, former)
        case (_, .parent): return try restorePlacement(key, former)
        case (_, .title):
            guard case .text(let title) = former, try CollectionRow(key.row, connection) != nil else { return false }
            try renameCollection(key.kind, id, title)
            return true
        default: return false
        }
    }

    // MARK: Assets

    private mutating func restoreExistence(_ id: ObjectID, _ key: FieldKey, _ former: FormerValue) throws -> Bool {
        switch former {
        case .there:
            let lookup = try connection.statement("SELECT 1 FROM asset WHERE row = ? AND id = ? AND shelf >= 4")
            try lookup.bind(key.row, at: 1)
            try lookup.bind(id, at: 2)
            guard try lookup.step() else { return false }
            lookup.reset()
            try recoverAssets([id])
            return true
        case .trashed:
            guard try snapshot.assetRow(id) == key.row else { return false }
            try deleteAssets([id])
            return true
        default: return false
        }
    }

    private mutating func restoreProperty(_ id: ObjectID, _ key: FieldKey, _ former: FormerValue) throws -> Bool {
        var update = AssetUpdate()
        switch (key.field, former) {
        case (.creationDate, .date(let date, _, _)): update.creationDate = .set(date)
        case (.creationDate, .nothing): update.creationDate = .clear
        case (.location, .place(let place)): update.location = .set(place)
        case (.location, .nothing): update.location = .clear
        case (.favorite, _): update.isFavorite = former == .number(1)
        case (.hidden, _): update.isHidden = former == .number(1)
        case (.rating, .number(let rating)): update.rating = UInt32(clamping: rating)
        case (.title, .text(let text)): update.title = .set(text)
        case (.title, .nothing): update.title = .clear
        case (.caption, .text(let text)): update.caption = .set(text)
        case (.caption, .nothing): update.caption = .clear
        case (.keywords, .texts(let texts)): update.keywords = texts
        case (.keywords, .nothing): update.keywords = []
        default: return false
        }
        try updateAsset(id, update)
        guard case .date(_, let offset, let source) = former else { return true }
        // How the date was come by, too.
        let write = try connection.statement("UPDATE asset SET capture_offset = ?, capture_source = ? WHERE row = ?")
        try write.bind(offset, at: 1)
        try write.bind(source, at: 2)
        try write.bind(key.row, at: 3)
        try write.run()
        return true
    }

    private mutating func restoreEdit(_ id: ObjectID, _ former: FormerValue) throws -> Bool {
        guard try snapshot.assetRow(id) != nil else { return false }
        guard case .edit(let edit) = former else {
            try revertAdjustment(id)
            return true
        }
        let metadata = MediaMetadata(
            kind: .image,
            contentType: edit.contentType,
            pixelWidth: UInt32(clamping: edit.pixelWidth),
            pixelHeight: UInt32(clamping: edit.pixelHeight)
        )
        let rendered = ObjectID.random()
        files[rendered] = StagedFile(
            metadata: metadata,
            filename: edit.filename,
            relativePath: edit.path,
            size: edit.size,
            sha256: edit.digest
        )
        try setAdjustment(
            id,
            Adjustment(
                rendered: rendered,
                formatIdentifier: edit.formatIdentifier,
                formatVersion: edit.formatVersion,
                data: edit.data
            )
        )
        return true
    }

    // MARK: Albums and folders

    private mutating func restoreMember(_ key: FieldKey, _ former: FormerValue) throws -> Bool {
        guard let album = try CollectionRow(key.row, connection) else { return false }
        let order = OrderedMembers(table: .album, connection: connection)
        guard case .position(_, let position) = former else {
            guard try order.contains(key.member, in: key.row) else { return false }
            try willChangeMembers(of: album)
            try order.remove(key.member, from: key.row)
            return true
        }
        guard try isAsset(key.member) else { return false }
        try willChangeMembers(of: album)
        try order.remove(key.member, from: key.row)
        try put(key.member, in: key.row, .album, position)
        return true
    }

    /// An album or folder that was put back and cannot be where it was comes to the top level.
    mutating func placeAnywhere(_ key: FieldKey) throws {
        guard try CollectionRow(key.row, connection) != nil, try parent(of: key.row) == nil else { return }
        try folders.insert([key.row], into: 0, before: nil)
    }

    private mutating func restorePlacement(_ key: FieldKey, _ former: FormerValue) throws -> Bool {
        guard case .position(let container, let position) = former,
            let collection = try CollectionRow(key.row, connection)
        else { return false }
        guard try container == 0 || isFolder(container), try !isInside(container, key.row) else { return false }
        if let old = try parent(of: key.row) {
            try willChangeMembers(ofRow: old)
            if old != container {
                try ownersSight.willChangeParent(of: collection, actor: app, connection)
                recorder.updated(collection.object, .parent, owner: collection.owner)
            }
            try folders.remove(key.row, from: old)
        }
        try willChangeMembers(ofRow: container)
        try put(key.row, in: container, .folder, position)
        return true
    }

    /// Puts a member at the very position that it had, or when that is taken before who took it.
    private func put(
        _ member: Int64,
        in container: Int64,
        _ table: OrderedMembers.Table,
        _ position: Int64
    ) throws {
        let next = try next(in: container, table, from: position)
        guard next != position else {
            return try OrderedMembers(table: table, connection: connection)
                .insert([member], into: container, before: next)
        }
        let insert =
            switch table {
            case .album:
                try connection.statement("INSERT INTO album_member (member, container, position) VALUES (?, ?, ?)")
            case .folder:
                try connection.statement("INSERT INTO folder_member (member, container, position) VALUES (?, ?, ?)")
            }
        try insert.bind(member, at: 1)
        try insert.bind(container, at: 2)
        try insert.bind(position, at: 3)
        try insert.run()
    }

    /// The position of the first member at a position or behind it; nil for the end.
    private func next(in container: Int64, _ table: OrderedMembers.Table, from position: Int64) throws -> Int64? {
        let select =
            switch table {
            case .album:
                try connection.statement("SELECT min(position) FROM album_member WHERE container = ? AND position >= ?")
            case .folder:
                try connection.statement(
                    "SELECT min(position) FROM folder_member WHERE container = ? AND position >= ?"
                )
            }
        try select.bind(container, at: 1)
        try select.bind(position, at: 2)
        return try select.step() ? select.optionalInteger(0) : nil
    }

    /// Whether a container is a collection itself, or anywhere in it.
    private func isInside(_ container: Int64, _ collection: Int64) throws -> Bool {
        var ancestor = container
        while ancestor != 0 {
            if ancestor == collection { return true }
            ancestor = try parent(of: ancestor) ?? 0
        }
        return false
    }

    private func isFolder(_ row: Int64) throws -> Bool {
        try CollectionRow(row, connection)?.kind == .collectionList
    }

    private func isAsset(_ row: Int64) throws -> Bool {
        let select = try connection.statement("SELECT 1 FROM asset WHERE row = ?")
        try select.bind(row, at: 1)
        return try select.step()
    }

    private func isApp(_ row: Int64) throws -> Bool {
        let select = try connection.statement("SELECT 1 FROM app WHERE row = ?")
        try select.bind(row, at: 1)
        return try select.step()
    }
}
