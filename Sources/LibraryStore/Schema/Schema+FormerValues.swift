extension Schema {
    /// What apps changed, with what was there before (see `FormerValues`), and how much of it is kept of each app.
    /// `last_used` 0 is never; until now it said when an app asked something.
    static let formerValues = """
        CREATE TABLE former_value (
            app INTEGER NOT NULL,
            sequence INTEGER NOT NULL,
            kind INTEGER NOT NULL,
            object_row INTEGER NOT NULL,
            field INTEGER NOT NULL,
            member INTEGER NOT NULL,
            object BLOB NOT NULL,
            is_own INTEGER NOT NULL,
            size INTEGER NOT NULL,
            former BLOB NOT NULL,
            later BLOB NOT NULL,
            file_path TEXT,
            file_digest BLOB,
            PRIMARY KEY (app, sequence, kind, object_row, field, member)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX former_value_by_object ON former_value (app, kind, object_row, field, member, sequence);
        CREATE INDEX former_value_by_file ON former_value (file_digest) WHERE file_digest IS NOT NULL;
        ALTER TABLE app ADD COLUMN former_bytes INTEGER NOT NULL DEFAULT 0;
        """
}
