extension Schema {
    /// What each app with limited access sees of history, numbered by itself: its tokens count nothing else. Tokens
    /// from before counted everything, and expire.
    ///
    /// Answered blocks keep the token that they were answered with, which block it was, and their number among the
    /// app's, by which the oldest go.
    static let seenTransactions = """
        CREATE TABLE seen_transaction (
            app INTEGER NOT NULL,
            number INTEGER NOT NULL,
            sequence INTEGER NOT NULL,
            PRIMARY KEY (app, number)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX seen_transaction_by_sequence ON seen_transaction (sequence);
        ALTER TABLE app ADD COLUMN seen_count INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE app ADD COLUMN block_count INTEGER NOT NULL DEFAULT 0;
        CREATE INDEX app_limited ON app (row) WHERE read_write = 4;
        ALTER TABLE idempotency ADD COLUMN visibility_epoch INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE idempotency ADD COLUMN block INTEGER;
        ALTER TABLE idempotency ADD COLUMN number INTEGER NOT NULL DEFAULT 0;
        CREATE INDEX idempotency_by_number ON idempotency (app, number);
        UPDATE idempotency SET visibility_epoch =
            coalesce((SELECT visibility_epoch FROM app WHERE row = idempotency.app), 0);
        UPDATE app SET visibility_epoch = visibility_epoch + 1 WHERE read_write = 4;
        """
}
