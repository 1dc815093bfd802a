internal import CloudSync
internal import LibraryModel
internal import SQLiteDatabase

/// The present values of an object, in the form in which records have them.
///
/// What another machine takes from the files (kind, size, duration, camera, burst, the halves of a Live Photo) has no
/// field.
struct PresentValues {
    let connection: Connection

    private var records: CloudRecords { CloudRecords(connection: connection) }

    /// Sets the fields of `change` that are in `fields`.
    func read(_ row: Int64, _ kind: ObjectKind, _ fields: LocalChanges.Fields, into change: inout SyncedChange) throws {
        switch kind {
        case .asset:
            try readProperties(row, fields, into: &change)
            try readTexts(row, fields, into: &change)
            if fields.contains(.content) { try readFiles(row, into: &change) }
        case .assetCollection, .collectionList:
            try readCollection(row, fields, into: &change)
            if kind == .assetCollection, fields.contains(.members) {
                change.sets.append(.init(SetNumber.members.rawValue, try members(of: row).map(\.bytes)))
            }
        }
    }

    // MARK: Assets

    private func readProperties(
        _ row: Int64,
        _ fields: LocalChanges.Fields,
        into change: inout SyncedChange
    ) throws {
        let select = try connection.statement(
            """
            SELECT creation_date, latitude, longitude, altitude, rating, trashed_at, added_date, is_favorite, shelf
            FROM asset WHERE row = ?
            """
        )
        try select.bind(row, at: 1)
        guard try select.step() else { return }
        func put(_ number: FieldNumber, _ value: [UInt8]?) { change.fields.append(.init(number.rawValue, value)) }
        if fields.contains(.creationDate) { put(.creationDate, select.optionalInteger(0).map(FieldValue.integer)) }
        if fields.contains(.location) {
            if let latitude = select.optionalReal(1), let longitude = select.optionalReal(2) {
                put(.location, FieldValue.coordinate(latitude, longitude, altitude: select.optionalReal(3)))
            } else {
                put(.location, nil)
            }
        }
        if fields.contains(.rating) {
            let rating = select.integer(4)
            put(.rating, rating == 0 ? nil : FieldValue.integer(rating))
        }
        if fields.contains(.trashed) { put(.trashed, select.optionalInteger(5).map(FieldValue.integer)) }
        if fields.isSuperset(of: .everything) { put(.addedDate, FieldValue.integer(select.integer(6))) }
        if fields.contains([.favorite, .hidden]) {
            var marks: [[UInt8]] = []
            if select.integer(7) != 0 { marks.append([Mark.favorite.rawValue]) }
            if Shelf(rawValue: select.integer(8)).contains(.hidden) { marks.append([Mark.hidden.rawValue]) }
            change.sets.append(.init(SetNumber.marks.rawValue, marks))
        }
    }

    private func readTexts(_ row: Int64, _ fields: LocalChanges.Fields, into change: inout SyncedChange) throws {
        if fields.contains([.title, .caption]) {
            let texts = try AssetTexts.titleAndCaption(of: row, connection)
            if fields.contains(.title) {
                change.fields.append(.init(FieldNumber.title.rawValue, texts.title.map(FieldValue.text)))
            }
            if fields.contains(.caption) {
                change.fields.append(.init(FieldNumber.caption.rawValue, texts.caption.map(FieldValue.text)))
            }
        }
        if fields.contains(.keywords) {
            let keywords = try AssetTexts.keywords(of: row, connection)
            change.sets.append(.init(SetNumber.keywords.rawValue, keywords.map(FieldValue.text)))
        }
    }

    /// The originals of an asset, as records have them.
    func originals(of row: Int64) throws -> ResourceList {
        ResourceList(try files(of: row).filter { !ResourceKind(rawValue: UInt32($0.kind)).isEdit })
    }

    private func readFiles(_ row: Int64, into change: inout SyncedChange) throws {
        // Files that are still to come belong to the values, which this machine does not show yet.
        let arriving = ArrivingAssets(connection: connection)
        if try !arriving.awaits(change.record, FieldNumber.originals.rawValue) {
            let originals = try originals(of: row)
            change.fields.append(
                .init(FieldNumber.originals.rawValue, originals.bytes, contents: originals.entries.map(\.content.bytes))
            )
        }
        if try arriving.awaits(change.record, FieldNumber.edit.rawValue) { return }
        let edit = try edit(of: row)
        let files = edit?.rendered.entries.map(\.content.bytes) ?? []
        change.fields.append(.init(FieldNumber.edit.rawValue, edit?.bytes, contents: files))
    }

    private func edit(of row: Int64) throws -> EditValue? {
        let rendered = ResourceList(try files(of: row).filter { ResourceKind(rawValue: UInt32($0.kind)).isEdit })
        let select = try connection.statement(
            "SELECT format_identifier, format_version, data FROM adjustment WHERE asset = ?"
        )
        try select.bind(row, at: 1)
        guard try select.step() else { return nil }
        return EditValue(
            formatIdentifier: select.text(0),
            formatVersion: select.text(1),
            data: select.blob(2),
            rendered: rendered
        )
    }

    /// All files of an asset, by kind.
    private func files(of row: Int64) throws -> [ResourceList.Entry] {
        let select = try connection.statement(
            "SELECT kind, filename, content_type, size, digest FROM resource WHERE asset = ? ORDER BY kind"
        )
        try select.bind(row, at: 1)
        var entries: [ResourceList.Entry] = []
        while try select.step() {
            guard let content = ContentDigest(bytes: select.blob(4)) else {
                throw LibraryError.invalidDigest
            }
            entries.append(
                ResourceList.Entry(
                    kind: UInt16(clamping: select.integer(0)),
                    filename: select.text(1),
                    contentType: select.text(2),
                    size: UInt64(clamping: select.integer(3)),
                    content: content
                )
            )
        }
        return entries
    }

    // MARK: Albums and folders

    private func readCollection(
        _ row: Int64,
        _ fields: LocalChanges.Fields,
        into change: inout SyncedChange
    ) throws {
        let select = try connection.statement(
            """
            SELECT c.title, c.place, f.container, a.record FROM collection c
            LEFT JOIN folder_member f ON f.member = c.row LEFT JOIN arriving_parent a ON a.member = c.row
            WHERE c.row = ?
            """
        )
        try select.bind(row, at: 1)
        guard try select.step() else { return }
        let (title, place, container) = (select.text(0), select.isNull(1) ? nil : select.blob(1), select.integer(2))
        let arriving = select.isNull(3) ? nil : select.blob(3)
        select.reset()
        if fields.contains(.title) {
            change.fields.append(.init(FieldNumber.title.rawValue, FieldValue.text(title)))
        }
        if fields.contains(.parent) {
            let parent = try container == 0 ? arriving : records.record(of: container, .collectionList)?.bytes
            change.fields.append(.init(FieldNumber.parent.rawValue, parent))
            change.fields.append(.init(FieldNumber.place.rawValue, place))
        }
    }

    /// The members of an album in order, with those that are still to come where they belong.
    private func members(of album: Int64) throws -> [ObjectID] {
        var waiting: [Int64: [ObjectID]] = [:]
        let arriving = try connection.statement(
            "SELECT follows, record FROM arriving_member WHERE container = ? ORDER BY rank"
        )
        try arriving.bind(album, at: 1)
        while try arriving.step() { waiting[arriving.integer(0), default: []].append(try arriving.identifier(1)) }
        let select = try connection.statement(
            """
            SELECT m.member, i.record FROM album_member m
            JOIN cloud_identifier i ON i.kind = 1 AND i.object = m.member WHERE m.container = ? ORDER BY m.position
            """
        )
        try select.bind(album, at: 1)
        var members = waiting.removeValue(forKey: 0) ?? []
        while try select.step() {
            members.append(try select.identifier(1))
            members += waiting.removeValue(forKey: select.integer(0)) ?? []
        }
        // Those whose predecessor has left the album.
        return members + waiting.sorted { $0.key < $1.key }.flatMap(\.value)
    }
}
