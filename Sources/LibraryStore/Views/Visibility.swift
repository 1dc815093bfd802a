internal import AssetColumns
internal import LibraryModel
internal import SQLiteDatabase

/// What a principal may see and do: the one place that decides what is visible.
///
/// 1. `Visibility` is read from the principal's grant, in the snapshot or transaction that serves the request.
/// 2. Its conditions are the SQL views below. They show what is visible under the visibility of `Connection.showing`,
///    and outside of its body nothing.
/// 3. Statements of a `LibraryView` name only these views: its connection is confined to them (`Connection.confined`),
///    and SQLite refuses a statement that names a table. A forgotten condition is an error, and a new table is
///    unreadable until it has a view.
/// 4. Where the columns in memory answer (`VisibleAssets`), they show the rows of `limited_selection`, read in a
///    snapshot with the same selection, by `expressionOfLimitedAssets`. History in memory is shown by `ChangeSight`.
///
/// The person may withhold places from an app (`app.hides_places`). The views then have none: no coordinates, not even
/// of assets that the app added, since the person may have corrected them; no changes of places in history; and no
/// modification date that comes from one.
///
/// The writer's connection has the views for lookups of changes. It is not confined, because it writes to tables.
///
/// `app` is a row of table `app`.
package enum Visibility: Hashable, Sendable {
    /// Everything. Nil is the person.
    case full(app: Int64?)
    /// The app's selected assets, and the albums and folders that it created.
    case limited(app: Int64)
    /// Nothing, but the app may add assets.
    case addOnly(app: Int64)
    /// Nothing.
    case none(isRestricted: Bool)

    static let person = Visibility.full(app: nil)

    /// Expired grants count as not determined. Restrictions of the administrator precede all grants.
    init(_ principal: Principal, _ connection: Connection, _ configuration: StoreConfiguration) throws {
        guard case .app(let identity) = principal else {
            self = .person
            return
        }
        let restriction = configuration.restriction(identity)
        let statement = try connection.statement(
            "SELECT row, read_write, add_only, read_write_until FROM app WHERE identity = ?"
        )
        try statement.bind(identity, at: 1)
        guard try statement.step() else {
            self = .none(isRestricted: restriction.contains(.readWrite))
            return
        }
        let row = statement.integer(0)
        let hasEnded = !statement.isNull(3) && statement.integer(3) <= configuration.clock()
        let decided = hasEnded ? .notDetermined : AuthorizationStatus(stored: statement.integer(1))
        let readWrite = restriction.status(decided, for: .readWrite)
        let addOnly = restriction.status(AuthorizationStatus(stored: statement.integer(2)), for: .addOnly)
        self =
            switch (readWrite, addOnly) {
            case (.authorized, _): .full(app: row)
            case (.limited, _): .limited(app: row)
            case (_, .authorized): .addOnly(app: row)
            case (.restricted, _): .none(isRestricted: true)
            default: .none(isRestricted: false)
            }
    }

    /// The app; nil for the person, and for an app without access.
    var app: Int64? {
        switch self {
        case .full(let app): app
        case .limited(let app), .addOnly(let app): app
        case .none: nil
        }
    }

    /// Whether it may read.
    package var reads: Bool {
        switch self {
        case .full, .limited: true
        case .addOnly, .none: false
        }
    }

    /// Whether it has full access: all albums, hidden and recently deleted assets as such, and row hints.
    var seesEverything: Bool {
        if case .full = self { true } else { false }
    }

    /// Whether it sees an album or folder created by `owner`; nil is the person.
    func seesCollection(ownedBy owner: Int64?) -> Bool {
        switch self {
        case .full: true
        case .limited(let app): owner == app
        case .addOnly, .none: false
        }
    }

    /// Throws `accessDenied` or `accessRestricted` without permission to read.
    func requireReading() throws(LibraryError) {
        switch self {
        case .full, .limited: return
        case .addOnly, .none(isRestricted: false): throw .accessDenied
        case .none(isRestricted: true): throw .accessRestricted
        }
    }

    /// Throws `accessDenied` or `accessRestricted` without permission to read or to add.
    func requireAdding() throws(LibraryError) {
        if case .none = self { try requireReading() }
    }
}

// MARK: Views

/// `seen_…` views work under every visibility, for lookups by row or identifier. For scans there are two: `every_…` for
/// full access, at no cost, and `limited_…`, which starts from the app's selection or its collections. Each is empty
/// under the other visibilities.
///
/// SQLite flattens views, and its authorizer then refuses a table of which a statement uses only the row number,
/// because the view's name is lost. So each view compares another column; where an `every_…` view must add no cost, its
/// statements do.
extension Visibility {
    /// Assets; with full access also recently deleted ones.
    var assets: StaticString { seesEverything ? "every_asset" : "limited_asset" }
    /// Albums and folders.
    var collections: StaticString { seesEverything ? "every_collection" : "limited_collection" }
    /// Assets in albums, with columns `container` and `position`.
    var members: StaticString { seesEverything ? "every_member" : "limited_member" }
    /// Members of folders: `member`, `container`, `position`.
    var children: StaticString { seesEverything ? "every_child" : "limited_child" }
    /// Members of no visible folder: `member`, `container`, `position`.
    var topLevel: StaticString { seesEverything ? "every_root" : "limited_root" }

    /// Changes that were visible when they happened.
    var changes: StaticString { seesEverything ? "every_change" : "limited_change" }
    /// Transactions with visible changes, numbered like tokens.
    var transactions: StaticString { seesEverything ? "every_transaction" : "limited_transaction" }

    /// What `limited_asset` says of an asset besides `limited_selection`, over the columns in memory.
    static let expressionOfLimitedAssets = AssetExpression.range(AssetTerm(.shelf), 0...3)

    static let views: [Connection.View] =
        [
            Connection.View(
                "limited_selection",
                "SELECT asset FROM selection WHERE app = limited_viewer() AND until_sequence IS NULL"
            ),
            // When what is selected changed.
            Connection.View(
                "limited_selection_change",
                """
                SELECT max(since_sequence, ifnull(until_sequence, 0)) AS sequence FROM selection
                WHERE app = limited_viewer()
                """
            ),
            Connection.View("every_asset", "SELECT \(columns("")) FROM asset WHERE sees_everything()"),
            Connection.View(
                "limited_asset",
                """
                SELECT \(columns("a.")) FROM limited_selection s CROSS JOIN asset a ON a.row = s.asset
                WHERE a.shelf < 4
                """
            ),
            Connection.View(
                "seen_asset",
                """
                SELECT \(columns("a.")) FROM asset a WHERE a.shelf < 4 AND (sees_everything() OR EXISTS (
                    SELECT 1 FROM limited_selection s WHERE s.asset = a.row))
                """
            ),
            Connection.View("every_collection", "SELECT * FROM collection WHERE sees_everything()"),
            Connection.View("limited_collection", "SELECT * FROM collection WHERE owner = limited_viewer()"),
            Connection.View(
                "seen_collection",
                """
                SELECT row, id, kind, title, owner,
                    CASE WHEN sees_everything() THEN modification_date ELSE owner_modification_date END
                    AS modification_date
                FROM collection WHERE sees_everything() OR owner = limited_viewer()
                """
            ),
            Connection.View(
                "every_member",
                """
                SELECT j.container, j.position, \(columns("a.")) FROM album_member j
                CROSS JOIN asset a ON a.row = j.member
                WHERE sees_everything()
                """
            ),
            Connection.View(
                "limited_member",
                """
                SELECT j.container, j.position, \(columns("a.")) FROM collection c
                JOIN album_member j ON j.container = c.row
                CROSS JOIN asset a ON a.row = j.member
                CROSS JOIN limited_selection s ON s.asset = a.row
                WHERE c.owner = limited_viewer() AND a.shelf < 4
                """
            ),
            Connection.View(
                "every_child",
                "SELECT member, container, position FROM folder_member WHERE sees_everything()"
            ),
            Connection.View(
                "limited_child",
                """
                SELECT f.member, f.container, f.position FROM collection p JOIN folder_member f ON f.container = p.row
                CROSS JOIN collection c ON c.row = f.member
                WHERE p.owner = limited_viewer() AND c.owner = limited_viewer()
                """
            ),
            Connection.View("every_root", "SELECT * FROM every_child WHERE container = 0"),
            // Collections of the app that are in none of its own folders, wherever the person has put them.
            Connection.View(
                "limited_root",
                """
                SELECT f.member, f.container, f.position FROM collection c JOIN folder_member f ON f.member = c.row
                LEFT JOIN collection p ON p.row = f.container
                WHERE c.owner = limited_viewer() AND p.owner IS NOT limited_viewer()
                """
            ),
        ] + described + detailViews + historyViews

    /// The columns of assets, without places for those who get none. `traits` still says that there is a place: only
    /// whole pages read it, and they look at the coordinates.
    private static func columns(_ asset: String) -> String {
        let plain = [
            "row", "id", "shelf", "traits", "is_favorite", "media_kind", "media_subtypes", "pixel_width",
            "pixel_height", "duration", "creation_date", "added_date", "rating", "burst_identifier", "capture_offset",
            "capture_source", "camera_make", "camera_model", "camera", "content_identifier", "added_by", "trashed_at",
            "adjusted_date", "is_damaged",
        ]
        let places = ["latitude", "longitude", "altitude"].map { column in
            "CASE WHEN hides_places() THEN NULL ELSE \(asset)\(column) END AS \(column)"
        }
        let date = """
            CASE WHEN hides_places() THEN ifnull(\(asset)unplaced_modification_date, \(asset)modification_date)
                ELSE \(asset)modification_date END AS modification_date
            """
        return (plain.map { asset + $0 } + places + [date]).joined(separator: ", ")
    }

    /// Of a change's row: whether it is of an asset's place alone, and its fields without that.
    private static let isOfPlaceAlone = """
        (hides_places() AND object_kind = 1 AND change_kind = 2 AND fields & \(~ChangedFields.location.rawValue) = 0)
        """
    private static func fields(_ fields: String) -> String {
        """
        CASE WHEN hides_places() AND object_kind = 1 THEN \(fields) & \(~ChangedFields.location.rawValue)
            ELSE \(fields) END AS fields
        """
    }

    /// Assets with title, caption, and filename and size of their first file.
    private static let described = ["every_asset", "limited_asset", "seen_asset", "every_member", "limited_member"]
        .map { name in
            Connection.View(
                "described_\(name)",
                """
                SELECT a.*, texts.title, texts.caption, original.filename, original.size AS file_size FROM \(name) a
                LEFT JOIN asset_text texts ON texts.asset = a.row
                    AND (texts.title IS NOT NULL OR texts.caption IS NOT NULL)
                LEFT JOIN resource original ON original.asset = a.row AND original.kind <= 3 AND original.kind =
                    (SELECT min(q.kind) FROM resource q WHERE q.asset = a.row AND q.kind <= 3)
                """
            )
        }

    /// Parts of assets, albums and folders.
    private static let detailViews = [
        Connection.View(
            "seen_resource",
            """
            SELECT *, EXISTS (SELECT 1 FROM evicted_file e WHERE e.digest = r.digest) AS is_evicted
            FROM resource r WHERE \(isSeen("r.asset"))
            """
        ),
        Connection.View("seen_adjustment", "SELECT * FROM adjustment d WHERE \(isSeen("d.asset"))"),
        Connection.View("seen_keyword", "SELECT * FROM keyword k WHERE \(isSeen("k.asset"))"),
        Connection.View(
            "seen_cloud_identifier",
            """
            SELECT * FROM cloud_identifier i WHERE CASE i.kind WHEN 1 THEN \(isSeen("i.object")) ELSE
                sees_everything() OR EXISTS (
                    SELECT 1 FROM collection c WHERE c.row = i.object AND c.owner = limited_viewer())
                END
            """
        ),
        // For the owner's tools only: PhotoKit lacks these properties.
        Connection.View(
            "own_capture",
            """
            SELECT a.row AS asset, a.capture_source, a.capture_offset, f.offset_source, f.lens_make, f.lens_model,
                f.exposure_time, f.aperture, f.iso_speed, f.focal_length, f.focal_length_on_film, f.exposure_bias,
                f.flash_fired, a.is_damaged
            FROM asset a LEFT JOIN capture_facts f ON f.asset = a.row WHERE viewer() = 0
            """
        ),
        Connection.View("own_keyword_path", "SELECT * FROM keyword_path WHERE viewer() = 0"),
        // Assets that are here, and get other files or an edit from another device: `FieldNumber.originals`, `edit`.
        Connection.View(
            "own_arrival",
            """
            SELECT i.object AS asset FROM cloud_identifier i JOIN arriving_value v ON v.record = i.record
            WHERE viewer() = 0 AND i.kind = 1 AND v.number IN (8, 9)
            """
        ),
        // Files of an asset beside those that are shown: `SetNumber.files`.
        Connection.View(
            "own_other_originals",
            """
            SELECT i.object AS asset, v.value FROM cloud_identifier i JOIN arriving_value v ON v.record = i.record
            WHERE viewer() = 0 AND i.kind = 1 AND v.number = 65540 AND v.value IS NOT NULL
            """
        ),
        Connection.View("own_region", "SELECT * FROM region WHERE viewer() = 0"),
        // For searches in the titles of assets and albums.
        Connection.View("every_text", "SELECT * FROM asset_text WHERE sees_everything()"),
        Connection.View("every_album_member", "SELECT * FROM album_member WHERE sees_everything()"),
    ]

    /// Whether an asset is visible.
    private static func isSeen(_ asset: String) -> String {
        """
        (sees_everything() OR EXISTS (
            SELECT 1 FROM limited_selection s CROSS JOIN asset n ON n.row = s.asset AND n.shelf < 4
            WHERE s.asset = \(asset)))
        """
    }

    /// History. A change is visible to those who saw its object when it happened.
    private static let historyViews = [
        Connection.View(
            "every_change",
            """
            SELECT row, sequence, object_kind, change_kind, \(fields("fields")), object FROM change
            WHERE scope IS NULL AND sees_everything() AND NOT \(isOfPlaceAlone)
            """
        ),
        Connection.View(
            "limited_change",
            """
            SELECT c.row, c.sequence, c.object_kind, c.change_kind,
                CASE WHEN c.scope IS NULL AND c.object_kind <> 1 THEN c.owner_fields
                    WHEN hides_places() AND c.object_kind = 1 THEN c.fields & \(~ChangedFields.location.rawValue)
                    ELSE c.fields END AS fields,
                c.object
            FROM change c WHERE NOT \(isOfPlaceAlone) AND CASE
                WHEN c.scope IS NOT NULL THEN c.scope = limited_viewer()
                WHEN c.object_kind = 1 THEN EXISTS (
                    SELECT 1 FROM selection s WHERE s.app = limited_viewer() AND s.asset = c.object_row
                    AND s.since_sequence <= c.sequence
                    AND (s.until_sequence IS NULL OR s.until_sequence > c.sequence))
                ELSE c.owner = limited_viewer() AND (c.change_kind <> 2 OR c.owner_fields <> 0)
                END
            """
        ),
        // As they are recorded: for memory, from which each reader is shown a part (`ChangeSight`).
        Connection.View(
            "recorded_change",
            """
            SELECT row, sequence, object_kind, change_kind, fields, object,
                CASE WHEN scope IS NOT NULL THEN -scope WHEN object_kind = 1 THEN 0 ELSE ifnull(owner, 0) END AS holder,
                CASE WHEN object_kind = 1 THEN object_row ELSE owner_fields END AS detail
            FROM change WHERE viewer() = 0
            """
        ),
        // Shows that a change is kept but not what it is: lost changes are found by counting.
        Connection.View(
            "kept_change",
            "SELECT row, sequence FROM change WHERE sees_everything() OR limited_viewer() IS NOT NULL"
        ),
        Connection.View(
            "every_transaction",
            """
            SELECT sequence AS number, sequence, time, first_change, change_count, origin FROM change_transaction
            WHERE sees_everything()
            """
        ),
        Connection.View(
            "limited_transaction",
            """
            SELECT s.number, t.sequence, t.time, t.first_change, t.change_count, t.origin
            FROM seen_transaction s CROSS JOIN change_transaction t ON t.sequence = s.sequence
            WHERE s.app = limited_viewer()
            """
        ),
        Connection.View(
            "limited_number",
            "SELECT number, sequence FROM seen_transaction WHERE app = limited_viewer()"
        ),
        Connection.View("history_head", "SELECT * FROM (\(HistoryHead.query)) WHERE sees_everything()"),
        Connection.View(
            "asset_state",
            "SELECT asset_version FROM library WHERE sees_everything() OR limited_viewer() IS NOT NULL"
        ),
        // What the store knows about the reader: `viewer()` is 0 for the person.
        Connection.View(
            "own_app",
            """
            SELECT visibility_epoch, seen_count, (SELECT min(number) FROM seen_transaction WHERE app = a.row)
                AS oldest_seen, uploads_enabled, uploads_spare_network, selection_version, selected_count,
                confirms_changes
            FROM app a WHERE row = viewer()
            """
        ),
        Connection.View("own_upload_job", "SELECT * FROM upload_job WHERE app = viewer()"),
        Connection.View("own_upload_destination", "SELECT * FROM upload_destination WHERE app = viewer()"),
        Connection.View("own_answer", "SELECT * FROM idempotency WHERE app = viewer()"),
        Connection.View("app_identity", "SELECT row, identity FROM app WHERE viewer() = 0"),
    ]
}

extension Connection {
    /// Defines the views on a connection.
    func defineVisibleViews() throws(SQLiteError) {
        try defineNumbers(["sees_everything", "limited_viewer", "viewer", "hides_places"])
        try define(Visibility.views)
    }

    /// Runs `body` with the views showing what is visible under `visibility`.
    func showing<Result>(_ visibility: Visibility, _ body: () throws -> Result) throws -> Result {
        let before = (self[number: seesEverything], self[number: limitedViewer], self[number: viewer])
        let hidBefore = self[number: hidesPlacesNumber]
        let hides = try visibility.app.map { try isToHidePlaces(from: $0) } ?? false
        defer {
            (self[number: seesEverything], self[number: limitedViewer], self[number: viewer]) = before
            self[number: hidesPlacesNumber] = hidBefore
        }
        self[number: hidesPlacesNumber] = hides ? 1 : 0
        self[number: seesEverything] = visibility.seesEverything ? 1 : 0
        if case .limited(let app) = visibility {
            self[number: limitedViewer] = app
        } else {
            self[number: limitedViewer] = nil
        }
        if case .none = visibility {
            self[number: viewer] = nil
        } else {
            self[number: viewer] = visibility.app ?? 0
        }
        return try body()
    }

    /// Whether what is shown now has no places.
    var hidesPlaces: Bool { self[number: hidesPlacesNumber] == 1 }

    private func isToHidePlaces(from app: Int64) throws -> Bool {
        let select = try statement("SELECT hides_places FROM app WHERE row = ?")
        try select.bind(app, at: 1)
        return try select.step() && select.integer(0) != 0
    }
}

// Indexes of the numbers that the views read.

/// `sees_everything()`: 1 or 0.
private let seesEverything = 0
/// `limited_viewer()`: the app with limited access; null for all other readers.
private let limitedViewer = 1
/// `viewer()`: the app that may read or add, 0 for the person, null for an app that may do neither.
private let viewer = 2
/// `hides_places()`: 1 or 0.
private let hidesPlacesNumber = 3
