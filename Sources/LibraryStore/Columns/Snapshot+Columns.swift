internal import AssetColumns
internal import LibraryModel
internal import SQLiteDatabase

/// What the columns in memory answer to a reader with full access: fetches in all assets or a smart album, by predicates
/// and an order that the columns have, and pages of properties. All checks of the request were made when its SQL was assembled, so
/// that errors are the same.
extension Snapshot {
    /// Fewer look-ups cost less than finding out which columns to ask.
    static let lookupsByColumns = 16

    /// The columns with exactly this snapshot's assets; nil when SQL has to answer.
    func assetTable() throws -> AssetTable? {
        guard let columns, columns.isKept, visibility.seesEverything else { return nil }
        return columns.table(of: try AssetVersion(self))
    }

    /// The number of matches; nil when SQL has to answer.
    func countByColumns(_ query: FetchQuery, _ sql: SQLText) throws -> Int? {
        guard let wanted = try query.columnQuery(sort: [], limit: 0, hidesPlaces: connection.hidesPlaces),
            let table = try assetTable()
        else { return nil }
        try sql.requireParameters(of: connection)
        columns?.noteAnswer()
        return try table.count(wanted) { try connection.checkInterruption() }
    }

    /// Adds the matches to `rows`. Returns false when SQL has to answer.
    func fetchByColumns(
        _ query: FetchQuery,
        _ sql: SQLText,
        _ request: FetchRequest,
        into rows: inout FetchedRows
    ) throws -> Bool {
        let hidesPlaces = connection.hidesPlaces
        guard let wanted = try query.columnQuery(sort: request.sort, limit: request.limit, hidesPlaces: hidesPlaces),
            let table = try assetTable()
        else { return false }
        try sql.requireParameters(of: connection)
        columns?.noteAnswer()
        let check = { try connection.checkInterruption() }
        let found = try table.rows(wanted, check: check)
        rows.idBytes = try table.identifierBytes(of: found, check: check)
        rows.setHints(found)
        return true
    }

    private static let shelfFlags = (UInt8.min...UInt8.max).map { Shelf(rawValue: Int64($0)).flags }

    /// Properties in the order of `ids`; nil when SQL has to answer.
    func assetsByColumns(_ ids: [ObjectID], hints: [RowHint], includesDeleted: Bool) throws -> AssetPage? {
        guard let table = try assetTable() else { return nil }
        columns?.noteAnswer()
        let reader = AssetTable.PageReader(
            hidesPlaces: connection.hidesPlaces,
            includesDeleted: includesDeleted,
            firstDeletedShelf: UInt8(Shelf.trashed.rawValue),
            flags: Snapshot.shelfFlags
        )
        return try table.page(of: ids, hints: hints, reader) { try connection.checkInterruption() }
    }
}
