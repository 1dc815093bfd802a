extension Schema {
    /// How the person wants each app to be treated: when its access ends, whether it is asked before it changes what it
    /// did not add, whether its questions are shown; and what it was given in pickers.
    static let preferences = """
        ALTER TABLE app ADD COLUMN read_write_until INTEGER;
        ALTER TABLE app ADD COLUMN confirms_changes INTEGER NOT NULL DEFAULT 1;
        ALTER TABLE app ADD COLUMN is_silenced INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE app ADD COLUMN picked_count INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE app ADD COLUMN last_picked INTEGER;
        CREATE INDEX app_ending ON app (read_write_until) WHERE read_write_until IS NOT NULL;
        """
}
