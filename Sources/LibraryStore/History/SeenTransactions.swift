internal import LibraryModel
internal import SQLiteDatabase

/// The numbers under which apps with limited access know the transactions that they see.
///
/// A limited app's history counts what it sees, from 1 on, and nothing else: neither its tokens nor the gaps between
/// them tell how much the person and other apps work with the library. The numbers are given when the transaction is
/// written, while what each app sees of it is what it will ever see.
enum SeenTransactions {
    /// Numbers a transaction, whose changes are written, for each app that sees something of it.
    static func number(_ sequence: UInt64, _ connection: Connection) throws {
        let select = try connection.statement("SELECT row FROM app WHERE read_write = 4")
        var apps: [Int64] = []
        while try select.step() { apps.append(select.integer(0)) }
        select.reset()
        for app in apps where try Sight.limited(app: app).seesAnything(in: sequence...sequence, connection) {
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

    /// The newest number of an app, and the one after which all are still there.
    static func bounds(of app: Int64, _ connection: Connection) throws -> (newest: UInt64, floor: UInt64) {
        let select = try connection.statement(
            "SELECT seen_count, (SELECT min(number) FROM seen_transaction WHERE app = ?1) FROM app WHERE row = ?1"
        )
        try select.bind(app, at: 1)
        guard try select.step() else { return (0, 0) }
        let newest = UInt64(clamping: select.integer(0))
        guard let oldest = select.optionalInteger(1).map({ UInt64(clamping: $0) }), oldest > 0 else {
            return (newest, newest)
        }
        return (newest, min(oldest - 1, newest))
    }
}
