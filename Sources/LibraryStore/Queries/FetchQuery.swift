internal import LibraryModel
internal import SQLiteDatabase

/// The parts of a fetch's statement, within what a sight sees.
struct FetchQuery {
    /// `FROM` and joins; the objects are `a` (assets) or `c` (albums and folders).
    var source: SQLText
    /// The column of `source`'s first table that holds the rows of assets.
    var drivingColumn = SQLText("a.row")
    /// Joined by AND.
    var conditions: [SQLText] = []
    /// Tables with one row for each object, which predicate and order need.
    private var joins: Set<PredicateJoin> = []
    /// The order where the request names none.
    var naturalOrder: SQLText
    var table: PredicateTable

    /// Every asset that is seen.
    static func assets(_ request: FetchRequest, _ sight: Sight) -> FetchQuery {
        var query = FetchQuery(source: SQLText("asset a"), naturalOrder: SQLText("a.row"), table: .assets(sight))
        if case .limited(let app) = sight {
            query.source = SQLText("selection s CROSS JOIN asset a ON a.row = s.asset")
            query.drivingColumn = SQLText("s.asset")
            query.conditions.append(openSelection(of: app))
        }
        query.conditions.append(shelf(request.includesHidden, request.includesAllBurstAssets))
        return query
    }

    /// The members of an album that are seen, in its order.
    static func members(ofAlbum album: Int64, _ request: FetchRequest, _ sight: Sight) -> FetchQuery {
        var query = FetchQuery(
            source: SQLText("album_member j CROSS JOIN asset a ON a.row = j.member"),
            naturalOrder: SQLText("j.position"),
            table: .assets(sight)
        )
        query.drivingColumn = SQLText("j.member")
        query.conditions.append(SQLText("j.container = ") + SQLText(.integer(album)))
        if case .limited(let app) = sight {
            query.source += " CROSS JOIN selection s ON s.asset = a.row"
            query.conditions.append(openSelection(of: app))
        }
        query.conditions.append(shelf(request.includesHidden, request.includesAllBurstAssets))
        return query
    }

    /// The members of a smart album that are seen.
    static func members(of album: SmartAlbum, _ request: FetchRequest, _ sight: Sight) -> FetchQuery {
        var query = assets(request, sight)
        query.conditions.removeLast()
        switch album {
        case .hidden:
            query.conditions.append(SQLText(request.includesAllBurstAssets ? "a.shelf IN (1, 3)" : "a.shelf = 1"))
        case .recentlyDeleted:
            query.conditions.append(SQLText("a.shelf >= 4 AND a.trashed_at IS NOT NULL"))
            query.naturalOrder = SQLText("a.trashed_at, a.row")
        default: query.conditions.append(shelf(request.includesHidden, request.includesAllBurstAssets))
        }
        if let condition = album.condition(sight) { query.conditions.append(condition) }
        return query
    }

    /// Assets by their rows, whatever shelf they are on but the trash.
    static func assets(rows: [Int64], _ sight: Sight) -> FetchQuery {
        var query = FetchQuery(source: SQLText("asset a"), naturalOrder: SQLText("a.row"), table: .assets(sight))
        if case .limited(let app) = sight {
            query.source += " CROSS JOIN selection s ON s.asset = a.row"
            query.conditions.append(openSelection(of: app))
        }
        query.conditions.append(SQLText("a.row") + SQLText.list(rows))
        query.conditions.append(shelf(true, true))
        return query
    }

    /// Albums and folders that are seen.
    static func collections(
        _ source: SQLText,
        order: SQLText,
        _ sight: Sight,
        _ table: PredicateTable? = nil
    ) -> FetchQuery {
        var query = FetchQuery(source: source, naturalOrder: order, table: table ?? .collections(sight))
        if case .limited(let app) = sight {
            query.conditions.append(SQLText("c.owner = ") + SQLText(.integer(app)))
        }
        return query
    }

    private static func openSelection(of app: Int64) -> SQLText {
        SQLText("s.app = ") + SQLText(.integer(app)) + SQLText(" AND s.until_sequence IS NULL")
    }

    private static func shelf(_ includesHidden: Bool, _ includesBursts: Bool) -> SQLText {
        switch (includesHidden, includesBursts) {
        case (false, false): SQLText("a.shelf = 0")
        case (true, false): SQLText("a.shelf IN (0, 1)")
        case (false, true): SQLText("a.shelf IN (0, 2)")
        case (true, true): SQLText("a.shelf < 4")
        }
    }

    /// Restricts a query to objects of which a predicate is true.
    mutating func filter(by predicate: PredicateProgram, _ connection: Connection) throws {
        let (condition, joins) = try PredicateCompiler.compile(predicate, table, connection)
        conditions.append(condition)
        self.joins.formUnion(joins)
    }

    /// Restricts a query for assets to some rows, and has it start from them: told only that a row is among some,
    /// SQLite goes through an index of the whole library all the same.
    mutating func start(fromRows rows: Set<Int64>) {
        var start = SQLText("json_each(")
        start += .text("[" + rows.map { String($0) }.joined(separator: ",") + "]")
        start += ") n CROSS JOIN "
        source = start + source
        conditions.append(drivingColumn + SQLText(" = n.value"))
    }

    // MARK: Statements

    /// Rows of (row, id) or, with `kinds`, (row, id, kind).
    func selection(sort: [SortKey], limit: Int, kinds: Bool) throws(LibraryError) -> SQLText {
        let (order, orderJoins) = try order(sort)
        var query = self
        query.joins.formUnion(orderJoins)
        var sql = SQLText("SELECT ")
        switch table {
        case .assets: sql += "a.row, a.id"
        case .collections, .collectionsAndSmartAlbums: sql += kinds ? "c.row, c.id, c.kind" : "c.row, c.id"
        }
        sql += query.body
        sql += " ORDER BY "
        sql += order
        if limit > 0 {
            sql += " LIMIT "
            sql += .integer(Int64(limit))
        }
        return sql
    }

    var count: SQLText {
        var sql = SQLText("SELECT count(*)")
        sql += body
        return sql
    }

    /// `select` of what is found, grouped.
    func grouped(_ select: SQLText, by group: StaticString, order: StaticString) -> SQLText {
        var sql = select
        sql += body
        sql += " GROUP BY "
        sql += SQLText(group)
        sql += " ORDER BY "
        sql += SQLText(order)
        return sql
    }

    /// One row of what is asked of all assets that are found.
    func selecting(_ what: SQLText) -> SQLText {
        var sql = SQLText("SELECT ")
        sql += what
        sql += body
        return sql
    }

    private var body: SQLText {
        var sql = SQLText(" FROM ")
        sql += source
        for join in PredicateJoin.allCases where joins.contains(join) { sql += table.sql(join) }
        for (offset, condition) in conditions.enumerated() {
            sql += offset == 0 ? " WHERE " : " AND "
            sql += condition
        }
        return sql
    }

    /// Equal keys are ordered by row, in the direction of the last key, so that an index can be read backwards. A key
    /// that comes again says nothing.
    private func order(_ sort: [SortKey]) throws(LibraryError) -> (sql: SQLText, joins: Set<PredicateJoin>) {
        guard sort.count <= FetchRequest.maximumSortKeys else {
            throw LibraryError(.limitExceeded, "the sort order has too many keys")
        }
        guard let last = sort.last else { return (naturalOrder, []) }
        var sql = SQLText()
        var joins: Set<PredicateJoin> = []
        var columns: Set<SQLText> = []
        for key in sort {
            let attribute = try table.attribute(key.key)
            guard attribute.isSortable else {
                throw LibraryError(
                    .invalidRequest,
                    "nothing can be sorted by the key \(key.key)",
                    details: ["key": key.key]
                )
            }
            guard columns.insert(attribute.sql).inserted else { continue }
            if let join = attribute.join { joins.insert(join) }
            sql += attribute.sql
            sql += key.isAscending ? ", " : " DESC, "
        }
        sql += SQLText(table.rowColumn)
        if !last.isAscending { sql += " DESC" }
        return (sql, joins)
    }
}
