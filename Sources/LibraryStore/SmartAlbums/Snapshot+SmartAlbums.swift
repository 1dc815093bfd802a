internal import AssetColumns
internal import LibraryModel
internal import SQLiteDatabase

/// Smart albums as objects. The row of a smart album is its negative raw value.
extension Snapshot {
    /// Returns the visible smart album of an identifier.
    func smartAlbum(_ id: ObjectID) -> SmartAlbum? {
        guard let album = SmartAlbum(id, in: identity.id), album.exists(for: visibility) else { return nil }
        return album
    }

    /// Returns the smart albums of a subtype, or of all except recently deleted, which only a fetch of its subtype
    /// finds.
    func smartAlbums(subtype: UInt32?) -> [SmartAlbum] {
        let albums: [SmartAlbum] =
            if let subtype {
                SmartAlbum(rawValue: subtype).map { [$0] } ?? []
            } else {
                SmartAlbum.allCases.filter { $0 != .recentlyDeleted }
            }
        return albums.filter { $0.exists(for: visibility) }
    }

    /// Albums and folders as `c`, with these smart albums.
    func collectionSource(with albums: [SmartAlbum]) -> SQLText {
        guard !albums.isEmpty else { return SQLText("seen_collection c") }
        var sql = SQLText("(SELECT row, id, kind, title FROM seen_collection")
        for album in albums {
            sql += " UNION ALL SELECT "
            sql += .integer(album.row)
            sql += ", "
            sql += .identifier(album.identifier(in: identity.id))
            sql += ", "
            sql += .integer(Int64(ObjectKind.assetCollection.rawValue))
            sql += ", "
            sql += .text(album.title)
        }
        sql += ") c"
        return sql
    }

    /// The query of the members of a smart album.
    func members(of album: SmartAlbum, _ request: FetchRequest) throws -> FetchQuery {
        var newest: Int64?
        if album == .recentlyAdded, let assets = try VisibleAssets(self) {
            newest = try assets.extent(AssetQuery(.range(AssetTerm(.shelf), 0...0)), .added) {
                try connection.checkInterruption()
            }.last
        }
        return FetchQuery.members(of: album, request, visibility, newestAddition: newest)
    }

    /// Returns counts and dates of smart albums' members.
    func smartAlbumMembers(_ albums: [SmartAlbum]) throws -> [SmartAlbum: AlbumMembers] {
        if albums.isEmpty { return [:] }
        var members = try membersByColumns(albums)
        let others = albums.filter { members[$0] == nil }
        // Those that one index covers are counted in one scan.
        let byTrait = others.filter { $0.trait != nil }
        if !byTrait.isEmpty { try addByTrait(byTrait, to: &members) }
        for album in others where album.trait == nil {
            let query = try self.members(of: album, FetchRequest(.smartAlbums(subtype: nil)))
            let select = try query.selecting(SQLText(AlbumMembers.columns)).prepared(by: connection)
            guard try select.step() else { continue }
            members[album] = AlbumMembers(select, firstColumn: 0)
        }
        return members
    }

    /// Of the albums that the columns in memory have.
    private func membersByColumns(_ albums: [SmartAlbum]) throws -> [SmartAlbum: AlbumMembers] {
        guard let assets = try VisibleAssets(self) else { return [:] }
        var members: [SmartAlbum: AlbumMembers] = [:]
        for album in albums {
            let query = try self.members(of: album, FetchRequest(.smartAlbums(subtype: nil)))
            guard let wanted = try query.columnQuery(sort: [], limit: 0) else { continue }
            columns?.noteAnswer()
            members[album] = AlbumMembers(try assets.extent(wanted) { try connection.checkInterruption() })
        }
        return members
    }

    private func addByTrait(_ albums: [SmartAlbum], to members: inout [SmartAlbum: AlbumMembers]) throws {
        var sql = SQLText("SELECT a.media_kind, a.is_favorite, a.media_subtypes, ")
        sql += AlbumMembers.columns
        sql += " FROM "
        sql += visibility.assets
        sql += " a WHERE a.shelf = 0 GROUP BY 1, 2, 3"
        let select = try sql.prepared(by: connection)
        while try select.step() {
            let (kind, isFavorite, subtypes) = (select.integer(0), select.integer(1) != 0, select.integer(2))
            let group = AlbumMembers(select, firstColumn: 3)
            for album in albums
            where album.trait?.matches(kind: kind, subtypes: subtypes, isFavorite: isFavorite) == true {
                members[album, default: AlbumMembers(count: 0)].add(group)
            }
        }
    }
}

extension SmartAlbum {
    var row: Int64 { -Int64(rawValue) }

    init?(row: Int64) {
        guard row < 0, let rawValue = UInt32(exactly: row.magnitude) else { return nil }
        self.init(rawValue: rawValue)
    }
}

/// The number of an album's members, and their first and last date.
struct AlbumMembers {
    var count: UInt32
    var first: Int64?
    var last: Int64?

    init(count: UInt32) {
        self.count = count
    }

    static let columns: StaticString = "count(*), min(a.creation_date), max(a.creation_date)"

    /// Reads `columns`.
    init(_ row: borrowing Statement, firstColumn: Int32) {
        count = UInt32(clamping: row.integer(firstColumn))
        first = row.optionalInteger(firstColumn + 1)
        last = row.optionalInteger(firstColumn + 2)
    }

    init(_ extent: AssetExtent) {
        (count, first, last) = (UInt32(clamping: extent.count), extent.first, extent.last)
    }

    mutating func add(_ other: AlbumMembers) {
        count = UInt32(clamping: UInt64(count) + UInt64(other.count))
        if let date = other.first { first = min(first ?? date, date) }
        if let date = other.last { last = max(last ?? date, date) }
    }
}
