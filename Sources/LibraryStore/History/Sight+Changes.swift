internal import LibraryModel
internal import SQLiteDatabase

/// Which changes are seen.
extension Sight {
    /// Whether anything that happened in a range of sequences is seen.
    func seesAnything(in sequences: ClosedRange<UInt64>, _ connection: Connection) throws -> Bool {
        guard reads else { return false }
        let first = try connection.statement(
            "SELECT first_change FROM change_transaction WHERE sequence >= ? ORDER BY sequence LIMIT 1"
        )
        try first.bind(Int64(bitPattern: sequences.lowerBound), at: 1)
        guard try first.step() else { return false }
        let changes = try changeStatement(connection)
        try changes.bind(first.integer(0), at: 1)
        while try changes.step(), UInt64(bitPattern: changes.integer(0)) <= sequences.upperBound {
            if changes.integer(5) != 0 { return true }
        }
        return false
    }

    /// Rows of (sequence, object kind, change kind, fields, object, whether it is seen) from a change on, whose row is
    /// parameter 1.
    func changeStatement(_ connection: Connection) throws -> Statement {
        guard case .limited(let app) = self else {
            return try connection.statement(
                """
                SELECT sequence, object_kind, change_kind, fields, object, scope IS NULL
                FROM change WHERE row >= ? ORDER BY row
                """
            )
        }
        let statement = try connection.statement(
            """
            SELECT c.sequence, c.object_kind, c.change_kind,
                CASE WHEN c.scope IS NULL AND c.object_kind <> 1 THEN c.owner_fields ELSE c.fields END,
                c.object,
                CASE
                WHEN c.scope IS NOT NULL THEN c.scope = ?2
                WHEN c.object_kind = 1 THEN EXISTS (
                    SELECT 1 FROM selection s WHERE s.app = ?2 AND s.asset = c.object_row
                    AND s.since_sequence <= c.sequence
                    AND (s.until_sequence IS NULL OR s.until_sequence > c.sequence))
                ELSE c.owner IS ?2 AND (c.change_kind <> 2 OR c.owner_fields <> 0)
                END
            FROM change c WHERE c.row >= ?1 ORDER BY c.row
            """
        )
        try statement.bind(app, at: 2)
        return statement
    }
}
