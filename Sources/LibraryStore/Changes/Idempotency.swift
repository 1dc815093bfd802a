internal import LibraryModel
internal import SQLiteDatabase

/// The performed change blocks, so that none is performed twice. Keys are per app; 0 is the person.
///
/// Blocks without changes have no key: repeating them is harmless. Keys are kept for
/// `StoreConfiguration.idempotencyRetention`, and per app the newest `maximumAnsweredBlocks`.
struct Idempotency {
    let snapshot: Snapshot
    private let app: Int64

    init(_ snapshot: Snapshot) {
        self.snapshot = snapshot
        app = snapshot.visibility.app ?? 0
    }

    /// Returns the recorded reply of a block; nil for an unknown key. Throws when the key belongs to a different block.
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

    /// Records the reply to a block with changes.
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
        // The person has no limit.
        guard app != 0 else { return }
        let forget = try snapshot.connection.statement("DELETE FROM idempotency WHERE app = ? AND number <= ?")
        try forget.bind(app, at: 1)
        try forget.bind(number - configuration.maximumAnsweredBlocks, at: 2)
        try forget.run()
    }

    /// The number of this block among the app's; 0 for the person.
    private func nextNumber() throws -> Int64 {
        let update = try snapshot.connection.statement("UPDATE app SET block_count = block_count + 1 WHERE row = ?")
        try update.bind(app, at: 1)
        try update.run()
        let select = try snapshot.connection.statement("SELECT block_count FROM app WHERE row = ?")
        try select.bind(app, at: 1)
        return try select.step() ? max(select.integer(0), 0) : 0
    }

    /// Deletes at most `limit` keys from before `time`.
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
