internal import LibraryModel
internal import SQLiteDatabase

/// Migrates a database to this program's version, or refuses one of a newer program.
enum Migration {
    /// "OPKL": distinguishes a library from other SQLite files.
    static let applicationID: Int64 = 0x4F50_4B4C

    /// Call this first on the writer's connection. Throws `refusal` when the database would have to be changed.
    static func run(
        on connection: Connection,
        newIdentifier: () -> ObjectID,
        refusal: LibraryError? = nil,
        migrations: [String] = Schema.migrations
    ) throws {
        let version = try pragma("PRAGMA user_version", connection)
        let application = try pragma("PRAGMA application_id", connection)
        if version == 0 {
            let tables = try pragma("SELECT count(*) FROM sqlite_schema", connection)
            guard tables == 0 else {
                throw LibraryError(.invalidRequest, "the database file is not a photo library")
            }
        } else if application != applicationID {
            throw LibraryError(.invalidRequest, "the database file is not a photo library")
        }
        guard version >= 0 else { throw LibraryError(.invalidRequest, "the database file is not a photo library") }
        guard version <= migrations.count else {
            throw LibraryError(
                .invalidRequest,
                "the library was written by a newer version of this program",
                details: ["version": String(version), "supported": String(migrations.count)]
            )
        }
        guard version < migrations.count else { return }
        if let refusal { throw refusal }
        try connection.execute("BEGIN IMMEDIATE")
        do {
            for script in migrations[Int(version)...] { try connection.executeScript(script) }
            if version == 0 {
                try connection.execute("PRAGMA application_id = \(applicationID)")
                try createLibrary(connection, newIdentifier)
            }
            try connection.execute("PRAGMA user_version = \(migrations.count)")
            try connection.execute("COMMIT")
        } catch {
            if connection.isInTransaction { try connection.execute("ROLLBACK") }
            throw error
        }
    }

    private static func createLibrary(_ connection: Connection, _ newIdentifier: () -> ObjectID) throws {
        let id = newIdentifier()
        let insert = try connection.statement(
            "INSERT INTO library (one, id, history_epoch, history_floor, mint_key) VALUES (1, ?, ?, 0, ?)"
        )
        try insert.bind(high: id.high, low: id.low, at: 1)
        try insert.bind(Int64(bitPattern: newIdentifier().low), at: 2)
        try insert.bind(newIdentifier().bytes + newIdentifier().bytes, at: 3)
        try insert.run()
    }

    private static func pragma(_ sql: StaticString, _ connection: Connection) throws -> Int64 {
        let statement = try connection.statement(sql)
        guard try statement.step() else { return 0 }
        return statement.integer(0)
    }
}
