package import LibraryModel
internal import SQLiteDatabase

/// The person's preferences for apps, besides access.
extension LibraryStore {
    /// The preferences that the server needs before it shows an app's question.
    package struct AppPreferences: Hashable, Sendable {
        package var confirmsChanges = true
        package var isSilenced = false
        package var hidesPlaces = false
    }

    /// An unknown app has the defaults.
    package func preferences(of app: String) throws(LibraryError) -> AppPreferences {
        try read { connection in
            let select = try connection.statement(
                "SELECT confirms_changes, is_silenced, hides_places FROM app WHERE identity = ?"
            )
            try select.bind(app, at: 1)
            guard try select.step() else { return AppPreferences() }
            return AppPreferences(
                confirmsChanges: select.integer(0) != 0,
                isSilenced: select.integer(1) != 0,
                hidesPlaces: select.integer(2) != 0
            )
        }
    }

    /// Notes that the person picked photos for an app.
    package func notePicked(_ count: Int, for app: String, claimedName: String) throws(LibraryError) {
        try noteSeen(app, claimedName: claimedName)
        let time = configuration.clock()
        try write { context in
            let update = try context.connection.statement(
                "UPDATE app SET picked_count = picked_count + ?, last_picked = ? WHERE identity = ?"
            )
            try update.bind(Int64(count), at: 1)
            try update.bind(time, at: 2)
            try update.bind(app, at: 3)
            try update.run()
        }
    }

    /// The existing assets of an app's selection, in the order in which they were added to the library.
    package func selection(of app: String) throws(LibraryError) -> [ObjectID] {
        try read { connection in
            let select = try connection.statement("SELECT row FROM app WHERE identity = ?")
            try select.bind(app, at: 1)
            guard try select.step() else { return [] }
            return try LibraryStore.selection(ofRow: select.integer(0), connection)
        }
    }

    static func selection(ofRow app: Int64, _ connection: Connection) throws -> [ObjectID] {
        let select = try connection.statement(
            """
            SELECT a.id FROM selection s CROSS JOIN asset a ON a.row = s.asset
            WHERE s.app = ? AND s.until_sequence IS NULL AND a.shelf < 4 ORDER BY a.row
            """
        )
        try select.bind(app, at: 1)
        var assets: [ObjectID] = []
        while try select.step() { assets.append(try select.identifier(0)) }
        return assets
    }

    /// Resets expired grants, so that their apps ask again. Returns these apps, and when the next grant expires, in
    /// microseconds since 1970. Reading is refused from the expiry on by itself; this also expires change tokens.
    package func endGrants() throws(LibraryError) -> (ended: [String], next: Int64?) {
        let time = configuration.clock()
        let (isDue, next) = try read { connection in
            let select = try connection.statement(
                "SELECT min(read_write_until), min(CASE WHEN read_write_until > ? THEN read_write_until END) FROM app"
            )
            try select.bind(time, at: 1)
            guard try select.step() else { return (false, Int64?.none) }
            return (select.optionalInteger(0).map { $0 <= time } ?? false, select.optionalInteger(1))
        }
        guard isDue else { return ([], next) }
        let ended = try write(as: .decision) { context in
            // Checked again: there may have been a new decision.
            let select = try context.connection.statement("SELECT identity FROM app WHERE read_write_until <= ?")
            try select.bind(time, at: 1)
            var ended: [String] = []
            while try select.step() { ended.append(select.text(0)) }
            let update = try context.connection.statement(
                """
                UPDATE app SET read_write = 0, read_write_until = NULL, visibility_epoch = visibility_epoch + 1
                WHERE read_write_until <= ?
                """
            )
            try update.bind(time, at: 1)
            try update.run()
            return ended
        }
        return (ended, next)
    }
}
