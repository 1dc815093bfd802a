internal import LibraryModel
internal import SQLiteDatabase

/// Finds rows of visible objects by identifier.
struct RowLookup: ~Copyable {
    private let statement: Statement
    /// Answers in place of the statement.
    private let visible: VisibleAssets?

    /// `visible`: those of the snapshot, for assets.
    init(_ snapshot: Snapshot, _ kind: ObjectKind, _ visible: VisibleAssets? = nil) throws {
        statement = try RowLookup.statement(snapshot.connection, kind)
        self.visible = visible
    }

    private static func statement(_ connection: Connection, _ kind: ObjectKind) throws -> Statement {
        if kind == .asset { return try connection.statement("SELECT row FROM seen_asset WHERE id = ?") }
        let statement = try connection.statement("SELECT row FROM seen_collection WHERE id = ? AND kind = ?")
        try statement.bind(Int64(kind.rawValue), at: 2)
        return statement
    }

    func row(of id: ObjectID) throws -> Int64? {
        if let visible { return visible.row(of: id).map { Int64($0) } }
        try statement.bind(id, at: 1)
        defer { statement.reset() }
        return try statement.step() ? statement.integer(0) : nil
    }
}

extension Snapshot {
    /// Returns the row of a visible asset.
    func assetRow(_ id: ObjectID) throws -> Int64? { try RowLookup(self, .asset).row(of: id) }

    /// Returns the row of a visible album or folder; of either when `kind` is nil.
    func collectionRow(_ id: ObjectID, kind: ObjectKind?) throws -> Int64? {
        for candidate in [ObjectKind.assetCollection, .collectionList] where kind == nil || kind == candidate {
            if let row = try RowLookup(self, candidate).row(of: id) { return row }
        }
        return nil
    }

    /// Whether an asset is a visible member of an album.
    func isMember(_ asset: Int64, ofAlbum album: Int64) throws -> Bool {
        let select = try connection.statement(
            assembled: "SELECT 1 FROM \(visibility.members) WHERE row = ? AND container = ? AND shelf < 4"
        )
        try select.bind(asset, at: 1)
        try select.bind(album, at: 2)
        return try select.step()
    }
}
