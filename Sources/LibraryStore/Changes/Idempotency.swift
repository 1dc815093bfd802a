internal import LibraryModel
internal import SQLiteDatabase

/// Which change blocks were done, so that none is done twice. Keys are each app's own; 0 stands for the person.
enum Idempotency {
    /// The answer that a block got.
    static func sequence(of key: ObjectID, _ app: Int64?, _ connection: Connection) throws -> UInt64? {
        let select = try connection.statement("SELECT sequence FROM idempotency WHERE app = ? AND key = ?")
        try select.bind(app ?? 0, at: 1)
        try select.bind(key, at: 2)
        return try select.step() ? UInt64(bitPattern: select.integer(0)) : nil
    }

    static func record(
        _ key: ObjectID,
        _ app: Int64?,
        _ sequence: UInt64,
        _ time: Int64,
        _ connection: Connection
    ) throws {
        let insert = try connection.statement(
            "INSERT INTO idempotency (app, key, sequence, time) VALUES (?, ?, ?, ?)"
        )
        try insert.bind(app ?? 0, at: 1)
        try insert.bind(key, at: 2)
        try insert.bind(Int64(bitPattern: sequence), at: 3)
        try insert.bind(time, at: 4)
        try insert.run()
    }

    /// Forgets what was answered before `time`, at most `limit` of it.
    static func prune(before time: Int64, limit: Int64, _ connection: Connection) throws -> Bool {
        let delete = try connection.statement(
            """
            DELETE FROM idempotency WHERE (app, key) IN
                (SELECT app, key FROM idempotency WHERE time < ? ORDER BY time LIMIT ?)
            """
        )
        try delete.bind(time, at: 1)
        try delete.bind(limit, at: 2)
        try delete.run()
        return connection.changedRowCount >= limit
    }
}
