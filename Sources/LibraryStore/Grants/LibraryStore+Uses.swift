package import LibraryModel
internal import SQLiteDatabase

/// What apps did with the library, and when.
extension LibraryStore {
    /// What an app did since this was last stored.
    package struct NewUse: Hashable, Sendable {
        /// When it last did anything, in microseconds since 1970.
        package var time: Int64
        package var days: [AppDay]

        package init(time: Int64, days: [AppDay] = []) {
            self.time = time
            self.days = days
        }
    }

    /// Adds to what is known of apps, by identity. Ignores unknown apps and earlier times; keeps the latest days of use
    /// (`AppDay.keptDays`).
    package func noteUsed(_ uses: [String: NewUse]) throws(LibraryError) {
        guard !uses.isEmpty else { return }
        try write { context in
            for (app, use) in uses {
                let select = try context.connection.statement("SELECT row FROM app WHERE identity = ?")
                try select.bind(app, at: 1)
                guard try select.step() else { continue }
                let row = select.integer(0)
                select.reset()
                let update = try context.connection.statement(
                    "UPDATE app SET last_used = max(last_used, ?) WHERE row = ?"
                )
                try update.bind(use.time, at: 1)
                try update.bind(row, at: 2)
                try update.run()
                for day in use.days { try LibraryStore.add(day, ofApp: row, context.connection) }
            }
        }
    }

    private static func add(_ day: AppDay, ofApp app: Int64, _ connection: Connection) throws {
        let select = try connection.statement(
            """
            SELECT day, looked_at, read, taken, changed, added, deleted FROM app_day WHERE app = ? AND day = ?
            """
        )
        try select.bind(app, at: 1)
        try select.bind(day.day, at: 2)
        let sum = try select.step() ? AppDay(select, 0).adding(day) : day
        select.reset()
        let insert = try connection.statement("INSERT OR REPLACE INTO app_day VALUES (?, ?, ?, ?, ?, ?, ?, ?)")
        let counts = [sum.lookedAt, sum.read, sum.taken, sum.changed, sum.added, sum.deleted]
        for (place, value) in ([app, sum.day] + counts.map { Int64($0) }).enumerated() {
            try insert.bind(value, at: Int32(place + 1))
        }
        try insert.run()
        let prune = try connection.statement(
            """
            DELETE FROM app_day WHERE app = ?1 AND day NOT IN
                (SELECT day FROM app_day WHERE app = ?1 ORDER BY day DESC LIMIT ?2)
            """
        )
        try prune.bind(app, at: 1)
        try prune.bind(AppDay.keptDays, at: 2)
        try prune.run()
    }

    /// By the app's row, latest first.
    static func appDays(_ connection: Connection) throws -> [Int64: [AppDay]] {
        let select = try connection.statement(
            """
            SELECT app, day, looked_at, read, taken, changed, added, deleted FROM app_day ORDER BY app, day DESC
            """
        )
        var days: [Int64: [AppDay]] = [:]
        while try select.step() { days[select.integer(0), default: []].append(AppDay(select, 1)) }
        return days
    }
}

extension AppDay {
    /// From a row with the day in this column, and the counts after it.
    fileprivate init(_ row: borrowing Statement, _ column: Int32) {
        self.init(
            day: row.integer(column),
            lookedAt: Int(row.integer(column + 1)),
            read: Int(row.integer(column + 2)),
            taken: Int(row.integer(column + 3)),
            changed: Int(row.integer(column + 4)),
            added: Int(row.integer(column + 5)),
            deleted: Int(row.integer(column + 6))
        )
    }
}
