internal import AssetColumns
internal import LibraryModel
internal import SQLiteDatabase

/// What the columns in memory answer: fetches in all assets or a smart album, by predicates and an order that the
/// columns have, and pages of properties for readers with full access. All checks of the request were made when its SQL
/// was assembled, so that errors are the same.
extension Snapshot {
    /// Fewer look-ups cost less than finding out which columns to ask.
    static let lookupsByColumns = 16

    /// The columns with exactly this snapshot's assets, for a reader with full access; nil when SQL has to answer.
    func assetTable() throws -> AssetTable? {
        guard let columns, columns.isKept, visibility.seesEverything else { return nil }
        return columns.table(of: try AssetVersion(self))
    }

    /// The number of matches of a request that was answered by columns before, without its limit; nil for others.
    func countByKnownPlan(_ request: FetchRequest) throws -> Int? {
        guard let plan = QueryPlans.Request(request, visibility, isCount: true),
            let query = columns?.plans.query(of: plan)
        else { return nil }
        return try count(query)
    }

    /// The number of matches; nil when SQL has to answer.
    func countByColumns(_ query: FetchQuery, _ sql: SQLText, _ request: FetchRequest) throws -> Int? {
        guard let wanted = try query.columnQuery(sort: [], limit: 0) else { return nil }
        try sql.requireParameters(of: connection)
        if let plan = QueryPlans.Request(request, visibility, isCount: true) { columns?.plans.keep(wanted, for: plan) }
        return try count(wanted, query.selections)
    }

    private func count(_ query: AssetQuery, _ selections: [RowSelection] = []) throws -> Int? {
        guard let assets = try VisibleAssets(self) else { return nil }
        columns?.noteAnswer()
        let query = try finding(selections, for: query)
        return try assets.count(query) { try connection.checkInterruption() }
    }

    /// Candidates that SQL looks at one by one: some 2 ms.
    private static let maximumCandidates = 1_024

    /// Has SQL start from the candidates that the columns leave of a query, when they decide a part of it and leave
    /// few. All conditions stay. Returns the query unchanged when SQL does not gain by it.
    func startingFromColumns(_ query: FetchQuery) throws -> FetchQuery {
        // With limited access SQL starts from the selection. The list of candidates and the limit are parameters too.
        guard visibility.seesEverything, query.count.values.count + 2 <= connection.maximumParameterCount,
            let part = query.candidateQuery(limit: Snapshot.maximumCandidates + 1), let assets = try VisibleAssets(self)
        else { return query }
        let candidates = try assets.rows(part) { try connection.checkInterruption() }
        guard candidates.count <= Snapshot.maximumCandidates else { return query }
        columns?.noteCandidates()
        var query = query
        query.start(fromRows: Set(candidates.map { Int64($0) }))
        return query
    }

    /// The result of a request that was answered by columns before; nil for others.
    func fetchByKnownPlan(_ request: FetchRequest) throws -> FetchedRows? {
        guard let plan = QueryPlans.Request(request, visibility, isCount: false),
            let query = columns?.plans.query(of: plan)
        else { return nil }
        return try find(query)
    }

    /// The result; nil when SQL has to answer.
    func fetchByColumns(_ query: FetchQuery, _ sql: SQLText, _ request: FetchRequest) throws -> FetchedRows? {
        guard let wanted = try query.columnQuery(sort: request.sort, limit: request.limit) else { return nil }
        try sql.requireParameters(of: connection)
        if let plan = QueryPlans.Request(request, visibility, isCount: false) { columns?.plans.keep(wanted, for: plan) }
        return try find(wanted, query.selections)
    }

    private func find(_ query: AssetQuery, _ selections: [RowSelection] = []) throws -> FetchedRows? {
        guard let assets = try VisibleAssets(self) else { return nil }
        columns?.noteAnswer()
        let query = try finding(selections, for: query)
        let found = try assets.rows(query) { try connection.checkInterruption() }
        return assets.fetched(found, givesHints: givesHints)
    }

    /// The query with the rows that it refers to.
    private func finding(_ selections: [RowSelection], for query: AssetQuery) throws -> AssetQuery {
        var query = query
        query.found = try selections.map { try $0.rows(self) }
        return query
    }

    private static let shelfFlags = (UInt8.min...UInt8.max).map { Shelf(rawValue: Int64($0)).flags }

    /// Properties in the order of `ids`; nil when SQL has to answer.
    func assetsByColumns(_ ids: [ObjectID], hints: [RowHint], includesDeleted: Bool) throws -> AssetPage? {
        guard let table = try assetTable() else { return nil }
        columns?.noteAnswer()
        let reader = AssetTable.PageReader(
            hidesPlaces: connection.hidesPlaces,
            includesDeleted: includesDeleted,
            firstDeletedShelf: UInt8(Shelf.trashed.rawValue),
            flags: Snapshot.shelfFlags
        )
        return try table.page(of: ids, hints: hints, reader) { try connection.checkInterruption() }
    }
}
