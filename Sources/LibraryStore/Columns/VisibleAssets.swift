internal import AssetColumns
internal import LibraryModel

/// The columns with exactly the assets of a snapshot, as its reader sees them.
struct VisibleAssets {
    private let table: AssetTable
    /// What the reader sees of them, by expression and by row; nil for all.
    private let shown: (expression: AssetExpression, rows: RowSet)?
    private let hidesPlaces: Bool

    /// Nil when SQL has to answer.
    init?(_ snapshot: Snapshot) throws {
        hidesPlaces = snapshot.connection.hidesPlaces
        switch snapshot.visibility {
        case .full:
            guard let table = try snapshot.assetTable() else { return nil }
            (self.table, shown) = (table, nil)
        case .limited(let app):
            guard let columns = snapshot.columns, let table = columns.table(of: try AssetVersion(snapshot))
            else { return nil }
            let rows = try snapshot.selectedRows(of: app, columns.selections)
            (self.table, shown) = (table, (Visibility.expressionOfLimitedAssets, rows))
        case .addOnly, .none: return nil
        }
    }

    /// A query without what the reader does not see.
    private func confined(_ query: AssetQuery) -> AssetQuery {
        var query = query
        query.hidesPlaces = hidesPlaces
        if let shown {
            query.expression = .all([shown.expression, query.expression])
            query.among = shown.rows
        }
        return query
    }

    func count(_ query: AssetQuery, check: () throws -> Void) throws -> Int {
        try table.count(confined(query), check: check)
    }

    func extent(
        _ query: AssetQuery,
        _ date: AssetDate = .creation,
        check: () throws -> Void
    ) throws -> AssetExtent {
        try table.extent(of: confined(query), date, check: check)
    }

    func rows(_ query: AssetQuery, check: () throws -> Void) throws -> [UInt32] {
        try table.rows(confined(query), check: check)
    }

    /// The result of a fetch that has found some of `rows`.
    func fetched(_ rows: [UInt32], givesHints: Bool) -> FetchedRows {
        FetchedRows(rows, of: table, givesHints: givesHints)
    }

    /// The row of an asset that is not in the trash.
    func row(of id: ObjectID) -> UInt32? {
        guard let row = table.row(of: id, onShelf: { $0 < Shelf.trashed.rawValue }) else { return nil }
        if let shown, !shown.rows.contains(row) { return nil }
        return row
    }
}
