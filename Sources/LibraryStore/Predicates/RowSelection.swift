internal import AssetColumns
internal import LibraryModel

/// Rows of assets that only SQL finds, all or most of them.
struct RowSelection: Hashable {
    /// Selects the rows.
    var statement: SQLText
    /// The same in two parts; nil when none of it is in memory.
    var inMemory: InMemory?

    /// A selection of which `SearchedTexts` knows a part.
    struct InMemory: Hashable {
        /// Selects the rows that are found by other texts.
        let others: SQLText
        /// The rest have a text in memory that contains it.
        let part: [UInt8]

        /// Nil for an empty part, which every text contains.
        init?(_ part: [UInt8], others: SQLText) {
            if part.isEmpty { return nil }
            (self.part, self.others) = (part, others)
        }
    }

    func rows(_ snapshot: Snapshot) throws -> RowSet {
        guard let inMemory, let known = try snapshot.columns?.searchedTexts.rows(containing: inMemory.part, snapshot)
        else { return try RowSet(ofFirstColumn: try statement.prepared(by: snapshot.connection)) }
        var rows = try RowSet(ofFirstColumn: try inMemory.others.prepared(by: snapshot.connection))
        rows.formUnion(known)
        return rows
    }
}
