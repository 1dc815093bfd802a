internal import AssetColumns
internal import LibraryModel
internal import SQLiteDatabase

/// What one block of the writer changed in the table of assets.
struct AssetEdits: Sendable {
    let before: AssetVersion
    let after: AssetVersion
    /// Nil when the columns are too narrow for an asset.
    let edits: [AssetEdit]?
    /// Whether assets are gone from the tables.
    var hasErased = false

    /// Rows between two noted ones that a scan passes over: fewer cost less than seeking the next one.
    private static let maximumGap: Int64 = 4

    /// Reads the assets again that the connection has noted. Nil when there are none.
    static func noted(since before: AssetVersion, _ connection: Connection) throws -> AssetEdits? {
        let rows = connection.notedRows.sorted()
        guard !rows.isEmpty else { return nil }
        let select = try connection.statement(
            assembled: "SELECT \(AssetRecord.selection) FROM asset WHERE row BETWEEN ? AND ? ORDER BY row"
        )
        var edits: [AssetEdit]? = []
        var hasErased = false
        edits?.reserveCapacity(rows.count)
        var next = 0
        while next < rows.count {
            var end = next + 1
            while end < rows.count, rows[end] - rows[end - 1] <= AssetEdits.maximumGap { end += 1 }
            try add(rows[next..<end], from: select, to: &edits, &hasErased)
            next = end
        }
        return AssetEdits(before: before, after: try AssetVersion(connection), edits: edits, hasErased: hasErased)
    }

    /// Reads ascending rows, some of which may be gone, in one scan.
    private static func add(
        _ rows: ArraySlice<Int64>,
        from select: borrowing Statement,
        to edits: inout [AssetEdit]?,
        _ hasErased: inout Bool
    ) throws {
        guard let first = rows.first, let last = rows.last else { return }
        var missing = rows
        func addMissing(below row: Int64?) {
            while let gone = missing.first, row.map({ gone < $0 }) ?? true {
                missing.removeFirst()
                hasErased = true
                if let gone = UInt32(exactly: gone) { edits?.append(.removed(row: gone)) } else { edits = nil }
            }
        }
        try select.bind(first, at: 1)
        try select.bind(last, at: 2)
        while try select.step() {
            let row = select.integer(0)
            addMissing(below: row)
            // A neighbour that did not change.
            guard missing.first == row else { continue }
            missing.removeFirst()
            if let record = AssetRecord(select) { edits?.append(.set(record)) } else { edits = nil }
        }
        addMissing(below: nil)
        select.reset()
    }
}
