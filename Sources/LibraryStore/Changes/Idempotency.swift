internal import LibraryModel
internal import SQLiteDatabase

/// Which change blocks were done, so that none is done twice. Keys are each app's own; 0 stands for the person.
///
/// A block that wrote nothing has no key here: doing it again is no harm. Keys are kept for
/// `StoreConfiguration.idempotencyRetention`, and of an app the newest `maximumAnsweredBlocks`.
struct Idempotency {
    let snapshot: Snapshot
    private let app: Int64

    init(_ snapshot: Snapshot) {
        self.snapshot = snapshot
        app = snapshot.visibility.app ?? 0
    }

    /// The answer that a block got; nil for one that is not known. Throws when the key is another block's.
    func answer(to block: ChangeBlock) throws -> ChangeToken? {
        let select = try snapshot.connection.statement(
            "SELECT sequence, visibility_epoch, block FROM own_answer WHERE key = ?"
        )
        try select.bind(block.idempotencyKey, at: 1)
        guard try select.step() else { return nil }
        if let known = select.optionalInteger(2), known != block.fingerprint {
            throw LibraryError(
                .invalidRequest,
                "the idempotency key was used for another block",
                details: ["key": "idempotency_key"]
            )
        }
        return snapshot.token(
            of: UInt64(bitPattern: select.integer(0)),
            visibilityEpoch: UInt64(bitPattern: select.integer(1))
        )
    }

    /// Keeps the answer to a block that wrote something.
    func record(_ block: ChangeBlock, _ token: ChangeToken, _ time: Int64, _ configuration: StoreConfiguration) throws {
        let number = try nextNumber()
        let insert = try snapshot.connection.statement(
            """
            INSERT INTO idempotency (app, key, sequence, time, visibility_epoch, block, number)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            """
        )
        try insert.bind(app, at: 1)
        try insert.bind(block.idempotencyKey, at: 2)
        try insert.bind(Int64(bitPattern: token.sequence), at: 3)
        try insert.bind(time, at: 4)
        try insert.bind(Int64(bitPattern: token.visibilityEpoch), at: 5)
        try insert.bind(block.fingerprint, at: 6)
        try insert.bind(number, at: 7)
        try insert.run()
        // The person's own tools are not counted.
        guard app != 0 else { return }
        let forget = try snapshot.connection.statement("DELETE FROM idempotency WHERE app = ? AND number <= ?")
        try forget.bind(app, at: 1)
        try forget.bind(number - configuration.maximumAnsweredBlocks, at: 2)
        try forget.run()
    }

    /// Which of the app's blocks this is; 0 of the person's.
    private func nextNumber() throws -> Int64 {
        let update = try snapshot.connection.statement("UPDATE app SET block_count = block_count + 1 WHERE row = ?")
        try update.bind(app, at: 1)
        try update.run()
        let select = try snapshot.connection.statement("SELECT block_count FROM app WHERE row = ?")
        try select.bind(app, at: 1)
        return try select.step() ? max(select.integer(0), 0) : 0
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
