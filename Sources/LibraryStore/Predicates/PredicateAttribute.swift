internal import LibraryModel

/// An attribute that a predicate or a sort order may name, as SQL.
struct PredicateAttribute {
    enum Kind: Equatable {
        /// Integers and reals.
        case number
        /// A number too, 0 or 1.
        case boolean
        /// Microseconds since 1970.
        case date
        case text
        /// The object itself.
        case identifier
        /// A place: there or not.
        case place
        /// Texts, to be asked for one of them.
        case keywords
        /// Several texts, to be compared with one.
        case texts(TextsKey)
    }

    var key: String
    var kind: Kind
    var sql: SQLText
    /// Whole numbers only, so that bits can be asked for.
    var isInteger = false

    /// Whether objects can be put in order by it.
    var isSortable: Bool {
        switch kind {
        case .number, .boolean, .date, .text, .identifier: true
        case .place, .keywords, .texts: false
        }
    }
}

/// The attributes of one kind of object. Every key of Apple's table, its aliases, and a few more.
enum PredicateTable {
    /// Alias `a`.
    case assets(Sight)
    /// Alias `c`.
    case collections(Sight)
    /// Alias `c`, with the smart albums of a library among them.
    case collectionsAndSmartAlbums(Sight, library: ObjectID)

    func attribute(_ key: String) throws(LibraryError) -> PredicateAttribute {
        let found =
            switch self {
            case .assets(let sight): PredicateTable.assetAttribute(key, sight)
            case .collections(let sight): PredicateTable.collectionAttribute(key, sight)
            case .collectionsAndSmartAlbums(let sight, _): PredicateTable.smartAlbumAttribute(key, sight)
            }
        if let found { return found }
        let shown = String(key.prefix(64))
        throw LibraryError(
            .invalidRequest,
            "the key \(shown) is not known to predicates and sort orders",
            details: ["key": shown]
        )
    }

    /// The expression of an object's row.
    var rowColumn: StaticString {
        switch self {
        case .assets: "a.row"
        case .collections, .collectionsAndSmartAlbums: "c.row"
        }
    }

    private static func assetAttribute(_ key: String, _ sight: Sight) -> PredicateAttribute? {
        func attribute(_ kind: PredicateAttribute.Kind, _ sql: StaticString, isInteger: Bool = false)
            -> PredicateAttribute
        {
            PredicateAttribute(key: key, kind: kind, sql: SQLText(sql), isInteger: isInteger)
        }
        let seesEverything = if case .full = sight { true } else { false }
        return switch key {
        case "SELF", "localIdentifier": attribute(.identifier, "a.id")
        case "creationDate": attribute(.date, "a.creation_date")
        case "modificationDate": attribute(.date, "a.modification_date")
        case "addedDate": attribute(.date, "a.added_date")
        case "mediaType": attribute(.number, "a.media_kind", isInteger: true)
        case "mediaSubtypes", "mediaSubtype": attribute(.number, "a.media_subtypes", isInteger: true)
        case "duration": attribute(.number, "a.duration")
        case "pixelWidth": attribute(.number, "a.pixel_width", isInteger: true)
        case "pixelHeight": attribute(.number, "a.pixel_height", isInteger: true)
        case "favorite", "isFavorite": attribute(.boolean, "a.is_favorite", isInteger: true)
        case "hidden", "isHidden": attribute(.boolean, "(a.shelf & 1)", isInteger: true)
        case "hasAdjustments": attribute(.boolean, "((a.traits >> 3) & 1)", isInteger: true)
        case "isRAW": attribute(.boolean, "((a.traits >> 10) & 1)", isInteger: true)
        case "cameraMake": attribute(.text, "a.camera_make")
        case "cameraModel": attribute(.text, "a.camera_model")
        // Albums that an app cannot see must not show through: it does not know these keys.
        case "albumTitle" where seesEverything: attribute(.texts(.albumTitle), "NULL")
        case "anyText" where seesEverything: attribute(.texts(.anyText), "NULL")
        case "rating": attribute(.number, "a.rating", isInteger: true)
        case "burstIdentifier": attribute(.text, "a.burst_identifier")
        case "filename":
            attribute(
                .text,
                "(SELECT r.filename FROM resource r WHERE r.asset = a.row AND r.kind <= 3 ORDER BY r.kind LIMIT 1)"
            )
        case "fileSize":
            attribute(
                .number,
                "(SELECT r.size FROM resource r WHERE r.asset = a.row AND r.kind <= 3 ORDER BY r.kind LIMIT 1)",
                isInteger: true
            )
        case "title": attribute(.text, "(SELECT t.title FROM asset_text t WHERE t.asset = a.row)")
        case "caption": attribute(.text, "(SELECT t.caption FROM asset_text t WHERE t.asset = a.row)")
        case "location": attribute(.place, "a.latitude")
        // Null when there is none.
        case "keywords": attribute(.keywords, "(SELECT k.keyword FROM keyword k WHERE k.asset = a.row LIMIT 1)")
        default: nil
        }
    }

    private static func collectionAttribute(_ key: String, _ sight: Sight) -> PredicateAttribute? {
        switch key {
        case "SELF", "localIdentifier":
            PredicateAttribute(key: key, kind: .identifier, sql: SQLText("c.id"))
        case "localizedTitle", "title":
            PredicateAttribute(key: key, kind: .text, sql: SQLText("c.title"))
        case "startDate":
            PredicateAttribute(key: key, kind: .date, sql: members("min(m.creation_date)", sight))
        case "endDate":
            PredicateAttribute(key: key, kind: .date, sql: members("max(m.creation_date)", sight))
        case "estimatedAssetCount":
            PredicateAttribute(key: key, kind: .number, sql: members("count(*)", sight), isInteger: true)
        default: nil
        }
    }

    private static func smartAlbumAttribute(_ key: String, _ sight: Sight) -> PredicateAttribute? {
        guard var attribute = collectionAttribute(key, sight) else { return nil }
        let what: StaticString
        switch key {
        case "startDate": what = "min(a.creation_date)"
        case "endDate": what = "max(a.creation_date)"
        case "estimatedAssetCount": what = "count(*)"
        default: return attribute
        }
        var sql = SQLText("CASE")
        for album in SmartAlbum.allCases {
            let query = FetchQuery.members(of: album, FetchRequest(.smartAlbums(subtype: nil)), sight)
            sql += " WHEN c.row = "
            sql += .integer(album.row)
            sql += " THEN ("
            sql += query.selecting(what)
            sql += ")"
        }
        sql += " ELSE "
        sql += attribute.sql
        sql += " END"
        attribute.sql = sql
        return attribute
    }

    /// Something about the members of album `c` that are seen, which are rows `m`.
    private static func members(_ what: StaticString, _ sight: Sight) -> SQLText {
        var sql = SQLText("(SELECT ")
        sql += what
        sql += " FROM album_member j CROSS JOIN asset m ON m.row = j.member"
        if case .limited(let app) = sight {
            sql += " JOIN selection s ON s.asset = m.row AND s.until_sequence IS NULL AND s.app = "
            sql += .integer(app)
        }
        sql += " WHERE j.container = c.row AND m.shelf = 0)"
        return sql
    }
}
