extension Schema {
    /// What files say of how they were made, beside what anybody searches or sorts by: where the offset from UTC is
    /// from, lens and exposure; trees of keywords; and regions of the picture.
    static let captureFacts = """
        CREATE TABLE capture_facts (
            asset INTEGER PRIMARY KEY REFERENCES asset (row),
            offset_source INTEGER,
            lens_make TEXT,
            lens_model TEXT,
            exposure_time REAL,
            aperture REAL,
            iso_speed INTEGER,
            focal_length REAL,
            focal_length_on_film INTEGER,
            exposure_bias REAL,
            flash_fired INTEGER
        ) STRICT;

        CREATE TABLE keyword_path (
            asset INTEGER NOT NULL REFERENCES asset (row),
            position INTEGER NOT NULL,
            path TEXT NOT NULL,
            PRIMARY KEY (asset, position)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE region (
            asset INTEGER NOT NULL REFERENCES asset (row),
            position INTEGER NOT NULL,
            name TEXT,
            kind TEXT,
            x REAL NOT NULL,
            y REAL NOT NULL,
            width REAL NOT NULL,
            height REAL NOT NULL,
            PRIMARY KEY (asset, position)
        ) STRICT, WITHOUT ROWID;
        """
}
