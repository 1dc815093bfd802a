internal import LibraryModel
internal import SQLiteDatabase

/// What a principal may see and do. What is visible is decided here and nowhere else.
///
/// 1. `Visibility` is read from the principal's grant, in the snapshot or transaction that answers the request.
/// 2. Its conditions are the views below. They show what the visibility sees that `Connection.showing` was given, and
///    nothing outside of it.
/// 3. Statements of a `LibraryView` name these views only: its connection is confined to them (`Connection.confined`),
///    and SQLite refuses a statement that names a table. A condition that was forgotten is an error, and a new table is
///    refused until there is a view of it.
///
/// The writer's connection has the views, too, for what changes look up; it is not confined, because it writes tables.
///
/// `app` is a row of table `app`.
package enum Visibility: Hashable, Sendable {
    /// Everything. Nil: the person themselves.
    case full(app: Int64?)
    /// The assets selected for it, and the albums and folders that it made.
    case limited(app: Int64)
    /// Nothing, but it may add assets.
    case addOnly(app: Int64)
    /// Nothing.
    case none(isRestricted: Bool)

    static let person = Visibility.full(app: nil)

    /// A grant that has an end grants nothing after it, and none grants what the administrator forbids.
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

    /// The app that acts; nil for the person, or for an app that may not act.
    var app: Int64? {
        switch self {
        case .full(let app): app
        case .limited(let app), .addOnly(let app): app
        case .none: nil
        }
    }

    /// Whether there is anything that it could see.
    var reads: Bool {
        switch self {
        case .full, .limited: true
        case .addOnly, .none: false
        }
    }

    /// Whether it sees what is hidden or deleted as such, albums of others, and rows as hints.
    var seesEverything: Bool {
        if case .full = self { true } else { false }
    }

    /// Whether it sees an album or folder that an app, or the person, made.
    func seesCollection(ownedBy owner: Int64?) -> Bool {
        switch self {
        case .full: true
        case .limited(let app): owner == app
        case .addOnly, .none: false
        }
    }

    /// Throws what an app gets that asks for more than an empty fetch without being allowed to read.
    func requireReading() throws(LibraryError) {
        switch self {
        case .full, .limited: return
        case .addOnly, .none(isRestricted: false): throw .accessDenied
        case .none(isRestricted: true): throw .accessRestricted
        }
    }

    /// Throws what an app gets that may not even add.
    func requireAdding() throws(LibraryError) {
        if case .none = self { try requireReading() }
    }
}

// MARK: Views

/// `seen_…` views show what any visibility sees, and are for looking up what is known by row or identifier. To go
/// through many there is one view for those who see everything (`every_…`), which costs them nothing, and one for
/// limited apps (`limited_…`), which starts from what was selected or made; each shows nothing to the others.
///
/// SQLite flattens views, and then refuses a table of which a statement uses nothing but the row number, since it
/// cannot tell any more that a view named it. So each view compares some other column, and where a view of those who
/// see everything is to cost nothing, its statements do.
extension Visibility {
    /// Assets; for who sees everything, those in the trash, too.
    var assets: StaticString { seesEverything ? "every_asset" : "limited_asset" }
    /// Albums and folders.
    var collections: StaticString { seesEverything ? "every_collection" : "limited_collection" }
    /// Assets in albums, with columns `container` and `position`.
    var members: StaticString { seesEverything ? "every_member" : "limited_member" }
    /// What is in a folder: `member`, `container`, `position`.
    var children: StaticString { seesEverything ? "every_child" : "limited_child" }
    /// What is in no folder that is seen: `member`, `container`, `position`.
    var topLevel: StaticString { seesEverything ? "every_root" : "limited_root" }

    /// Changes that were seen when they happened.
    var changes: StaticString { seesEverything ? "every_change" : "limited_change" }
    /// Transactions of which something was seen, numbered as tokens count.
    var transactions: StaticString { seesEverything ? "every_transaction" : "limited_transaction" }

    static let views: [Connection.View] =
        [
            Connection.View("every_asset", "SELECT * FROM asset WHERE sees_everything()"),
            Connection.View(
                "limited_asset",
                """
                SELECT a.* FROM selection s CROSS JOIN asset a ON a.row = s.asset
                WHERE s.app = limited_viewer() AND s.until_sequence IS NULL AND a.shelf < 4
                """
            ),
            Connection.View(
                "seen_asset",
                """
                SELECT a.* FROM asset a WHERE a.shelf < 4 AND (sees_everything() OR EXISTS (
                    SELECT 1 FROM selection s
                    WHERE s.app = limited_viewer() AND s.asset = a.row AND s.until_sequence IS NULL))
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
                SELECT j.container, j.position, a.* FROM album_member j CROSS JOIN asset a ON a.row = j.member
                WHERE sees_everything()
                """
            ),
            Connection.View(
                "limited_member",
                """
                SELECT j.container, j.position, a.* FROM collection c JOIN album_member j ON j.container = c.row
                CROSS JOIN asset a ON a.row = j.member
                CROSS JOIN selection s ON s.app = limited_viewer() AND s.asset = a.row AND s.until_sequence IS NULL
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
            // All that an app made and that is in no folder of its own, wherever the person put it.
            Connection.View(
                "limited_root",
                """
                SELECT f.member, f.container, f.position FROM collection c JOIN folder_member f ON f.member = c.row
                LEFT JOIN collection p ON p.row = f.container
                WHERE c.owner = limited_viewer() AND p.owner IS NOT limited_viewer()
                """
            ),
        ] + described + detailViews + historyViews

    /// Assets with title, caption, and name and size of the first of their files.
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

    /// What belongs to assets, albums and folders.
    private static let detailViews = [
        Connection.View("seen_resource", "SELECT * FROM resource r WHERE \(isSeen("r.asset"))"),
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
        // For the owner's tools only: PhotoKit has no such properties.
        Connection.View(
            "own_capture",
            """
            SELECT a.row AS asset, a.capture_source, a.capture_offset, f.offset_source, f.lens_make, f.lens_model,
                f.exposure_time, f.aperture, f.iso_speed, f.focal_length, f.focal_length_on_film, f.exposure_bias,
                f.flash_fired
            FROM asset a LEFT JOIN capture_facts f ON f.asset = a.row WHERE viewer() = 0
            """
        ),
        Connection.View("own_keyword_path", "SELECT * FROM keyword_path WHERE viewer() = 0"),
        Connection.View("own_region", "SELECT * FROM region WHERE viewer() = 0"),
        // For searching titles of assets and albums.
        Connection.View("every_text", "SELECT * FROM asset_text WHERE sees_everything()"),
        Connection.View("every_album_member", "SELECT * FROM album_member WHERE sees_everything()"),
    ]

    /// Whether an asset is seen, or belongs to one who sees everything.
    private static func isSeen(_ asset: String) -> String {
        """
        (sees_everything() OR EXISTS (
            SELECT 1 FROM selection s CROSS JOIN asset n ON n.row = s.asset AND n.shelf < 4
            WHERE s.app = limited_viewer() AND s.asset = \(asset) AND s.until_sequence IS NULL))
        """
    }

    /// History. A change is seen by those who saw its object when it happened.
    private static let historyViews = [
        Connection.View(
            "every_change",
            """
            SELECT row, sequence, object_kind, change_kind, fields, object FROM change
            WHERE scope IS NULL AND sees_everything()
            """
        ),
        Connection.View(
            "limited_change",
            """
            SELECT c.row, c.sequence, c.object_kind, c.change_kind,
                CASE WHEN c.scope IS NULL AND c.object_kind <> 1 THEN c.owner_fields ELSE c.fields END AS fields,
                c.object
            FROM change c WHERE CASE
                WHEN c.scope IS NOT NULL THEN c.scope = limited_viewer()
                WHEN c.object_kind = 1 THEN EXISTS (
                    SELECT 1 FROM selection s WHERE s.app = limited_viewer() AND s.asset = c.object_row
                    AND s.since_sequence <= c.sequence
                    AND (s.until_sequence IS NULL OR s.until_sequence > c.sequence))
                ELSE c.owner = limited_viewer() AND (c.change_kind <> 2 OR c.owner_fields <> 0)
                END
            """
        ),
        // That a change is kept, and nothing of what it is: lost ones are found by counting.
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
        Connection.View("history_head", "SELECT * FROM (\(HistoryHead.query)) WHERE sees_everything()"),
        // What is known of the one who reads: `viewer()` is 0 for the person.
        Connection.View(
            "own_app",
            """
            SELECT visibility_epoch, seen_count, (SELECT min(number) FROM seen_transaction WHERE app = a.row)
                AS oldest_seen
            FROM app a WHERE row = viewer()
            """
        ),
        Connection.View("own_answer", "SELECT * FROM idempotency WHERE app = viewer()"),
        Connection.View("app_identity", "SELECT row, identity FROM app WHERE viewer() = 0"),
    ]
}

extension Connection {
    /// Readies a connection to read through the views.
    func defineVisibleViews() throws(SQLiteError) {
        try defineNumbers(["sees_everything", "limited_viewer", "viewer"])
        try define(Visibility.views)
    }

    /// Runs `body`, to which the views show what `visibility` sees.
    func showing<Result>(_ visibility: Visibility, _ body: () throws -> Result) rethrows -> Result {
        let before = (self[number: seesEverything], self[number: limitedViewer], self[number: viewer])
        defer { (self[number: seesEverything], self[number: limitedViewer], self[number: viewer]) = before }
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
}

// The numbers that the views ask for, by their places.

/// `sees_everything()`: 1 or 0.
private let seesEverything = 0
/// `limited_viewer()`: the app whose limited access is shown; null for everybody else.
private let limitedViewer = 1
/// `viewer()`: the app that reads or adds, 0 for the person; null for who may do neither.
private let viewer = 2
