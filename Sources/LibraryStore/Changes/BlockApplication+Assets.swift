internal import LibraryModel
internal import SQLiteDatabase

/// Changes of asset properties, deletion and recovery.
extension BlockApplication {
    mutating func updateAsset(_ id: ObjectID, _ update: AssetUpdate) throws {
        let row = try requireAssetRow(id)
        try update.validate()
        // Whether setting a place is a change would disclose the present one.
        guard update.location == nil || !connection.hidesPlaces else {
            throw LibraryError(.changeNotSupported, "an app that gets no places cannot change any")
        }
        let object = ChangeRecorder.Object(kind: .asset, row: row, id: id)
        for field in update.fields { try willChange(object, field) }
        let fields = try write(update, to: row)
        guard !fields.isEmpty else { return }
        if !fields.isDisjoint(with: [.hidden, .creationDate]) {
            for album in try albums(of: row) { try willChangeSummary(of: album, by: row) }
        }
        recorder.updated(object, fields)
        if fields.contains(.hidden) { try settleBurst(of: row) }
    }

    /// Writes properties without history. Returns the fields that differ from before.
    func write(_ update: AssetUpdate, to row: Int64) throws -> ChangedFields {
        guard var asset = try CurrentAsset(row, connection) else { throw LibraryError.noSuchObject }
        let fields = asset.apply(update).union(try AssetTexts.apply(update, to: row, connection))
        if !fields.isEmpty { try asset.write(fields, row, time, connection) }
        return fields
    }

    mutating func deleteAssets(_ ids: [ObjectID]) throws {
        for id in ids {
            let row = try requireAssetRow(id)
            let object = ChangeRecorder.Object(kind: .asset, row: row, id: id)
            // The history would lose what happened in between, and undo could not restore it.
            guard app == nil || !recorder.isBack(object) else {
                throw LibraryError(.changeNotSupported, "an asset cannot be recovered and deleted in one block")
            }
            try willChange(object, [])
            try touchAlbums(of: row)
            let trash = try connection.statement("UPDATE asset SET shelf = shelf | 4, trashed_at = ? WHERE row = ?")
            try trash.bind(time, at: 1)
            try trash.bind(row, at: 2)
            try trash.run()
            recorder.deleted(object)
            try settleBurst(of: row)
            // The block itself created it: nobody has ever seen it.
            if recorder.isNew(object) { try AssetErasure.erase(row, time: time, connection) }
        }
    }

    mutating func recoverAssets(_ ids: [ObjectID]) throws {
        guard snapshot.visibility.seesEverything else { throw LibraryError.noSuchObject }
        for id in ids {
            let lookup = try connection.statement("SELECT row FROM every_asset WHERE id = ? AND shelf >= 4")
            try lookup.bind(id, at: 1)
            guard try lookup.step() else { throw LibraryError.noSuchObject }
            let row = lookup.integer(0)
            lookup.reset()
            let object = ChangeRecorder.Object(kind: .asset, row: row, id: id)
            try willChange(object, [])
            try touchAlbums(of: row)
            let recover = try connection.statement(
                "UPDATE asset SET shelf = shelf & ~4, trashed_at = NULL WHERE row = ?"
            )
            try recover.bind(row, at: 1)
            try recover.run()
            recorder.inserted(object)
            try settleBurst(of: row)
        }
    }

    /// The albums lose or regain a visible member.
    private mutating func touchAlbums(of asset: Int64) throws {
        for album in try albums(of: asset) { try willChangeMembers(of: album) }
    }

    func albums(of asset: Int64) throws -> [CollectionRecord] {
        let select = try connection.statement(
            """
            SELECT c.row, c.id, c.owner FROM album_member j CROSS JOIN collection c ON c.row = j.container
            WHERE j.member = ?
            """
        )
        try select.bind(asset, at: 1)
        var albums: [CollectionRecord] = []
        while try select.step() {
            albums.append(
                CollectionRecord(
                    row: select.integer(0),
                    id: try select.identifier(1),
                    kind: .assetCollection,
                    owner: select.optionalInteger(2)
                )
            )
        }
        return albums
    }
}

/// The mutable properties of an asset.
private struct CurrentAsset {
    var creationDate: Int64?
    var location: Coordinate?
    var isFavorite: Bool
    var shelf: Shelf
    var rating: Int64
    var traits: AssetPage.Flags

    /// Returns nil for a row that does not exist.
    init?(_ row: Int64, _ connection: Connection) throws {
        let select = try connection.statement(
            """
            SELECT creation_date, latitude, longitude, altitude, is_favorite, shelf, rating, traits
            FROM asset WHERE row = ?
            """
        )
        try select.bind(row, at: 1)
        guard try select.step() else { return nil }
        creationDate = select.optionalInteger(0)
        if let latitude = select.optionalReal(1), let longitude = select.optionalReal(2) {
            location = Coordinate(latitude: latitude, longitude: longitude, altitude: select.optionalReal(3))
        }
        isFavorite = select.integer(4) != 0
        shelf = Shelf(rawValue: select.integer(5))
        rating = select.integer(6)
        traits = AssetPage.Flags(rawValue: UInt32(truncatingIfNeeded: select.integer(7)))
    }

    /// Performs the changes. Returns the fields that differ from before.
    mutating func apply(_ update: AssetUpdate) -> ChangedFields {
        let before = self
        switch update.creationDate {
        case .set(let date): creationDate = AssetUpdate.stored(creationDate: date)
        case .clear: creationDate = nil
        case nil: break
        }
        switch update.location {
        case .set(let place): location = place
        case .clear: location = nil
        case nil: break
        }
        if let value = update.isFavorite { isFavorite = value }
        if let value = update.isHidden { if value { shelf.insert(.hidden) } else { shelf.remove(.hidden) } }
        if let value = update.rating { rating = Int64(value) }
        var fields: ChangedFields = []
        if creationDate != before.creationDate { fields.insert(.creationDate) }
        if location != before.location { fields.insert(.location) }
        if isFavorite != before.isFavorite { fields.insert(.favorite) }
        if shelf != before.shelf { fields.insert(.hidden) }
        if rating != before.rating { fields.insert(.rating) }
        set(.hasCreationDate, creationDate != nil)
        set(.hasLocation, location != nil)
        set(.hasAltitude, location?.altitude != nil)
        return fields
    }

    private mutating func set(_ trait: AssetPage.Flags, _ value: Bool) {
        if value { traits.insert(trait) } else { traits.remove(trait) }
    }

    /// Names only the columns of `fields`: SQLite rewrites every index with a named column.
    func write(_ fields: ChangedFields, _ row: Int64, _ time: Int64, _ connection: Connection) throws {
        var sql = SQLText("UPDATE asset SET modification_date = ")
        sql += .integer(time)
        sql +=
            fields == .location
            ? ", unplaced_modification_date = ifnull(unplaced_modification_date, modification_date)"
            : ", unplaced_modification_date = NULL"
        if fields.contains(.creationDate) {
            sql += ", capture_offset = NULL, creation_date = "
            sql += SQLText(creationDate.map { .integer($0) })
            sql += ", capture_source = "
            sql += SQLText(creationDate.map { _ in .integer(Int64(CaptureDate.Source.given.rawValue)) })
        }
        if fields.contains(.location) {
            sql += ", latitude = "
            sql += SQLText(location.map { .real($0.latitude) })
            sql += ", longitude = "
            sql += SQLText(location.map { .real($0.longitude) })
            sql += ", altitude = "
            sql += SQLText(location?.altitude.map { .real($0) })
        }
        if !fields.isDisjoint(with: [.creationDate, .location]) {
            sql += ", traits = "
            sql += .integer(Int64(traits.rawValue))
        }
        if fields.contains(.favorite) {
            sql += ", is_favorite = "
            sql += .integer(isFavorite ? 1 : 0)
        }
        if fields.contains(.hidden) {
            sql += ", shelf = "
            sql += .integer(shelf.rawValue)
        }
        if fields.contains(.rating) {
            sql += ", rating = "
            sql += .integer(rating)
        }
        sql += " WHERE row = "
        sql += .integer(row)
        try sql.prepared(by: connection).run()
    }
}

extension AssetUpdate {
    /// The mutable columns.
    fileprivate var fields: [ChangedFields] {
        var fields: [ChangedFields] = []
        if creationDate != nil { fields.append(.creationDate) }
        if location != nil { fields.append(.location) }
        if isFavorite != nil { fields.append(.favorite) }
        if isHidden != nil { fields.append(.hidden) }
        if rating != nil { fields.append(.rating) }
        if title != nil { fields.append(.title) }
        if caption != nil { fields.append(.caption) }
        if keywords != nil || !removedKeywords.isEmpty || !addedKeywords.isEmpty { fields.append(.keywords) }
        return fields
    }
}

extension SQLText {
    /// A parameter, or NULL.
    fileprivate init(_ value: Value?) {
        if let value { self.init(value) } else { self.init("NULL" as StaticString) }
    }
}
