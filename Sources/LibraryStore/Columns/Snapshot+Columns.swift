internal import AssetColumns
internal import LibraryModel
internal import SQLiteDatabase

/// Fetches that the columns in memory answer: those of a reader with full access, in all assets or a smart album, by
/// predicates and an order that the columns have. All checks of the request were made when its SQL was assembled, so
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
}
