internal import AssetColumns
internal import LibraryModel

/// An attribute of predicates and sort orders, as SQL.
struct PredicateAttribute {
    enum Kind: Equatable {
        /// Integers and reals.
        case number
        /// A number, 0 or 1.
        case boolean
        /// Microseconds since 1970.
        case date
        case text
        /// The object itself.
        case identifier
        /// A location: present or not.
        case place
        /// A set of texts, which can contain a text.
        case keywords
        /// Several texts. A comparison is true when it is for one of them.
        case texts(TextsKey)
    }

    var key: String
    var kind: Kind
    var sql: SQLText
    /// Integers only, so that bit masks apply.
    var isInteger = false
    /// The joined table of the column; nil for the object's own.
    var join: PredicateJoin?
    var cost = PredicateCost.column
    /// The same of the columns in memory; nil when they lack it.
    var term: AssetTerm?

    /// Whether fetches can sort by it.
    var isSortable: Bool {
        switch kind {
        // Nothing asks for it, and the columns in memory have no order for what has no place.
        case .number where term?.column.isCoordinate == true: false
        case .number, .boolean, .date, .text, .identifier: true
        case .place, .keywords, .texts: false
        }
    }
}

/// A table joined to the objects, one row each, so that comparisons need no lookups.
enum PredicateJoin: Hashable {
    /// Title and caption of an asset, and its first file: columns of the `described_…` views.
    case description
    /// Alias `members`: number and dates of an album's visible members.
    case members
}

/// The attributes of one kind of object: every key of Apple's table, its aliases, and a few more.
enum PredicateTable {
    /// Alias `a`.
    case assets(Visibility)
    /// Alias `c`.
    case collections(Visibility)
    /// Alias `c`, with these smart albums of a library, or these alone.
    case collectionsAndSmartAlbums(Visibility, library: ObjectID, [SmartAlbum], isSmartOnly: Bool)

    func attribute(_ key: String) throws(LibraryError) -> PredicateAttribute {
        let found =
            switch self {
            case .assets(let visibility): PredicateTable.assetAttribute(key, visibility)
            case .collections, .collectionsAndSmartAlbums: PredicateTable.collectionAttribute(key)
            }
        if let found { return found }
        let shown = String(key.prefix(64))
        throw LibraryError(
            .invalidRequest,
            "the key \(shown) is not known to predicates and sort orders",
            details: ["key": shown]
        )
    }

    /// The SQL expression for an object's row.
    var rowColumn: StaticString {
        switch self {
        case .assets: "a.row"
        case .collections, .collectionsAndSmartAlbums: "c.row"
        }
    }

    private static func assetAttribute(_ key: String, _ visibility: Visibility) -> PredicateAttribute? {
        func attribute(
            _ kind: PredicateAttribute.Kind,
            _ sql: StaticString,
            isInteger: Bool = false,
            join: PredicateJoin? = nil,
            cost: Int = PredicateCost.column
        ) -> PredicateAttribute {
            PredicateAttribute(key: key, kind: kind, sql: SQLText(sql), isInteger: isInteger, join: join, cost: cost)
        }
        /// Of the columns in memory.
        func column(
            _ term: AssetTerm,
            _ kind: PredicateAttribute.Kind,
            _ sql: StaticString,
            isInteger: Bool = false
        ) -> PredicateAttribute {
            var attribute = attribute(kind, sql, isInteger: isInteger)
            attribute.term = term
            return attribute
        }
        let seesEverything = visibility.seesEverything
        return switch key {
        case "SELF", "localIdentifier": attribute(.identifier, "a.id")
        case "creationDate": column(AssetTerm(.creationDate), .date, "a.creation_date")
        case "modificationDate": column(AssetTerm(.modificationDate), .date, "a.modification_date")
        case "addedDate": column(AssetTerm(.addedDate), .date, "a.added_date")
        case "mediaType": column(AssetTerm(.kind), .number, "a.media_kind", isInteger: true)
        case "mediaSubtypes", "mediaSubtype":
            column(AssetTerm(.subtypes), .number, "a.media_subtypes", isInteger: true)
        case "duration": column(AssetTerm(.duration), .number, "a.duration")
        case "pixelWidth": column(AssetTerm(.pixelWidth), .number, "a.pixel_width", isInteger: true)
        case "pixelHeight": column(AssetTerm(.pixelHeight), .number, "a.pixel_height", isInteger: true)
        case "favorite", "isFavorite": column(AssetTerm(.favorite), .boolean, "a.is_favorite", isInteger: true)
        case "hidden", "isHidden":
            column(AssetTerm(.shelf, mask: 1), .boolean, "(a.shelf & 1)", isInteger: true)
        case "hasAdjustments":
            column(AssetTerm(.traits, shift: 3, mask: 1), .boolean, "((a.traits >> 3) & 1)", isInteger: true)
        case "isRAW":
            column(AssetTerm(.traits, shift: 10, mask: 1), .boolean, "((a.traits >> 10) & 1)", isInteger: true)
        // For the owner's tools only: PhotoKit lacks this property.
        case "isDamaged" where visibility == .person:
            column(AssetTerm(.damaged), .boolean, "a.is_damaged", isInteger: true)
        // Likewise: whoever may see places reads them of the assets that it sees.
        case "latitude" where visibility == .person: column(AssetTerm(.latitude), .number, "a.latitude")
        case "longitude" where visibility == .person: column(AssetTerm(.longitude), .number, "a.longitude")
        case "cameraMake": attribute(.text, "a.camera_make")
        case "cameraModel": attribute(.text, "a.camera_model")
        // Limited apps lack these keys, which would disclose albums that they do not see.
        case "albumTitle" where seesEverything: attribute(.texts(.albumTitle), "NULL")
        case "anyText" where seesEverything: attribute(.texts(.anyText), "NULL")
        case "rating": column(AssetTerm(.rating), .number, "a.rating", isInteger: true)
        case "burstIdentifier": attribute(.text, "a.burst_identifier")
        case "filename": attribute(.text, "a.filename", join: .description)
        case "fileSize": attribute(.number, "a.file_size", isInteger: true, join: .description)
        case "title": attribute(.text, "a.title", join: .description)
        case "caption": attribute(.text, "a.caption", join: .description)
        case "location": column(AssetTerm(.place), .place, "a.latitude")
        // Null without one.
        case "keywords":
            attribute(
                .keywords,
                "(SELECT k.keyword FROM seen_keyword k WHERE k.asset = a.row LIMIT 1)",
                cost: PredicateCost.lookup
            )
        default: nil
        }
    }

    private static func collectionAttribute(_ key: String) -> PredicateAttribute? {
        func attribute(
            _ kind: PredicateAttribute.Kind,
            _ sql: StaticString,
            isInteger: Bool = false,
            join: PredicateJoin? = nil
        ) -> PredicateAttribute {
            PredicateAttribute(key: key, kind: kind, sql: SQLText(sql), isInteger: isInteger, join: join)
        }
        return switch key {
        case "SELF", "localIdentifier": attribute(.identifier, "c.id")
        case "localizedTitle", "title": attribute(.text, "c.title")
        case "startDate": attribute(.date, "members.start_date", join: .members)
        case "endDate": attribute(.date, "members.end_date", join: .members)
        case "estimatedAssetCount":
            attribute(.number, "ifnull(members.member_count, 0)", isInteger: true, join: .members)
        default: nil
        }
    }
}

extension PredicateTable {
    /// Joins the members of albums, after `c` in a statement's `FROM`.
    var memberJoin: SQLText {
        var sql = SQLText(" LEFT JOIN (")
        for (position, members) in members.enumerated() {
            if position > 0 { sql += " UNION ALL " }
            sql += members
        }
        sql += ") members ON members.container = c.row"
        return sql
    }

    /// The visible members of all albums and of the requested smart albums.
    private var members: [SQLText] {
        switch self {
        case .assets: []
        case .collections(let visibility): [PredicateTable.albumMembers(visibility)]
        case .collectionsAndSmartAlbums(let visibility, _, let albums, let isSmartOnly):
            (isSmartOnly ? [] : [PredicateTable.albumMembers(visibility)])
                + albums.map { PredicateTable.members(of: $0, visibility) }
        }
    }

    private static func albumMembers(_ visibility: Visibility) -> SQLText {
        var sql = SQLText(
            """
            SELECT m.container AS container, count(*) AS member_count, min(m.creation_date) AS start_date, \
            max(m.creation_date) AS end_date FROM
            """
        )
        sql += " "
        sql += visibility.members
        sql += " m WHERE m.shelf = 0 GROUP BY m.container"
        return sql
    }

    private static func members(of album: SmartAlbum, _ visibility: Visibility) -> SQLText {
        var columns = SQLText(.integer(album.row))
        columns += " AS container, count(*) AS member_count, min(a.creation_date) AS start_date, "
        columns += "max(a.creation_date) AS end_date"
        return FetchQuery.members(of: album, FetchRequest(.smartAlbums(subtype: nil)), visibility).selecting(columns)
    }
}
