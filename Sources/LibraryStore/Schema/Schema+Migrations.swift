// How the schema came to be what it is: the order of the migrations, and each that is not `version1`.
extension Schema {
    /// Each takes the database from version `index` to `index + 1`. Never edited once released: a change is a new one.
    static let migrations: [String] = [
        version1, version2, editDates, preferences, programs, searchedTexts, accessRequests, seenTransactions,
        formerValues, captureFacts, selectedCounts, damage,
    ]

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

    /// When an asset was last edited or its edit reverted, and when an album or folder last changed: for those who see
    /// everything, and what of it a limited owner sees.
    ///
    /// Of edits from before it is known that they were not made after the asset was last changed. When older albums and
    /// folders changed is not known.
    static let editDates = """
        ALTER TABLE asset ADD COLUMN adjusted_date INTEGER;
        UPDATE asset SET adjusted_date = modification_date WHERE row IN (SELECT asset FROM adjustment);
        ALTER TABLE collection ADD COLUMN modification_date INTEGER;
        ALTER TABLE collection ADD COLUMN owner_modification_date INTEGER;
        """

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

    /// What program the person's decision about an app is for. NULL where that is not known yet, and for apps whose
    /// programs are updated under a name of their own.
    static let programs = """
        ALTER TABLE app ADD COLUMN program_content TEXT;
        ALTER TABLE app ADD COLUMN program_stamp TEXT;
        """

    /// Cameras as people say them, make and model; and indexes of what people look for by words, so that a search reads
    /// neither assets nor resources.
    static let searchedTexts = """
        ALTER TABLE asset ADD COLUMN camera TEXT
            GENERATED ALWAYS AS (ifnull(camera_make || ' ', '') || ifnull(camera_model, '')) VIRTUAL;
        CREATE INDEX asset_by_camera ON asset (camera);
        CREATE INDEX resource_by_filename ON resource (filename, asset) WHERE kind <= 3;
        """

    /// What came of an app's asking for access (`AccessRequest`). Of apps that were seen before this was kept, those
    /// that were decided about were answered; of the others those that were given nothing in pickers are taken to have
    /// asked.
    static let accessRequests = """
        ALTER TABLE app ADD COLUMN access_request INTEGER NOT NULL DEFAULT 0;
        UPDATE app SET access_request =
            CASE WHEN read_write <> 0 OR add_only <> 0 THEN 2 WHEN picked_count = 0 THEN 1 ELSE 0 END;
        """

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

    /// How many assets are selected for an app, kept where it changes: counting 100,000 of them for each app took the
    /// person's list of apps longer than everything else in it.
    static let selectedCounts = """
        ALTER TABLE app ADD COLUMN selected_count INTEGER NOT NULL DEFAULT 0;
        UPDATE app SET selected_count = (SELECT count(*) FROM selection s CROSS JOIN asset a ON a.row = s.asset
            WHERE s.app = app.row AND s.until_sequence IS NULL AND a.shelf < 4);

        CREATE TRIGGER selection_begins AFTER INSERT ON selection WHEN new.until_sequence IS NULL BEGIN
            UPDATE app SET selected_count = selected_count + 1
            WHERE row = new.app AND EXISTS (SELECT 1 FROM asset WHERE row = new.asset AND shelf < 4);
        END;
        CREATE TRIGGER selection_ends AFTER UPDATE OF until_sequence ON selection
        WHEN old.until_sequence IS NULL AND new.until_sequence IS NOT NULL BEGIN
            UPDATE app SET selected_count = selected_count - 1
            WHERE row = old.app AND EXISTS (SELECT 1 FROM asset WHERE row = old.asset AND shelf < 4);
        END;
        CREATE TRIGGER selection_is_forgotten AFTER DELETE ON selection WHEN old.until_sequence IS NULL BEGIN
            UPDATE app SET selected_count = selected_count - 1
            WHERE row = old.app AND EXISTS (SELECT 1 FROM asset WHERE row = old.asset AND shelf < 4);
        END;
        CREATE TRIGGER selected_asset_moves AFTER UPDATE OF shelf ON asset
        WHEN (old.shelf < 4) <> (new.shelf < 4) BEGIN
            UPDATE app SET selected_count = selected_count + iif(new.shelf < 4, 1, -1)
            WHERE row IN (SELECT app FROM selection WHERE asset = new.row AND until_sequence IS NULL);
        END;
        CREATE TRIGGER selected_asset_is_erased BEFORE DELETE ON asset WHEN old.shelf < 4 BEGIN
            UPDATE app SET selected_count = selected_count - 1
            WHERE row IN (SELECT app FROM selection WHERE asset = old.row AND until_sequence IS NULL);
        END;
        """

    /// Which assets have a file of which only some could be decoded. It is not known of older ones.
    static let damage = """
        ALTER TABLE asset ADD COLUMN is_damaged INTEGER NOT NULL DEFAULT 0;
        CREATE INDEX asset_damaged ON asset (shelf) WHERE is_damaged <> 0;
        """
}
