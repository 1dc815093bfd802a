internal import CivilDates
internal import LibraryClient
internal import LibraryModel
internal import LinuxSystem

// What the page shows of the library.
extension PageRoutes {
    private struct QueryBody: Decodable {
        var prompt: UInt64?
        var album: String?
        var app: String?
        var text: String?
        var kind: String?
    }

    private struct QueryJSON: Encodable {
        struct Month: Encodable {
            var month: OrNull<Int32>
            var count: Int
        }

        var query: String
        var count: Int
        var months: [Month]
        /// Milliseconds.
        var took: Double
    }

    /// The most items that are asked for at once.
    private static let maximumItems = 500
    /// The most items that are asked for by name at once.
    private static let maximumNamedItems = 200

    func query(_ request: HTTPRequest) throws -> HTTPResponse {
        let start = MonotonicClock.now()
        let fetch = try fetchRequest(try request.decoded())
        var found = try client.fetch(fetch)
        var months: [MonthCount] = []
        if !fetch.sort.isEmpty { months = try self.months(of: fetch, &found) }
        let answer = QueryJSON(
            query: queries.add(found),
            count: found.count,
            months: months.map { .init(month: OrNull($0.month), count: $0.count) },
            took: Double(MonotonicClock.now() - start) / 1_000_000
        )
        return try HTTPResponse(json: answer)
    }

    private func fetchRequest(_ body: QueryBody) throws -> FetchRequest {
        var conditions: [SearchCondition] = []
        if let number = body.prompt {
            guard let prompt = feed.prompt(number) else { throw RequestFailure(404, "this question is over") }
            if case .picker(let picker) = prompt.question, let filter = picker.filter {
                conditions.append(.program(filter))
            }
        }
        if let kind = body.kind {
            guard let filter = MediaFilter(rawValue: kind) else { throw RequestFailure(400, "an unknown kind") }
            conditions.append(filter.condition)
        }
        if let text = body.text, let condition = try searchCondition(text) { conditions.append(condition) }
        var scope = FetchScope.allAssets
        if let album = body.album { scope = .assets(inCollection: try ObjectID(uuidText: album)) }
        if let app = body.app {
            let selected = try client.selection(ofApp: app).map { LocalIdentifier(.asset, $0) }
            conditions.append(.compare("SELF", .in, [], .identifiers(selected)))
        }
        return FetchRequest(
            scope,
            predicate: conditions.isEmpty ? nil : SearchCondition.all(conditions).program,
            sort: body.album == nil ? [SortKey("creationDate", isAscending: false)] : []
        )
    }

    private func searchCondition(_ text: String) throws -> SearchCondition? {
        var failure: LibraryError?
        let dates = SearchDates(now: WallClock.microseconds(), zone: .local) { [self] month in
            do throws(LibraryError) { return try years.years(of: month) } catch {
                failure = error
                return []
            }
        }
        let condition = try SearchText(dates: dates).condition(for: text)
        if let failure { throw failure }
        return condition
    }

    /// The months of what was found. Somebody may have changed the library since: then it is found again, and if that
    /// does not help, the last month takes the difference, and the page soon hears that there is something new.
    private func months(of fetch: FetchRequest, _ found: inout FetchedIdentifiers) throws -> [MonthCount] {
        let offset = TimeZoneOffsets.local.secondsEast(WallClock.microseconds())
        var months = try client.months(of: fetch, utcOffset: Int32(clamping: offset))
        for _ in 0..<2 where months.reduce(0, { $0 + $1.count }) != found.count {
            found = try client.fetch(fetch)
            months = try client.months(of: fetch, utcOffset: Int32(clamping: offset))
        }
        var rest = found.count
        for position in months.indices {
            months[position].count = min(months[position].count, rest)
            rest -= months[position].count
        }
        if rest > 0, !months.isEmpty { months[months.count - 1].count += rest }
        return months
    }

    func items(ofQuery token: String, _ request: HTTPRequest) throws -> HTTPResponse {
        guard let found = queries.result(token) else { throw RequestFailure(410, "this query is not known any more") }
        guard let from = request.query["from"].flatMap({ Int($0) }), from >= 0,
            let count = request.query["count"].flatMap({ Int($0) }), (0...PageRoutes.maximumItems).contains(count)
        else { throw RequestFailure(400, "from and count are not numbers in their limits") }
        let start = min(from, found.count)
        return try answer(try client.assets(found, start..<min(start + count, found.count)))
    }

    func items(_ request: HTTPRequest) throws -> HTTPResponse {
        let texts = (request.query["ids"] ?? "").split(separator: ",").map { String($0) }
        guard texts.count <= PageRoutes.maximumNamedItems else {
            throw RequestFailure(400, "more than \(PageRoutes.maximumNamedItems) identifiers")
        }
        let named = FetchedIdentifiers(try ObjectID.list(texts), kinds: .all(.asset))
        return try answer(try client.assets(named, 0..<named.count))
    }

    private func answer(_ page: AssetPage) throws -> HTTPResponse {
        try HTTPResponse(json: ["items": ItemJSON.rows(page)])
    }
}
