internal import LibraryModel
internal import SQLiteDatabase

/// Keeps the history of the last 30 days, and at least the newest million changes.
///
/// Change rows have no gaps, so the number of newer changes is a subtraction.
enum Retention {
    /// Drops a bounded number of the oldest transactions. Returns true when there are more to drop.
    static func prune(_ now: Int64, _ configuration: StoreConfiguration, _ connection: Connection) throws -> Bool {
        let head = try HistoryHead(connection)
        let select = try connection.statement(
            """
            SELECT sequence, first_change + change_count FROM change_transaction
            WHERE time < ? AND first_change + change_count <= ? ORDER BY sequence
            """
        )
        try select.bind(now - configuration.historyRetention, at: 1)
        try select.bind(head.nextChange - configuration.minimumKeptChanges, at: 2)
        var floor = head.floor
        var firstKept: Int64?
        let oldest = try oldestChange(connection)
        var hasMore = false
        while try select.step() {
            let sequence = UInt64(bitPattern: select.integer(0))
            // Only from the old end: after the clock was set back, older times follow newer ones.
            guard sequence == floor + 1 else { break }
            if let firstKept, firstKept - oldest >= configuration.maximumPrunedChanges {
                hasMore = true
                break
            }
            floor = sequence
            firstKept = max(select.integer(1), 0)
        }
        select.reset()
        guard let firstKept else { return false }
        try delete(upTo: floor, before: firstKept, connection)
        return hasMore
    }

    private static func oldestChange(_ connection: Connection) throws -> Int64 {
        let select = try connection.statement("SELECT min(row) FROM change")
        return try select.step() ? max(select.integer(0), 0) : 0
    }

    private static func delete(upTo floor: UInt64, before change: Int64, _ connection: Connection) throws {
        let floor = Int64(bitPattern: floor)
        for (sql, parameter) in [
            ("DELETE FROM change WHERE row < ?", change),
            ("DELETE FROM change_transaction WHERE sequence <= ?", floor),
            ("DELETE FROM seen_transaction WHERE sequence <= ?", floor),
            // Intervals that ended before the remaining history are no longer needed.
            ("DELETE FROM selection WHERE until_sequence IS NOT NULL AND until_sequence <= ?", floor),
            ("UPDATE library SET history_floor = ?", floor),
        ] as [(StaticString, Int64)] {
            let statement = try connection.statement(sql)
            try statement.bind(parameter, at: 1)
            try statement.run()
        }
    }
}
