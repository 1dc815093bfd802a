internal import LibraryModel
internal import SQLiteDatabase

/// Finds rows of visible objects by identifier, one after the other.
struct RowLookup: ~Copyable {
    private let statement: Statement

    /// Nil when nothing of the kind can be seen.
    init?(_ snapshot: Snapshot, _ kind: ObjectKind) throws {
        guard let statement = try RowLookup.statement(snapshot, kind) else { return nil }
        self.statement = statement
    }

    private static func statement(_ snapshot: Snapshot, _ kind: ObjectKind) throws -> Statement? {
        let connection = snapshot.connection
        switch (kind, snapshot.sight) {
        case (_, .addOnly), (_, .none): return nil
        case (.asset, .full):
            return try connection.statement("SELECT row FROM asset WHERE id = ? AND shelf < 4")
        case (.asset, .limited(let app)):
            let statement = try connection.statement(
                """
                SELECT a.row FROM asset a WHERE a.id = ? AND a.shelf < 4 AND EXISTS (
                    SELECT 1 FROM selection s WHERE s.app = ? AND s.asset = a.row AND s.until_sequence IS NULL)
                """
            )
            try statement.bind(app, at: 2)
            return statement
        case (_, .full):
            let statement = try connection.statement("SELECT row FROM collection WHERE id = ? AND kind = ?")
            try statement.bind(Int64(kind.rawValue), at: 2)
            return statement
        case (_, .limited(let app)):
            let statement = try connection.statement(
                "SELECT row FROM collection WHERE id = ? AND kind = ? AND owner = ?"
            )
            try statement.bind(Int64(kind.rawValue), at: 2)
            try statement.bind(app, at: 3)
            return statement
        }
    }

    func row(of id: ObjectID) throws -> Int64? {
        try statement.bind(id, at: 1)
        defer { statement.reset() }
        return try statement.step() ? statement.integer(0) : nil
    }
}

extension Snapshot {
    /// The row of an asset that is seen.
    func assetRow(_ id: ObjectID) throws -> Int64? {
        guard let lookup = try RowLookup(self, .asset) else { return nil }
        return try lookup.row(of: id)
    }

    /// The row of an album or folder that is seen; nil for `kind` means either.
    func collectionRow(_ id: ObjectID, kind: ObjectKind?) throws -> Int64? {
        for candidate in [ObjectKind.assetCollection, .collectionList] where kind == nil || kind == candidate {
            guard let lookup = try RowLookup(self, candidate) else { return nil }
            if let row = try lookup.row(of: id) { return row }
        }
        return nil
    }
}
