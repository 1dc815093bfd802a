internal import LibraryModel
internal import SQLiteDatabase

/// Erases an asset from the tables, and schedules its unreferenced files for deletion.
enum AssetErasure {
    /// `newest`: the sequence of the block that erases it; nil when that is not the one that deleted it.
    static func erase(_ asset: Int64, time: Int64, newest: UInt64? = nil, _ connection: Connection) throws {
        try LocalChanges.notePurge(of: asset, .asset, time: time, connection)
        if let record = try CloudRecords(connection: connection).record(of: asset, .asset) {
            try ArrivingAssets(connection: connection).forget(record)
        }
        for sql in [
            "DELETE FROM album_member WHERE member = ?", "DELETE FROM adjustment WHERE asset = ?",
            "DELETE FROM asset_text WHERE asset = ?", "DELETE FROM keyword WHERE asset = ?",
            "DELETE FROM capture_facts WHERE asset = ?", "DELETE FROM keyword_path WHERE asset = ?",
            "DELETE FROM region WHERE asset = ?",
            "DELETE FROM cloud_identifier WHERE kind = 1 AND object = ?",
        ] as [StaticString] {
            let statement = try connection.statement(sql)
            try statement.bind(asset, at: 1)
            try statement.run()
        }
        try eraseResources("SELECT row, path, digest FROM resource WHERE asset = ?", asset, connection)
        // The sequence after the newest: apps with the asset selected keep seeing its changes up to now.
        let unselect = try connection.statement(
            """
            UPDATE selection SET until_sequence = ? WHERE asset = ? AND until_sequence IS NULL AND since_sequence < ?1
            """
        )
        let next = Int64(bitPattern: try (newest ?? HistoryHead(connection).sequence) + 1)
        try unselect.bind(next, at: 1)
        try unselect.bind(asset, at: 2)
        try unselect.run()
        // The rest was selected by the block that also erases the asset.
        let forget = try connection.statement("DELETE FROM selection WHERE asset = ? AND until_sequence IS NULL")
        try forget.bind(asset, at: 1)
        try forget.run()
        let delete = try connection.statement("DELETE FROM asset WHERE row = ?")
        try delete.bind(asset, at: 1)
        try delete.run()
    }

    /// Deletes the resources found by a query with one parameter and the columns row, path and digest.
    static func eraseResources(_ query: StaticString, _ parameter: Int64, _ connection: Connection) throws {
        let select = try connection.statement(query)
        try select.bind(parameter, at: 1)
        var found: [(row: Int64, path: String, digest: [UInt8])] = []
        while try select.step() { found.append((select.integer(0), select.text(1), select.blob(2))) }
        select.reset()
        for resource in found {
            let delete = try connection.statement("DELETE FROM resource WHERE row = ?")
            try delete.bind(resource.row, at: 1)
            try delete.run()
            let discard = try connection.statement(
                """
                INSERT OR IGNORE INTO discarded_file (path, digest) SELECT ?1, ?2
                WHERE NOT EXISTS (SELECT 1 FROM resource WHERE digest = ?2 AND path = ?1)
                """
            )
            try discard.bind(resource.path, at: 1)
            try discard.bind(resource.digest, at: 2)
            try discard.run()
        }
    }
}
