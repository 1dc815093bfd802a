internal import LibraryModel
internal import SQLiteDatabase

/// Numbers the transactions that each app with limited access sees.
///
/// A limited app counts only those, from 1 on: neither its tokens nor gaps between them disclose the activity of the
/// person and other apps. Numbers are assigned when a transaction is written, when it is settled what each app sees of
/// it.
enum SeenTransactions {
    /// Numbers the newest transaction for each app that sees any of its changes, which begin at a row.
    static func number(_ sequence: UInt64, changesFrom row: Int64, _ connection: Connection) throws {
        let select = try connection.statement("SELECT row FROM app WHERE read_write = 4")
        var apps: [Int64] = []
        while try select.step() { apps.append(select.integer(0)) }
        select.reset()
        for app in apps where try seesAnything(app, from: row, connection) {
            let insert = try connection.statement(
                """
                INSERT INTO seen_transaction (app, number, sequence) SELECT row, seen_count + 1, ?2 FROM app WHERE row = ?1
                """
            )
            try insert.bind(app, at: 1)
            try insert.bind(Int64(bitPattern: sequence), at: 2)
            try insert.run()
            let count = try connection.statement("UPDATE app SET seen_count = seen_count + 1 WHERE row = ?")
            try count.bind(app, at: 1)
            try count.run()
        }
    }

    private static func seesAnything(_ app: Int64, from row: Int64, _ connection: Connection) throws -> Bool {
        try connection.showing(.limited(app: app)) {
            let select = try connection.statement("SELECT 1 FROM limited_change WHERE row >= ? LIMIT 1")
            try select.bind(row, at: 1)
            return try select.step()
        }
    }

    /// One of these transactions.
    struct Entry {
        var number: UInt64
        var sequence: UInt64
    }

    /// What the reading app sees after a number, oldest first. Nothing where numbers are missing.
    static func entries(after number: UInt64, atMost count: Int, _ connection: Connection) throws -> [Entry] {
        let select = try connection.statement(
            "SELECT number, sequence FROM limited_number WHERE number > ? ORDER BY number LIMIT ?"
        )
        try select.bind(Int64(bitPattern: number), at: 1)
        try select.bind(Int64(count), at: 2)
        var entries: [Entry] = []
        while try select.step() {
            let entry = Entry(
                number: UInt64(bitPattern: select.integer(0)),
                sequence: UInt64(bitPattern: select.integer(1))
            )
            guard entry.number == number + UInt64(entries.count) + 1, entry.sequence > entries.last?.sequence ?? 0
            else { return [] }
            entries.append(entry)
        }
        return entries
    }

    /// The newest number of the reading app, and the one after which all are still kept.
    static func bounds(_ connection: Connection) throws -> (newest: UInt64, floor: UInt64) {
        let select = try connection.statement("SELECT seen_count, oldest_seen FROM own_app")
        guard try select.step() else { return (0, 0) }
        let newest = UInt64(clamping: select.integer(0))
        guard let oldest = select.optionalInteger(1).map({ UInt64(clamping: $0) }), oldest > 0 else {
            return (newest, newest)
        }
        return (newest, min(oldest - 1, newest))
    }
}
