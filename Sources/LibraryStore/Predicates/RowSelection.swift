internal import AssetColumns
internal import LibraryModel

/// Rows of assets that only SQL finds, all or most of them.
struct RowSelection: Hashable {
    /// Selects the rows.
    var statement: SQLText
    /// Nil when filenames do not matter, or not in the way in which they are in memory.
    var filenames: Filenames?

    /// The same in two parts.
    struct Filenames: Hashable {
        /// Selects the rows that are found by other texts.
        let others: SQLText
        /// The others have a filename that contains it (`FilenameTexts`).
        let part: [UInt8]

        /// Nil for an empty part, which every name contains.
        init?(_ part: [UInt8], others: SQLText) {
            if part.isEmpty { return nil }
            (self.part, self.others) = (part, others)
        }
    }

    func rows(_ snapshot: Snapshot) throws -> RowSet {
        guard let filenames, let named = try snapshot.columns?.filenames.rows(containing: filenames.part, snapshot)
        else { return try RowSet(ofFirstColumn: try statement.prepared(by: snapshot.connection)) }
        var rows = try RowSet(ofFirstColumn: try filenames.others.prepared(by: snapshot.connection))
        rows.formUnion(named)
        return rows
    }
}
