internal import CloudSync
internal import LibraryModel
internal import SQLiteDatabase

/// Blobs that a library gets by the hundred thousand, when a device joins.
///
/// `reference` and `listed` are in the order of digests, which are random: each of very many rows would be written into
/// a page of its own, a page of 4 KiB for 60 bytes, again and again. So from some on, rows are added to the tables
/// `added_reference` and `added_listing` in the order in which they come, and inserted in the order of the digests many
/// at a time, or when something is looked up.
extension SyncDatabase {
    /// Rows after the last look-up from which on more are only added: as many as a look-up inserts in milliseconds.
    private static let insertedAtOnce = 1_024
    /// Added rows that are inserted together. Sorting them takes some 100 bytes of memory each.
    package static let maximumAdditions = 262_144

    /// How rows get into the tables.
    struct Additions {
        /// Rows in `added_reference` and `added_listing`.
        var count = 0
        /// Rows of both kinds since the last look-up.
        var sinceLookUp = 0
    }

    func createAdditions() throws(SQLiteError) {
        try connection.executeScript(
            """
            CREATE TABLE added_reference (blob BLOB, record BLOB);
            CREATE TABLE added_listing (list INTEGER, blob BLOB);
            """
        )
    }

    func readAdditions() throws(SQLiteError) {
        additions.count = Int(
            try number("SELECT (SELECT count(*) FROM added_reference) + (SELECT count(*) FROM added_listing)")
        )
        let statement = try connection.statement(
            "SELECT list, count(*) FROM (SELECT list FROM listed UNION ALL SELECT list FROM added_listing) GROUP BY list"
        )
        while try statement.step() {
            guard let number = UInt8(exactly: statement.integer(0)), let list = BlobList(rawValue: number) else {
                throw .damaged
            }
            counts[list] = Int(statement.integer(1))
        }
    }

    func add(_ blob: BlobID, of record: ObjectID) throws(SQLiteError) {
        let statement =
            try isAdding()
            ? connection.statement("INSERT INTO added_reference VALUES (?, ?)")
            : connection.statement("INSERT OR REPLACE INTO reference VALUES (?, ?)")
        try statement.bind(blob.bytes, at: 1)
        try statement.bind(high: record.high, low: record.low, at: 2)
        try statement.run()
    }

    func add(_ blob: BlobID, to list: BlobList) throws(SQLiteError) {
        let statement =
            try isAdding()
            ? connection.statement("INSERT INTO added_listing VALUES (?, ?)")
            : connection.statement("INSERT OR IGNORE INTO listed VALUES (?, ?)")
        try statement.bind(Int64(list.rawValue), at: 1)
        try statement.bind(blob.bytes, at: 2)
        try statement.run()
        counts[list, default: 0] += connection.changedRowCount
    }

    /// Whether the next row is added, not inserted.
    private func isAdding() throws(SQLiteError) -> Bool {
        additions.sinceLookUp += 1
        if additions.sinceLookUp <= SyncDatabase.insertedAtOnce { return false }
        if additions.count >= maximumAdditions { try insertAdditions() }
        additions.count += 1
        return true
    }

    /// Before something is looked up, or removed.
    func prepareLookUp() {
        additions.sinceLookUp = 0
        if additions.count > 0 { write { () throws(SQLiteError) in try insertAdditions() } }
    }

    private func insertAdditions() throws(SQLiteError) {
        try connection.execute(
            "INSERT OR IGNORE INTO reference SELECT blob, record FROM added_reference ORDER BY blob, record"
        )
        try connection.execute("DELETE FROM added_reference")
        for list in BlobList.allCases {
            let added = try connection.statement("SELECT count(*) FROM added_listing WHERE list = ?")
            try added.bind(Int64(list.rawValue), at: 1)
            let count = try added.step() ? Int(added.integer(0)) : 0
            let insert = try connection.statement(
                "INSERT OR IGNORE INTO listed SELECT list, blob FROM added_listing WHERE list = ? ORDER BY blob"
            )
            try insert.bind(Int64(list.rawValue), at: 1)
            try insert.run()
            // Some were in the list already.
            counts[list, default: 0] -= count - connection.changedRowCount
        }
        try connection.execute("DELETE FROM added_listing")
        additions.count = 0
    }
}
