internal import AssetColumns
internal import LibraryModel
internal import SQLiteDatabase

/// What one block of the writer changed in the table of assets.
struct AssetEdits: Sendable {
    let before: AssetVersion
    let after: AssetVersion
    /// Nil when the columns are too narrow for an asset.
    let edits: [AssetEdit]?

    /// Reads the assets again that the connection has noted. Nil when there are none.
    static func noted(since before: AssetVersion, _ connection: Connection) throws -> AssetEdits? {
        let rows = connection.notedRows
        guard !rows.isEmpty else { return nil }
        let select = try connection.statement(assembled: "SELECT \(AssetRecord.selection) FROM asset WHERE row = ?")
        var edits: [AssetEdit]? = []
        edits?.reserveCapacity(rows.count)
        for row in rows {
            try select.bind(row, at: 1)
            if try select.step() {
                if let record = AssetRecord(select) { edits?.append(.set(record)) } else { edits = nil }
            } else if let row = UInt32(exactly: row) {
                edits?.append(.removed(row: row))
            } else {
                edits = nil
            }
            select.reset()
        }
        return AssetEdits(before: before, after: try AssetVersion(connection), edits: edits)
    }
}
