internal import AssetColumns
internal import LibraryModel
internal import SQLiteDatabase

/// The parts of a fetch's SQL statement, which reads the views of `Visibility`; and the same query of the columns in
/// memory, where these can answer it.
struct FetchQuery {
    /// The objects of `FROM`: `a` (assets) or `c` (albums and folders).
    private enum Source {
        /// A view of assets. Each has a `described_…` variant (`PredicateJoin.description`).
        case assets(StaticString)
        case collections(SQLText)
    }

    private var source: Source
    /// `FROM` before the objects.
    private var start = SQLText()
    /// Joined by AND.
    var conditions: [SQLText] = []
    /// The joins that predicate and order need.
    private var joins: Set<PredicateJoin> = []
    /// What `conditions` say, over the columns in memory; nil when these do not have what the query starts from.
    private var columns: ColumnCondition?
    /// How the rows are found that the columns do not find themselves (`AssetExpression.found`).
    private(set) var selections: [RowSelection] = []
    /// The order of a request without sort keys.
    var naturalOrder: SQLText
    let table: PredicateTable

    /// All visible assets.
    static func assets(_ request: FetchRequest, _ visibility: Visibility) -> FetchQuery {
        var query = FetchQuery(
            source: .assets(visibility.assets),
            naturalOrder: SQLText("a.row"),
            table: .assets(visibility)
        )
        query.conditions.append(shelf(request.includesHidden, request.includesAllBurstAssets))
        query.columns = ColumnCondition(shelfExpression(request.includesHidden, request.includesAllBurstAssets))
        return query
    }

    /// The visible members of an album, in its order.
    static func members(ofAlbum album: Int64, _ request: FetchRequest, _ visibility: Visibility) -> FetchQuery {
        var query = FetchQuery(
            source: .assets(visibility.members),
            naturalOrder: SQLText("a.position"),
            table: .assets(visibility)
        )
        query.conditions.append(SQLText("a.container = ") + SQLText(.integer(album)))
        query.conditions.append(shelf(request.includesHidden, request.includesAllBurstAssets))
        return query
    }

    /// The visible members of a smart album. `newestAddition`: when the latest of the visible assets was added; nil
    /// leaves it to SQL.
    static func members(
        of album: SmartAlbum,
        _ request: FetchRequest,
        _ visibility: Visibility,
        newestAddition: Int64? = nil
    ) -> FetchQuery {
        var query = assets(request, visibility)
        query.conditions.removeLast()
        switch album {
        case .hidden:
            query.conditions.append(SQLText(request.includesAllBurstAssets ? "a.shelf IN (1, 3)" : "a.shelf = 1"))
            query.columns = ColumnCondition(.oneOf(AssetTerm(.shelf), request.includesAllBurstAssets ? [1, 3] : [1]))
        case .recentlyDeleted:
            query.columns = nil
            query.conditions.append(SQLText("a.shelf >= 4 AND a.trashed_at IS NOT NULL"))
            query.naturalOrder = SQLText("a.trashed_at, a.row")
        default: query.conditions.append(shelf(request.includesHidden, request.includesAllBurstAssets))
        }
        if let condition = album.condition(visibility) {
            query.conditions.append(condition)
            query.narrowColumns(by: ColumnCondition(ofComparison: album.expression(newestAddition: newestAddition)))
        }
        return query
    }

    /// Assets by row, hidden ones and all of bursts included, without recently deleted ones.
    static func assets(rows: [Int64], _ visibility: Visibility) -> FetchQuery {
        var query = FetchQuery(
            source: .assets("seen_asset"),
            naturalOrder: SQLText("a.row"),
            table: .assets(visibility)
        )
        query.conditions.append(SQLText("a.row") + SQLText.list(rows))
        return query
    }

    /// Visible albums and folders; `source` names them `c`.
    static func collections(_ source: SQLText, order: SQLText, _ table: PredicateTable) -> FetchQuery {
        FetchQuery(source: .collections(source), naturalOrder: order, table: table)
    }

    private static func shelf(_ includesHidden: Bool, _ includesBursts: Bool) -> SQLText {
        switch (includesHidden, includesBursts) {
        case (false, false): SQLText("a.shelf = 0")
        case (true, false): SQLText("a.shelf IN (0, 1)")
        case (false, true): SQLText("a.shelf IN (0, 2)")
        case (true, true): SQLText("a.shelf < 4")
        }
    }

    /// The same as `shelf`.
    private static func shelfExpression(_ includesHidden: Bool, _ includesBursts: Bool) -> AssetExpression {
        switch (includesHidden, includesBursts) {
        case (false, false): .range(AssetTerm(.shelf), 0...0)
        case (true, false): .range(AssetTerm(.shelf), 0...1)
        case (false, true): .oneOf(AssetTerm(.shelf), [0, 2])
        case (true, true): .range(AssetTerm(.shelf), 0...3)
        }
    }

    /// Restricts the query to objects for which a predicate is true. Only once.
    mutating func filter(by predicate: PredicateProgram, _ connection: Connection) throws {
        let compiled = try PredicateCompiler.compile(predicate, table, connection)
        conditions.append(compiled.condition)
        joins.formUnion(compiled.joins)
        selections = compiled.selections
        narrowColumns(by: compiled.columns)
    }

    private mutating func narrowColumns(by condition: ColumnCondition) {
        columns = columns.map { .all([$0, condition]) }
    }

    /// Restricts a query for assets to some rows and starts from them. With a condition on rows alone SQLite would scan
    /// an index of the whole library.
    mutating func start(fromRows rows: Set<Int64>) {
        start += "json_each("
        start += .text("[" + rows.map { String($0) }.joined(separator: ",") + "]")
        start += ") n CROSS JOIN "
        conditions.append(SQLText("a.row = n.value"))
        columns = nil
    }

    // MARK: Columns in memory

    /// The query of the columns in memory; nil when only SQL can answer.
    func columnQuery(sort: [SortKey], limit: Int) throws(LibraryError) -> AssetQuery? {
        guard let columns, columns.isExact, sort.count <= 1 else { return nil }
        var query = AssetQuery(columns.expression, limit: limit)
        if let key = sort.first {
            guard let term = try table.attribute(key.key).term else { return nil }
            query.order = AssetQuery.Order(term, isAscending: key.isAscending)
        }
        return query
    }

    /// A query of the columns in memory for all assets that this one finds, and some that it does not: nil when SQL
    /// would gain nothing by starting from these.
    func candidateQuery(limit: Int) -> AssetQuery? {
        guard let columns, !columns.isExact, selections.isEmpty else { return nil }
        return AssetQuery(columns.expression, limit: limit)
    }

    // MARK: Statements

    /// The statement for rows of (row, id), or with `kinds` (row, id, kind).
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

    /// The statement `select` over the found objects, grouped.
    func grouped(_ select: SQLText, by group: StaticString, order: StaticString) -> SQLText {
        var sql = select
        sql += body
        sql += " GROUP BY "
        sql += SQLText(group)
        sql += " ORDER BY "
        sql += SQLText(order)
        return sql
    }

    /// The statement for one row of aggregates over the found objects.
    func selecting(_ what: SQLText) -> SQLText {
        var sql = SQLText("SELECT ")
        sql += what
        sql += body
        return sql
    }

    private var body: SQLText {
        var sql = SQLText(" FROM ")
        sql += start
        switch source {
        case .assets(let view):
            if joins.contains(.description) { sql += "described_" }
            sql += view
            sql += " a"
        case .collections(let source): sql += source
        }
        if joins.contains(.members) { sql += table.memberJoin }
        for (offset, condition) in conditions.enumerated() {
            sql += offset == 0 ? " WHERE " : " AND "
            sql += condition
        }
        return sql
    }

    /// Orders equal keys by row, in the direction of the last key, so that an index can be read backwards. Ignores
    /// repeated keys.
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
