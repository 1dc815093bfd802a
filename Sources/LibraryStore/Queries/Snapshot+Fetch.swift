internal import LibraryModel
internal import SQLiteDatabase

/// Fetches.
extension Snapshot {
    /// Short statements between checks for interruption.
    static let interruptionInterval = 256

    func fetch(_ request: FetchRequest) throws -> FetchedRows {
        if let rows = try fetchByKnownPlan(request) { return rows }
        guard request.limit >= 0 else { throw LibraryError(.invalidRequest, "the limit is below zero") }
        // Without permission to read the result is empty, whatever the request.
        guard visibility.reads else { return FetchedRows(kinds: emptyKinds(request.scope)) }
        if case .identifiers(let kind, let ids) = request.scope { return try fetchIdentifiers(kind, ids, request) }
        guard var query = try query(request) else {
            try checkKeys(request)
            return FetchedRows(kinds: emptyKinds(request.scope))
        }
        try apply(request.predicate, to: &query)
        if case .children = request.scope { return try runMixed(query, request) }
        return try run(query, request)
    }

    func count(_ request: FetchRequest) throws -> Int {
        if let count = try countByKnownPlan(request) { return request.limited(count) }
        guard request.limit >= 0 else { throw LibraryError(.invalidRequest, "the limit is below zero") }
        guard visibility.reads else { return 0 }
        if case .identifiers = request.scope { return try fetch(request).count }
        guard var query = try query(request) else {
            try checkKeys(request)
            return 0
        }
        // Throws for unknown sort keys, though they do not change the number.
        _ = try query.selection(sort: request.sort, limit: 0, kinds: false)
        try apply(request.predicate, to: &query)
        let sql = query.count
        return request.limited(
            try countByColumns(query, sql, request) ?? countBySQL(try startingFromColumns(query).count)
        )
    }

    private func countBySQL(_ sql: SQLText) throws -> Int {
        let statement = try sql.prepared(by: connection)
        return try statement.step() ? Int(statement.integer(0)) : 0
    }

    /// Returns the query of a request with its predicate; nil when it cannot find anything.
    func filteredQuery(_ request: FetchRequest) throws -> FetchQuery? {
        guard visibility.reads else { return nil }
        guard var query = try query(request) else {
            try checkKeys(request)
            return nil
        }
        try apply(request.predicate, to: &query)
        return query
    }

    private func apply(_ predicate: PredicateProgram?, to query: inout FetchQuery) throws {
        guard let predicate else { return }
        guard case .assets = query.table, let (others, identifiers) = predicate.splitAtIdentifiers else {
            try query.filter(by: predicate, connection)
            return
        }
        try PredicateCompiler.checkIdentifierCount(identifiers.count)
        let lookup = try connection.statement("SELECT row FROM seen_asset WHERE id = ?")
        var rows: Set<Int64> = []
        for (offset, identifier) in identifiers.enumerated() where identifier.kind == .asset {
            if offset % Snapshot.interruptionInterval == 0 { try connection.checkInterruption() }
            try lookup.bind(identifier.id, at: 1)
            if try lookup.step() { rows.insert(lookup.integer(0)) }
            lookup.reset()
        }
        if let others { try query.filter(by: others, connection) }
        query.start(fromRows: rows)
    }

    /// Throws for unknown keys of a request that cannot find anything, so that the reply does not depend on what is
    /// visible.
    private func checkKeys(_ request: FetchRequest) throws {
        let table: PredicateTable =
            switch request.scope {
            case .allAssets, .assets, .identifiers(.asset, _): .assets(visibility)
            case .smartAlbums, .identifiers(.assetCollection, _):
                .collectionsAndSmartAlbums(visibility, library: identity.id, [], isSmartOnly: false)
            default: .collections(visibility)
            }
        for key in request.sort { _ = try table.attribute(key.key) }
        if let predicate = request.predicate { _ = try PredicateCompiler.compile(predicate, table, connection) }
    }

    private func emptyKinds(_ scope: FetchScope) -> FetchedKinds {
        switch scope {
        case .allAssets, .assets: .all(.asset)
        case .identifiers(let kind, _), .allCollections(let kind): .all(kind)
        case .collections, .smartAlbums: .all(.assetCollection)
        case .lists: .all(.collectionList)
        case .children: .each([])
        }
    }

    private func assetCountEstimate() throws -> Int {
        let statement = try connection.statement("SELECT max(row) FROM every_asset WHERE shelf >= 0")
        guard try statement.step() else { return 0 }
        return Int(min(max(statement.integer(0), 0), 4_000_000))
    }

    // MARK: Scopes

    /// Returns nil for a scope without visible objects.
    private func query(_ request: FetchRequest) throws -> FetchQuery? {
        guard visibility.reads else { return nil }
        switch request.scope {
        case .allAssets: return .assets(request, visibility)
        case .assets(let album):
            if let album = smartAlbum(album) { return try members(of: album, request) }
            guard let row = try collectionRow(album, kind: .assetCollection) else { return nil }
            return .members(ofAlbum: row, request, visibility)
        case .identifiers: return nil
        case .allCollections(let kind):
            guard kind != .asset else {
                throw LibraryError(.invalidRequest, "assets are no collections")
            }
            var source = SQLText(visibility.collections)
            source += " c"
            var query = FetchQuery.collections(source, order: SQLText("c.row"), .collections(visibility))
            query.conditions.append(SQLText("c.kind = ") + SQLText(.integer(Int64(kind.rawValue))))
            return query
        case .collections(let asset):
            guard let row = try assetRow(asset) else { return nil }
            var source = SQLText(visibility.members)
            source += " m CROSS JOIN seen_collection c ON c.row = m.container"
            var query = FetchQuery.collections(source, order: SQLText("c.row"), .collections(visibility))
            query.conditions.append(SQLText("m.shelf < 4 AND m.row = ") + SQLText(.integer(row)))
            return query
        case .smartAlbums(let subtype): return collections(and: smartAlbums(subtype: subtype))
        case .children(let folder): return try children(of: folder)
        case .lists(let collection):
            guard let row = try collectionRow(collection, kind: nil) else { return nil }
            var source = SQLText(visibility.children)
            source += " f CROSS JOIN seen_collection c ON c.row = f.container"
            var query = FetchQuery.collections(source, order: SQLText("c.row"), .collections(visibility))
            query.conditions.append(SQLText("f.member = ") + SQLText(.integer(row)))
            return query
        }
    }

    /// The query of smart albums.
    private func collections(and albums: [SmartAlbum]) -> FetchQuery? {
        guard !albums.isEmpty else { return nil }
        var query = FetchQuery.collections(
            collectionSource(with: albums),
            order: SQLText("c.row DESC"),
            .collectionsAndSmartAlbums(visibility, library: identity.id, albums, isSmartOnly: true)
        )
        query.conditions.append(SQLText("c.row < 0"))
        return query
    }

    /// The query of the members of a folder, or of the top level.
    private func children(of folder: ObjectID?) throws -> FetchQuery? {
        var source = SQLText(folder == nil ? visibility.topLevel : visibility.children)
        source += " f CROSS JOIN seen_collection c ON c.row = f.member"
        let order = SQLText("f.container, f.position")
        var query = FetchQuery.collections(source, order: order, .collections(visibility))
        if let folder {
            guard let row = try collectionRow(folder, kind: .collectionList) else { return nil }
            query.conditions.append(SQLText("f.container = ") + SQLText(.integer(row)))
        }
        return query
    }

    // MARK: Running

    private func run(_ query: FetchQuery, _ request: FetchRequest) throws -> FetchedRows {
        let sql = try query.selection(sort: request.sort, limit: request.limit, kinds: false)
        if let rows = try fetchByColumns(query, sql, request) { return rows }
        var rows = FetchedRows(kinds: emptyKinds(request.scope))
        if case .allAssets = request.scope, request.predicate == nil, request.limit == 0, visibility.seesEverything {
            let count = try assetCountEstimate()
            rows.idBytes.reserveCapacity(count * ObjectID.byteCount)
            rows.hintBytes.reserveCapacity(count * 4)
        }
        let statement = try startingFromColumns(query)
            .selection(sort: request.sort, limit: request.limit, kinds: false)
            .prepared(by: connection)
        let givesHints = givesHints
        while try statement.step() {
            guard statement.append16Bytes(1, to: &rows.idBytes) else { _ = try statement.identifier(1); continue }
            if givesHints { rows.appendHint(statement.integer(0)) }
        }
        return rows
    }

    private func runMixed(_ query: FetchQuery, _ request: FetchRequest) throws -> FetchedRows {
        var rows = FetchedRows(kinds: .each([]))
        var kinds: [ObjectKind] = []
        let sql = try query.selection(sort: request.sort, limit: request.limit, kinds: true)
        let statement = try sql.prepared(by: connection)
        while try statement.step() {
            guard let kind = UInt8(exactly: statement.integer(2)).flatMap(ObjectKind.init(rawValue:)),
                statement.append16Bytes(1, to: &rows.idBytes)
            else { throw LibraryError(.internal, "the library's database holds an invalid collection") }
            kinds.append(kind)
            if givesHints { rows.appendHint(statement.integer(0)) }
        }
        rows.kinds = .each(kinds)
        return rows
    }

    var givesHints: Bool { visibility.seesEverything }

    /// Returns objects by identifier, hidden assets included, in the order given, each once.
    private func fetchIdentifiers(_ kind: ObjectKind, _ ids: [ObjectID], _ request: FetchRequest) throws -> FetchedRows
    {
        guard ids.count <= FetchRequest.maximumIdentifiers else {
            throw LibraryError(.limitExceeded, "the fetch names too many identifiers")
        }
        var result = FetchedRows(kinds: .all(kind))
        var places: [Int64: Int] = [:]
        var found: [(row: Int64, id: ObjectID)] = []
        places.reserveCapacity(ids.count)
        found.reserveCapacity(ids.count)
        let isFiltered = request.predicate != nil || !request.sort.isEmpty
        let isLong = kind == .asset && ids.count >= Snapshot.lookupsByColumns
        let lookup = try RowLookup(self, kind, isLong ? try VisibleAssets(self) : nil)
        if isFiltered { try checkKeys(request) }
        for (offset, id) in ids.enumerated() {
            if offset % Snapshot.interruptionInterval == 0 { try connection.checkInterruption() }
            let row = kind == .assetCollection ? smartAlbum(id)?.row : nil
            // A repeated identifier keeps its first position.
            guard let row = try row ?? lookup.row(of: id), places[row] == nil else { continue }
            places[row] = found.count
            found.append((row, id))
            if !isFiltered && found.count == request.limit { break }
        }
        if isFiltered && !found.isEmpty {
            found = try filtered(found, places, kind, request)
        }
        result.setIdentifiers(found.map(\.id))
        // Rows beyond four bytes have no hint and are found by identifier.
        if givesHints { result.setHints(found.map { RowHint(exactly: $0.row) ?? 0 }) }
        return result
    }

    private func filtered(
        _ found: [(row: Int64, id: ObjectID)],
        _ places: [Int64: Int],
        _ kind: ObjectKind,
        _ request: FetchRequest
    ) throws -> [(row: Int64, id: ObjectID)] {
        let rows = found.map(\.row)
        var query: FetchQuery
        if kind == .asset {
            query = .assets(rows: rows, visibility)
        } else {
            let albums = rows.compactMap(SmartAlbum.init(row:))
            query = .collections(
                collectionSource(with: albums),
                order: SQLText("c.row"),
                .collectionsAndSmartAlbums(visibility, library: identity.id, albums, isSmartOnly: false)
            )
            query.conditions.append(SQLText("c.row") + SQLText.list(rows))
        }
        if let predicate = request.predicate { try query.filter(by: predicate, connection) }
        let isSorted = !request.sort.isEmpty
        let limit = isSorted ? request.limit : 0
        let statement = try query.selection(sort: request.sort, limit: limit, kinds: false).prepared(by: connection)
        var kept: [Int] = []
        while try statement.step() {
            if let place = places[statement.integer(0)] { kept.append(place) }
        }
        if !isSorted {
            kept.sort()
            if request.limit > 0 { kept = Array(kept.prefix(request.limit)) }
        }
        return kept.map { found[$0] }
    }
}

extension FetchRequest {
    /// The number of objects that it finds of so many matches.
    fileprivate func limited(_ matches: Int) -> Int { limit > 0 ? min(matches, limit) : matches }
}

extension PredicateProgram {
    /// Splits a program of the form "others AND SELF IN identifiers"; nil for any other form.
    fileprivate var splitAtIdentifiers: (others: PredicateProgram?, identifiers: [LocalIdentifier])? {
        guard instructions.count <= PredicateProgram.maximumInstructions else { return nil }
        var rest = instructions[...]
        // The operand before the final AND is complete by itself; so is the rest before that.
        let isConjunction = rest.last == .and
        if isConjunction { rest.removeLast() }
        guard rest.count >= 3, isConjunction == (rest.count > 3), rest.removeLast() == .compare(.in, []),
            case .literal(.identifiers(let identifiers)) = rest.removeLast(),
            case .key(let key) = rest.removeLast(), key == "SELF" || key == "localIdentifier"
        else { return nil }
        return (rest.isEmpty ? nil : PredicateProgram(Array(rest)), identifiers)
    }
}
