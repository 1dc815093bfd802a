internal import LibraryModel
internal import SQLiteDatabase

/// How far the sync engine has read the local changes, and how far the first synchronisation has come.
struct SyncPosition {
    /// Of the newest local change. Starts at 1: 0 is an engine that has read nothing.
    var position: Int64
    /// The position after which the engine has asked: it has everything up to here, durably.
    var confirmed: Int64
    /// The first synchronisation enters everything that is there: the rows from which it goes on; nil when it is done.
    var nextAsset: Int64?
    var nextCollection: Int64?

    var isComplete: Bool { nextAsset == nil && nextCollection == nil }

    /// Everything that is there counts as changed.
    init(restartingAt position: Int64) {
        self.position = position
        confirmed = position
        nextAsset = 0
        nextCollection = 0
    }

    /// Nil in a library that is not synchronised.
    init?(_ connection: Connection) throws {
        let select = try connection.statement(
            "SELECT position, confirmed, next_asset, next_collection FROM sync_state"
        )
        guard try select.step() else { return nil }
        position = select.integer(0)
        confirmed = select.integer(1)
        nextAsset = select.optionalInteger(2)
        nextCollection = select.optionalInteger(3)
    }

    func write(_ connection: Connection) throws {
        let write = try connection.statement(
            """
            INSERT OR REPLACE INTO sync_state (one, position, confirmed, next_asset, next_collection)
            VALUES (1, ?, ?, ?, ?)
            """
        )
        try write.bind(position, at: 1)
        try write.bind(confirmed, at: 2)
        try write.bind(nextAsset, at: 3)
        try write.bind(nextCollection, at: 4)
        try write.run()
    }
}
