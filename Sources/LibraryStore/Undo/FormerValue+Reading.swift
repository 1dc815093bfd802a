internal import LibraryModel
internal import SQLiteDatabase

/// Reading the present value of a field.
extension FormerValue {
    /// Returns nil for an object that does not exist, not even recently deleted, and for an unknown field.
    init?(of key: FieldKey, _ connection: Connection) throws {
        let value: FormerValue? =
            switch (key.kind, key.field) {
            case (.asset, .title), (.asset, .caption):
                try FormerValue.text(of: key.row, isTitle: key.field == .title, connection)
            case (.asset, .keywords): try FormerValue.keywords(of: key.row, connection)
            case (.asset, .content): try FormerValue.edit(of: key.row, connection)
            case (.asset, _): try FormerValue.property(key.field, of: key.row, connection)
            case (.assetCollection, .members): try FormerValue.membership(of: key.member, in: key.row, connection)
            case (_, .parent): try FormerValue.placement(of: key.row, connection)
            case (_, .title): try FormerValue.title(ofCollection: key.row, connection)
            case (_, []): try CollectionRecord(key.row, connection) == nil ? .nothing : .there
            default: nil
            }
        guard let value else { return nil }
        self = value
    }

    /// Returns everything about an album or folder, before its deletion; nil when it does not exist.
    init?(deleting collection: CollectionRecord, _ connection: Connection) throws {
        let select = try connection.statement(
            """
            SELECT c.title, c.owner_modification_date, f.container, f.position, i.record FROM collection c
            LEFT JOIN folder_member f ON f.member = c.row
            LEFT JOIN cloud_identifier i ON i.kind = c.kind AND i.object = c.row WHERE c.row = ?
            """
        )
        try select.bind(collection.row, at: 1)
        guard try select.step() else { return nil }
        var former = FormerCollection(
            title: select.text(0),
            owner: collection.owner,
            ownerModificationDate: select.optionalInteger(1),
            container: select.integer(2),
            position: select.integer(3),
            record: select.isNull(4) ? nil : select.blob(4),
            members: []
        )
        select.reset()
        if collection.kind == .assetCollection {
            let members = try connection.statement(
                "SELECT member, position FROM album_member WHERE container = ? ORDER BY position"
            )
            try members.bind(collection.row, at: 1)
            while try members.step() {
                former.members.append(FormerCollection.Member(row: members.integer(0), position: members.integer(1)))
            }
        }
        self = .collection(former)
    }

    private static func property(
        _ field: ChangedFields,
        of asset: Int64,
        _ connection: Connection
    ) throws -> FormerValue? {
        let select = try connection.statement(
            """
            SELECT creation_date, capture_offset, capture_source, latitude, longitude, altitude, is_favorite, shelf,
                rating, trashed_at
            FROM asset WHERE row = ?
            """
        )
        try select.bind(asset, at: 1)
        guard try select.step() else { return nil }
        func flag(_ isSet: Bool) -> FormerValue { isSet ? .number(1) : .nothing }
        switch field {
        case []: return select.optionalInteger(9).map { .trashed($0) } ?? .there
        case .creationDate:
            return select.optionalInteger(0).map {
                .date($0, offset: select.optionalInteger(1), source: select.optionalInteger(2))
            } ?? .nothing
        case .location:
            guard let latitude = select.optionalReal(3), let longitude = select.optionalReal(4) else { return .nothing }
            return .place(Coordinate(latitude: latitude, longitude: longitude, altitude: select.optionalReal(5)))
        case .favorite: return flag(select.integer(6) != 0)
        case .hidden: return flag(Shelf(rawValue: select.integer(7)).contains(.hidden))
        case .rating: return .number(select.integer(8))
        default: return nil
        }
    }

    private static func text(of asset: Int64, isTitle: Bool, _ connection: Connection) throws -> FormerValue {
        let texts = try AssetTexts.titleAndCaption(of: asset, connection)
        return (isTitle ? texts.title : texts.caption).map { .text($0) } ?? .nothing
    }

    private static func keywords(of asset: Int64, _ connection: Connection) throws -> FormerValue {
        let keywords = try AssetTexts.keywords(of: asset, connection)
        return keywords.isEmpty ? .nothing : .texts(keywords)
    }

    private static func edit(of asset: Int64, _ connection: Connection) throws -> FormerValue {
        let select = try connection.statement(
            "SELECT format_identifier, format_version, data FROM adjustment WHERE asset = ?"
        )
        try select.bind(asset, at: 1)
        guard try select.step() else { return .nothing }
        let (identifier, version, data) = (select.text(0), select.text(1), select.blob(2))
        select.reset()
        guard let picture = try movie(.fullSizePhoto, of: asset, connection)?.file else { return .nothing }
        return .edit(
            FormerEdit(
                formatIdentifier: identifier,
                formatVersion: version,
                data: data,
                picture: picture,
                movie: try movie(.fullSizePairedVideo, of: asset, connection)
            )
        )
    }

    /// A rendered file; for a picture, the times mean nothing.
    private static func movie(
        _ kind: ResourceKind,
        of asset: Int64,
        _ connection: Connection
    ) throws -> FormerMovie? {
        let select = try connection.statement(
            """
            SELECT path, digest, filename, content_type, size, pixel_width, pixel_height, duration, still_time
            FROM resource WHERE asset = ? AND kind = ?
            """
        )
        try select.bind(asset, at: 1)
        try select.bind(Int64(kind.rawValue), at: 2)
        guard try select.step() else { return nil }
        return FormerMovie(
            file: FormerFile(
                path: select.text(0),
                digest: select.blob(1),
                filename: select.text(2),
                contentType: select.text(3),
                size: select.integer(4),
                pixelWidth: select.integer(5),
                pixelHeight: select.integer(6)
            ),
            duration: select.real(7),
            stillTime: select.optionalReal(8)
        )
    }

    private static func membership(of member: Int64, in album: Int64, _ connection: Connection) throws -> FormerValue {
        let select = try connection.statement("SELECT position FROM album_member WHERE member = ? AND container = ?")
        try select.bind(member, at: 1)
        try select.bind(album, at: 2)
        return try select.step() ? .position(container: album, select.integer(0)) : .nothing
    }

    private static func placement(of collection: Int64, _ connection: Connection) throws -> FormerValue? {
        let select = try connection.statement("SELECT container, position FROM folder_member WHERE member = ?")
        try select.bind(collection, at: 1)
        return try select.step() ? .position(container: select.integer(0), select.integer(1)) : nil
    }

    private static func title(ofCollection row: Int64, _ connection: Connection) throws -> FormerValue? {
        let select = try connection.statement("SELECT title FROM collection WHERE row = ?")
        try select.bind(row, at: 1)
        return try select.step() ? .text(select.text(0)) : nil
    }
}
