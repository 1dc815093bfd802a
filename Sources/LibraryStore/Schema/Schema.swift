/// The tables of a library, and what must stay true of them in every version.
///
/// 1. `asset.row` is never used twice (AUTOINCREMENT): history and selections name assets by it after the asset is
///    gone.
/// 2. `asset.shelf` alone says whether an ordinary fetch shows an asset: 0, or the bits of `Shelf`. Everything that is
///    asked a million rows at a time is answered from an index that begins with it.
///    The two indexes by identifier are divided by it, so that looking up what is not in the trash (`shelf < 4`,
///    spelled just so) does not touch the table. An identifier is in one of them at most.
/// 3. `asset.traits` holds the wire's `AssetPage.Flags` for what is present (dates, places, edits, bursts), so that a
///    page is read without looking at columns that are empty.
/// 4. `change_transaction.sequence` rises by exactly one. `change.row` has no gaps either: a transaction's changes are
///    the `change_count` rows from `first_change` on, and rows that are not there can be missed by counting.
/// 5. A selection is an interval of sequences, half open: selected at sequence s when since <= s and s < until, or
///    `until_sequence` is NULL. Rows outlive the asset and are pruned with history.
/// 6. `seen_transaction` has, for each app with limited access, the transactions that it saw something of, numbered
///    from 1 on without gaps; `app.seen_count` is the newest number. It is written in the transaction itself.
/// 7. `folder_member.container` 0 is the top level.
/// 8. Positions only order: they have gaps, and may be negative.
/// 9. `resource.path` is relative to the bundle and content addressed, so two resources may share a file. A file that
///    no row names any more is in `discarded_file` until it is deleted, which it is not while a former value names it.
///    So is one that `evicted_file` names, and whose bytes are in the bucket: resources still name it.
/// 10. `former_value` names apps, assets, albums and folders by rows that may be gone.
/// 11. `app.selected_count` is the number of assets that are selected for an app now and not in the trash. Triggers
///    keep it.
/// 12. `upload_job` and `upload_destination` name apps and assets by rows. A job in state 1 or 2 has an attempt to
///    come (`next_attempt`), or is being sent.
/// 13. Triggers raise `library.asset_version` with every change of a row of `asset`, in the same transaction: the
///    columns in memory (`AssetColumnCache`) answer readers of exactly their version. Likewise `app.selection_version`,
///    with every change of the rows of `selection` that have no end (`SelectedRows`).
enum Schema {
    /// Version 1. All that came later is in `migrations`.
    static let version1 = """
        CREATE TABLE library (
            one INTEGER PRIMARY KEY CHECK (one = 1),
            id BLOB NOT NULL,
            history_epoch INTEGER NOT NULL,
            history_floor INTEGER NOT NULL,
            mint_key BLOB NOT NULL
        ) STRICT;

        CREATE TABLE app (
            row INTEGER PRIMARY KEY AUTOINCREMENT,
            identity TEXT NOT NULL UNIQUE,
            claimed_name TEXT NOT NULL,
            read_write INTEGER NOT NULL,
            add_only INTEGER NOT NULL,
            visibility_epoch INTEGER NOT NULL,
            last_used INTEGER NOT NULL
        ) STRICT;

        CREATE TABLE asset (
            row INTEGER PRIMARY KEY AUTOINCREMENT,
            id BLOB NOT NULL,
            shelf INTEGER NOT NULL,
            traits INTEGER NOT NULL,
            is_favorite INTEGER NOT NULL,
            media_kind INTEGER NOT NULL,
            media_subtypes INTEGER NOT NULL,
            pixel_width INTEGER NOT NULL,
            pixel_height INTEGER NOT NULL,
            duration REAL NOT NULL,
            creation_date INTEGER,
            modification_date INTEGER NOT NULL,
            added_date INTEGER NOT NULL,
            rating INTEGER NOT NULL,
            latitude REAL,
            longitude REAL,
            altitude REAL,
            burst_identifier TEXT,
            capture_offset INTEGER,
            capture_source INTEGER,
            camera_make TEXT,
            camera_model TEXT,
            content_identifier TEXT,
            added_by INTEGER,
            trashed_at INTEGER
        ) STRICT;
        CREATE UNIQUE INDEX asset_by_id ON asset (id) WHERE shelf < 4;
        CREATE UNIQUE INDEX asset_trashed_by_id ON asset (id) WHERE shelf >= 4;
        CREATE INDEX asset_by_date ON asset
            (shelf, creation_date, row, media_kind, media_subtypes, is_favorite, id);
        CREATE INDEX asset_by_kind ON asset (shelf, media_kind, is_favorite);
        CREATE INDEX asset_trashed ON asset (trashed_at) WHERE trashed_at IS NOT NULL;

        CREATE TABLE resource (
            row INTEGER PRIMARY KEY,
            asset INTEGER NOT NULL REFERENCES asset (row),
            kind INTEGER NOT NULL,
            filename TEXT NOT NULL,
            content_type TEXT NOT NULL,
            size INTEGER NOT NULL,
            digest BLOB NOT NULL,
            path TEXT NOT NULL,
            pixel_width INTEGER NOT NULL,
            pixel_height INTEGER NOT NULL,
            UNIQUE (asset, kind)
        ) STRICT;
        CREATE INDEX resource_by_digest ON resource (digest);

        CREATE TABLE adjustment (
            asset INTEGER PRIMARY KEY REFERENCES asset (row),
            format_identifier TEXT NOT NULL,
            format_version TEXT NOT NULL,
            data BLOB NOT NULL
        ) STRICT;

        CREATE TABLE collection (
            row INTEGER PRIMARY KEY AUTOINCREMENT,
            id BLOB NOT NULL UNIQUE,
            kind INTEGER NOT NULL,
            title TEXT NOT NULL,
            owner INTEGER REFERENCES app (row)
        ) STRICT;
        CREATE INDEX collection_by_owner ON collection (owner) WHERE owner IS NOT NULL;

        CREATE TABLE album_member (
            member INTEGER NOT NULL REFERENCES asset (row),
            container INTEGER NOT NULL REFERENCES collection (row),
            position INTEGER NOT NULL,
            PRIMARY KEY (member, container)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX album_order ON album_member (container, position);

        CREATE TABLE folder_member (
            member INTEGER PRIMARY KEY REFERENCES collection (row),
            container INTEGER NOT NULL,
            position INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX folder_order ON folder_member (container, position);

        CREATE TABLE selection (
            app INTEGER NOT NULL REFERENCES app (row),
            asset INTEGER NOT NULL,
            since_sequence INTEGER NOT NULL,
            until_sequence INTEGER,
            PRIMARY KEY (app, asset, since_sequence)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX selection_of_asset ON selection (asset) WHERE until_sequence IS NULL;
        CREATE INDEX selection_ended ON selection (until_sequence) WHERE until_sequence IS NOT NULL;

        CREATE TABLE change_transaction (
            sequence INTEGER PRIMARY KEY,
            time INTEGER NOT NULL,
            origin INTEGER,
            first_change INTEGER NOT NULL,
            change_count INTEGER NOT NULL
        ) STRICT;

        -- scope: the one app whose limited view sees the row, NULL for everybody who may see the object.
        -- owner, owner_fields: of an album or folder, the app it belongs to and what that app sees of an update.
        CREATE TABLE change (
            row INTEGER PRIMARY KEY,
            sequence INTEGER NOT NULL,
            object_kind INTEGER NOT NULL,
            change_kind INTEGER NOT NULL,
            fields INTEGER NOT NULL,
            object BLOB NOT NULL,
            scope INTEGER,
            object_row INTEGER NOT NULL,
            owner INTEGER,
            owner_fields INTEGER NOT NULL
        ) STRICT;

        CREATE TABLE idempotency (
            app INTEGER NOT NULL,
            key BLOB NOT NULL,
            sequence INTEGER NOT NULL,
            time INTEGER NOT NULL,
            PRIMARY KEY (app, key)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX idempotency_by_time ON idempotency (time);

        CREATE TABLE discarded_file (
            path TEXT PRIMARY KEY,
            digest BLOB NOT NULL
        ) STRICT, WITHOUT ROWID;
        """
}

/// Why an asset is not in an ordinary fetch; the bits of `asset.shelf`.
struct Shelf: OptionSet, Hashable {
    var rawValue: Int64

    static let hidden = Shelf(rawValue: 1)
    /// A member of a burst, not its representative.
    static let burstMember = Shelf(rawValue: 2)
    /// Recently deleted. Larger than all others together.
    static let trashed = Shelf(rawValue: 4)
}
