internal import LibraryModel
internal import SQLiteDatabase

/// The numbers under which apps with limited access know the transactions that they see.
///
/// A limited app's history counts what it sees, from 1 on, and nothing else: neither its tokens nor the gaps between
/// them tell how much the person and other apps work with the library. The numbers are given when the transaction is
/// written, while what each app sees of it is what it will ever see.
enum SeenTransactions {
    /// Numbers the newest transaction, whose changes are written from a row on, for each app that sees something of it.
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

    /// The newest number of the app that reads, and the one after which all are still there.
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
