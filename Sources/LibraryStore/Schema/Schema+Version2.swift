extension Schema {
    /// Smart albums: what they ask for is in indexes and traits. Titles, captions and keywords of assets.
    /// Records of cloud identifiers, of objects that were asked for theirs.
    static let version2 = """
        DROP INDEX asset_by_kind;
        CREATE INDEX asset_by_kind ON asset (shelf, media_kind, is_favorite, media_subtypes, creation_date);
        CREATE INDEX asset_by_addition ON asset (shelf, added_date);
        CREATE INDEX asset_by_burst ON asset (burst_identifier) WHERE burst_identifier IS NOT NULL;
        UPDATE asset SET media_subtypes = media_subtypes | 64 WHERE (traits & 256) <> 0;
        UPDATE asset SET traits = traits | 1024 WHERE row IN (SELECT asset FROM resource WHERE content_type IN (
            'image/x-adobe-dng', 'image/x-canon-cr2', 'image/x-canon-cr3', 'image/x-fuji-raf', 'image/x-nikon-nef',
            'image/x-olympus-orf', 'image/x-panasonic-rw2', 'image/x-pentax-pef', 'image/x-raw', 'image/x-sony-arw'));
        CREATE INDEX asset_raw ON asset (shelf) WHERE (traits & 1024) <> 0;

        CREATE TABLE cloud_identifier (
            kind INTEGER NOT NULL,
            object INTEGER NOT NULL,
            record BLOB NOT NULL UNIQUE,
            PRIMARY KEY (kind, object)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE asset_text (
            asset INTEGER PRIMARY KEY REFERENCES asset (row),
            title TEXT,
            caption TEXT
        ) STRICT;

        CREATE TABLE keyword (
            asset INTEGER NOT NULL REFERENCES asset (row),
            position INTEGER NOT NULL,
            keyword TEXT NOT NULL,
            PRIMARY KEY (asset, position)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX keyword_by_text ON keyword (keyword, asset);
        """
}
