internal import AssetColumns
internal import SQLiteDatabase

/// The columns in memory, for tests, benchmarks and the verification of the library.
extension LibraryStore {
    /// Waits until the columns are in memory. Returns false if they will not be.
    package func waitForColumns() -> Bool { columns.waitUntilLoaded() }

    /// How many requests the columns have answered.
    package var columnAnswerCount: Int { columns.answerCount }

    /// How many requests SQL has answered from candidates of the columns.
    package var columnCandidateCount: Int { columns.candidateCount }
}

extension AssetTable {
    /// Whether the table has exactly the assets of the database, and finds each.
    func isEqual(to connection: Connection) throws -> Bool {
        let select = try connection.statement(assembled: "SELECT \(AssetRecord.selection) FROM asset ORDER BY row")
        var found = 0
        while try select.step() {
            guard let record = AssetRecord(select), self.record(of: record.row) == record else { return false }
            found += 1
        }
        return found == count && isConsistent
    }
}
