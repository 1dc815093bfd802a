// The migrations after `version1`, and their order.
extension Schema {
    /// Each migrates from version `index` to `index + 1`. Do not edit released ones: add a new one.
    static let migrations: [String] = [
        version1, version2, editDates, preferences, programs, searchedTexts, accessRequests, seenTransactions,
        formerValues, captureFacts, selectedCounts, damage, hiddenPlaces, burstsAndPairs, formerMovies,
        uploads,
        sync, optimisedStorage, assetVersions, arrivingFiles, personsFormerValues,
        selectionVersions, appDays, undoneTransactions,
    ]

    /// Indexes and traits for smart albums. Titles, captions and keywords of assets. Records of requested cloud
    /// identifiers.
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

    /// When an asset was last edited or reverted, and when an album or folder last changed: for full access, and as a
    /// limited owner sees it.
    ///
    /// Existing edits get the modification date of their asset, which is not earlier. Existing albums and folders have
    /// no date.
    static let editDates = """
        ALTER TABLE asset ADD COLUMN adjusted_date INTEGER;
        UPDATE asset SET adjusted_date = modification_date WHERE row IN (SELECT asset FROM adjustment);
        ALTER TABLE collection ADD COLUMN modification_date INTEGER;
        ALTER TABLE collection ADD COLUMN owner_modification_date INTEGER;
        """

    /// The person's preferences for each app: when its access ends, whether changes to objects that it did not add need
    /// confirmation, whether its prompts are shown; and its picks.
    static let preferences = """
        ALTER TABLE app ADD COLUMN read_write_until INTEGER;
        ALTER TABLE app ADD COLUMN confirms_changes INTEGER NOT NULL DEFAULT 1;
        ALTER TABLE app ADD COLUMN is_silenced INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE app ADD COLUMN picked_count INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE app ADD COLUMN last_picked INTEGER;
        CREATE INDEX app_ending ON app (read_write_until) WHERE read_write_until IS NOT NULL;
        """

    /// The executable of the person's decision about an app. NULL when unknown, and for apps whose updates keep their
    /// identity.
    static let programs = """
        ALTER TABLE app ADD COLUMN program_content TEXT;
        ALTER TABLE app ADD COLUMN program_stamp TEXT;
        """

    /// Cameras by make and model, and indexes of searched texts, so that a search reads neither assets nor resources.
    static let searchedTexts = """
        ALTER TABLE asset ADD COLUMN camera TEXT
            GENERATED ALWAYS AS (ifnull(camera_make || ' ', '') || ifnull(camera_model, '')) VIRTUAL;
        CREATE INDEX asset_by_camera ON asset (camera);
        CREATE INDEX resource_by_filename ON resource (filename, asset) WHERE kind <= 3;
        """

    /// The outcome of an app's request for access (`AccessRequest`). Existing apps with a decision count as answered;
    /// of the others, those without picks count as having asked.
    static let accessRequests = """
        ALTER TABLE app ADD COLUMN access_request INTEGER NOT NULL DEFAULT 0;
        UPDATE app SET access_request =
            CASE WHEN read_write <> 0 OR add_only <> 0 THEN 2 WHEN picked_count = 0 THEN 1 ELSE 0 END;
        """

    /// The transactions visible to each app with limited access, with numbers of their own, which its tokens count.
    /// Existing tokens counted all transactions, and expire.
    ///
    /// Idempotency keys have the token of the reply, the fingerprint of the block, and their number among the app's, by
    /// which the oldest are deleted.
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

    /// Former values of apps' changes (see `FormerValues`), and their size per app. `last_used` 0 is never; until now
    /// it was the time of the last request.
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

    /// Apps that get no places; and when an asset was last changed in anything but its place, if that was not its last
    /// change.
    static let hiddenPlaces = """
        ALTER TABLE app ADD COLUMN hides_places INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE asset ADD COLUMN unplaced_modification_date INTEGER;
        """

    /// Capture metadata that nobody searches or sorts by: the source of the UTC offset, lens and exposure; hierarchical
    /// keywords; and regions of the picture.
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

    /// The number of selected assets of an app, kept up to date by triggers: counting 100,000 per app dominated the
    /// person's list of apps.
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

    /// The assets with a damaged file, which decodes only in part. Unknown for existing assets.
    static let damage = """
        ALTER TABLE asset ADD COLUMN is_damaged INTEGER NOT NULL DEFAULT 0;
        CREATE INDEX asset_damaged ON asset (shelf) WHERE is_damaged <> 0;
        """

    /// Bursts, in the order of candidates for the representative (4096 is `AssetPage.Flags.burstPick`); content
    /// identifiers of Live Photos' halves; durations and still times. Of existing files only the durations of videos
    /// are known.
    static let burstsAndPairs = """
        DROP INDEX asset_by_burst;
        CREATE INDEX asset_by_burst ON asset (burst_identifier, added_by, shelf, traits & 4096 DESC, creation_date)
            WHERE burst_identifier IS NOT NULL;
        CREATE INDEX asset_by_content_identifier ON asset (content_identifier) WHERE content_identifier IS NOT NULL;
        ALTER TABLE resource ADD COLUMN duration REAL NOT NULL DEFAULT 0;
        ALTER TABLE resource ADD COLUMN still_time REAL;
        UPDATE resource SET duration = (SELECT duration FROM asset WHERE row = resource.asset) WHERE kind = 2;
        """

    /// The movie of a Live Photo's edit that an app replaced or reverted.
    static let formerMovies = """
        ALTER TABLE former_value ADD COLUMN movie_path TEXT;
        ALTER TABLE former_value ADD COLUMN movie_digest BLOB;
        CREATE INDEX former_value_by_movie ON former_value (movie_digest) WHERE movie_digest IS NOT NULL;
        """

    /// Upload jobs, and the servers that the person decided about for each app.
    ///
    /// `origin` and the request are NULL for a job that sends nothing. `next_attempt` is NULL while a job is being sent
    /// and once it is over. `headers`, which may hold secrets, is empty once a job cannot be sent any more; triggers
    /// see to that when its asset is gone. 10 is `LibraryError.Code.missingResource`.
    static let uploads = """
        CREATE TABLE upload_job (
            row INTEGER PRIMARY KEY AUTOINCREMENT,
            id BLOB NOT NULL UNIQUE,
            app INTEGER NOT NULL,
            asset INTEGER NOT NULL,
            asset_id BLOB NOT NULL,
            resource INTEGER NOT NULL,
            state INTEGER NOT NULL,
            can_retry INTEGER NOT NULL DEFAULT 1,
            origin TEXT,
            url TEXT,
            method TEXT,
            headers TEXT NOT NULL DEFAULT '',
            timeout INTEGER,
            attempts INTEGER NOT NULL DEFAULT 0,
            next_attempt INTEGER,
            status INTEGER,
            response TEXT,
            failure_code INTEGER,
            failure TEXT
        ) STRICT;
        CREATE INDEX upload_job_by_app ON upload_job (app, state);
        CREATE INDEX upload_job_by_asset ON upload_job (asset);
        CREATE INDEX upload_job_due ON upload_job (next_attempt) WHERE next_attempt IS NOT NULL;

        CREATE TABLE upload_destination (
            app INTEGER NOT NULL,
            origin TEXT NOT NULL,
            is_allowed INTEGER NOT NULL,
            allows_local INTEGER NOT NULL,
            PRIMARY KEY (app, origin)
        ) STRICT, WITHOUT ROWID;

        ALTER TABLE app ADD COLUMN uploads_enabled INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE app ADD COLUMN uploads_spare_network INTEGER NOT NULL DEFAULT 0;

        CREATE TRIGGER uploaded_asset_moves AFTER UPDATE OF shelf ON asset WHEN old.shelf < 4 AND new.shelf >= 4 BEGIN
            UPDATE upload_job SET state = 3, can_retry = 0, headers = '', next_attempt = NULL, failure_code = 10,
                failure = 'the asset was deleted'
            WHERE asset = new.row AND (state < 3 OR state = 3 AND can_retry);
        END;
        CREATE TRIGGER uploaded_asset_is_erased BEFORE DELETE ON asset WHEN old.shelf < 4 BEGIN
            UPDATE upload_job SET state = 3, can_retry = 0, headers = '', next_attempt = NULL, failure_code = 10,
                failure = 'the asset was deleted'
            WHERE asset = old.row AND (state < 3 OR state = 3 AND can_retry);
        END;
        """

    /// Synchronisation with other machines.
    ///
    /// `local_change` has the newest change of each object by the person or an app, with the fields that changed since
    /// the sync engine confirmed (`LocalChanges`); `sync_state` how far the engine has asked. What other devices wrote
    /// of objects that cannot be shown yet is `arriving_…`: values of assets whose files are missing (numbers of sets
    /// are 65536 higher), the files themselves, members of albums and parents that are not here yet.
    /// `collection.place` is the place among siblings that all devices agree on. `applied_batch` has the newest keys.
    static let sync = """
        CREATE TABLE sync_state (
            one INTEGER PRIMARY KEY CHECK (one = 1),
            position INTEGER NOT NULL,
            confirmed INTEGER NOT NULL,
            next_asset INTEGER,
            next_collection INTEGER
        ) STRICT;

        CREATE TABLE local_change (
            record BLOB PRIMARY KEY,
            kind INTEGER NOT NULL,
            object INTEGER NOT NULL,
            position INTEGER NOT NULL,
            time INTEGER NOT NULL,
            fields INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX local_change_by_position ON local_change (position);

        ALTER TABLE collection ADD COLUMN place BLOB;

        CREATE TABLE arriving_value (
            record BLOB NOT NULL,
            number INTEGER NOT NULL,
            value BLOB,
            is_ready INTEGER NOT NULL,
            PRIMARY KEY (record, number)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX arriving_value_ready ON arriving_value (record) WHERE is_ready = 1;

        CREATE TABLE arriving_file (
            digest BLOB NOT NULL,
            record BLOB NOT NULL,
            number INTEGER NOT NULL,
            path TEXT,
            size INTEGER,
            PRIMARY KEY (digest, record, number)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX arriving_file_by_record ON arriving_file (record, number);
        CREATE INDEX arriving_file_missing ON arriving_file (digest) WHERE path IS NULL;

        CREATE TABLE arriving_member (
            container INTEGER NOT NULL REFERENCES collection (row),
            rank INTEGER NOT NULL,
            follows INTEGER NOT NULL,
            record BLOB NOT NULL,
            PRIMARY KEY (container, rank)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX arriving_member_by_record ON arriving_member (record);

        CREATE TABLE arriving_parent (
            member INTEGER PRIMARY KEY REFERENCES collection (row),
            record BLOB NOT NULL
        ) STRICT;

        CREATE TABLE applied_batch (
            number INTEGER PRIMARY KEY,
            key BLOB NOT NULL UNIQUE,
            position INTEGER NOT NULL
        ) STRICT;
        """

    /// Optimised storage: originals that are in the bucket alone, by the generation of the blob that was verified there
    /// (`EvictedOriginals`); when each file was used last, in microseconds since 1970; files that are no edits; and
    /// files of other devices that the media worker refuses, which are not downloaded again.
    static let optimisedStorage = """
        CREATE TABLE evicted_file (digest BLOB PRIMARY KEY, generation INTEGER NOT NULL) STRICT, WITHOUT ROWID;
        ALTER TABLE resource ADD COLUMN used_at INTEGER NOT NULL DEFAULT 0;
        CREATE VIEW original AS SELECT asset, digest, path, size, used_at, EXISTS
            (SELECT 1 FROM evicted_file e WHERE e.digest = r.digest) AS is_evicted
            FROM resource r WHERE kind IN (1, 2, 3, 4, 9);
        CREATE TABLE refused_file (digest BLOB PRIMARY KEY, reason TEXT NOT NULL) STRICT, WITHOUT ROWID;
        """

    /// Counts the changes of assets, so that a reader knows whether the columns in memory have the state that it sees.
    static let assetVersions = """
        ALTER TABLE library ADD COLUMN asset_version INTEGER NOT NULL DEFAULT 0;
        CREATE TRIGGER asset_is_added AFTER INSERT ON asset BEGIN
            UPDATE library SET asset_version = asset_version + 1;
        END;
        CREATE TRIGGER asset_is_changed AFTER UPDATE ON asset BEGIN
            UPDATE library SET asset_version = asset_version + 1;
        END;
        CREATE TRIGGER asset_is_erased AFTER DELETE ON asset BEGIN
            UPDATE library SET asset_version = asset_version + 1;
        END;
        """

    /// Files of arriving assets in the order of their records, in which they come: their digests are random, so each of
    /// a million that are missing would write a page of its own. Of a missing file only four bytes are in that order,
    /// which tell a million apart but for a hundred.
    static let arrivingFiles = """
        ALTER TABLE arriving_file RENAME TO former_arriving_file;
        DROP INDEX arriving_file_by_record;
        DROP INDEX arriving_file_missing;
        CREATE TABLE arriving_file (
            record BLOB NOT NULL,
            number INTEGER NOT NULL,
            digest BLOB NOT NULL,
            path TEXT,
            size INTEGER,
            UNIQUE (record, number, digest)
        ) STRICT;
        INSERT INTO arriving_file (record, number, digest, path, size)
            SELECT record, number, digest, path, size FROM former_arriving_file ORDER BY record, number, digest;
        DROP TABLE former_arriving_file;
        CREATE INDEX arriving_file_missing ON arriving_file (substr(digest, 1, 4)) WHERE path IS NULL;
        CREATE INDEX arriving_file_present ON arriving_file (digest) WHERE path IS NOT NULL;
        """

    /// Bytes of the former values of the person's own changes (see `FormerValues`).
    static let personsFormerValues = """
        ALTER TABLE library ADD COLUMN former_bytes INTEGER NOT NULL DEFAULT 0;
        """

    /// Counts the changes of what is selected for each app, for the same reason as `assetVersions`.
    static let selectionVersions = """
        ALTER TABLE app ADD COLUMN selection_version INTEGER NOT NULL DEFAULT 0;
        CREATE TRIGGER selection_has_grown AFTER INSERT ON selection WHEN new.until_sequence IS NULL BEGIN
            UPDATE app SET selection_version = selection_version + 1 WHERE row = new.app;
        END;
        CREATE TRIGGER selection_has_changed AFTER UPDATE ON selection
        WHEN old.until_sequence IS NULL OR new.until_sequence IS NULL BEGIN
            UPDATE app SET selection_version = selection_version + 1 WHERE row IN (old.app, new.app);
        END;
        CREATE TRIGGER selection_has_shrunk AFTER DELETE ON selection WHEN old.until_sequence IS NULL BEGIN
            UPDATE app SET selection_version = selection_version + 1 WHERE row = old.app;
        END;
        """

    /// What each app did by day (`AppDay`), and a developer's folders of builds (`DeveloperFolder`).
    static let appDays = """
        CREATE TABLE app_day (
            app INTEGER NOT NULL,
            day INTEGER NOT NULL,
            looked_at INTEGER NOT NULL,
            read INTEGER NOT NULL,
            taken INTEGER NOT NULL,
            changed INTEGER NOT NULL,
            added INTEGER NOT NULL,
            deleted INTEGER NOT NULL,
            PRIMARY KEY (app, day)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE developer_folder (path TEXT PRIMARY KEY, until INTEGER NOT NULL) STRICT, WITHOUT ROWID;
        """

    /// The transaction that an undo undid: 0 for several, or for a part of one. NULL for all other transactions, and
    /// for undos of earlier versions.
    static let undoneTransactions = "ALTER TABLE change_transaction ADD COLUMN undoes INTEGER"
}
