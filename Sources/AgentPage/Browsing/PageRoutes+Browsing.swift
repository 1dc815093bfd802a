internal import CivilDates
internal import Languages
internal import LibraryClient
internal import LibraryModel
internal import LinuxSystem
internal import PhotoSearch
internal import PhotosAgent
internal import TerminalText

// Searches of the library, and the rows of their results.
extension PageRoutes {
    private struct QueryBody: Decodable {
        var prompt: UInt64?
        var album: String?
        var app: String?
        var text: String?
        var kind: String?
        /// `hidden` or `deleted`: what is kept apart.
        var shelf: String?
        /// Where the photos were taken.
        var area: AreaJSON?
        /// The same by the name of a country in the list of places.
        var country: String?
        /// The identifier of a burst.
        var burst: String?
        /// Whether the result is divided by days instead of months.
        var byDay: Bool?
        /// How many of the first items come with the answer.
        var first: Int?
    }

    private struct QueryJSON: Encodable {
        struct Month: Encodable {
            var month: OrNull<Int32>
            /// Null for a whole month.
            var day: OrNull<Int32>
            var count: Int
        }

        var query: String
        var count: Int
        var months: [Month]
        var items: [OrNull<ItemJSON>]
        /// Milliseconds.
        var took: Double
    }

    /// Items in one answer.
    private static let maximumItems = 500
    /// Items in one request by identifier.
    private static let maximumNamedItems = 200
    /// Photos in one question whether they are gone.
    private static let maximumSelected = 10_000
    /// The page's name for pictures of which some is missing, which it offers beside `MediaFilter`.
    private static let damagedKind = "damaged"

    func query(_ request: HTTPRequest) throws -> HTTPResponse {
        let start = MonotonicClock.now()
        let body: QueryBody = try request.decoded()
        let first = body.first ?? 0
        guard (0...PageRoutes.maximumItems).contains(first) else { throw RequestFailure(400, "too many first items") }
        let (query, byDay) = (try photoQuery(body), body.byDay ?? false)
        let found = try answer(to: query, byDay: byDay)
        let answer = QueryJSON(
            query: queries.add(found.result),
            count: found.result.found.count,
            months: found.months.map {
                .init(month: OrNull($0.period?.month), day: OrNull($0.period?.day), count: $0.count)
            },
            items: ItemJSON.rows(try page(of: found.result, 0..<min(first, found.result.found.count))),
            took: Double(MonotonicClock.now() - start) / 1_000_000
        )
        return try HTTPResponse(json: answer)
    }

    private func answer(to query: PhotoQuery, byDay: Bool) throws -> LastingQuery.Answer {
        guard let question = LastingQuery(query, byDay: byDay) else { return try find(query, byDay: byDay) }
        return try lasting.answer(to: question) { try find(query, byDay: byDay) }
    }

    private func find(_ query: PhotoQuery, byDay: Bool) throws -> LastingQuery.Answer {
        let result = QueryCache.Result(found: try finder.find(query), isDeleted: query.shelf == .deleted)
        return LastingQuery.Answer(
            result: result,
            months: query.isByDate ? try periods(of: result, byDay: byDay) : []
        )
    }

    /// Starts to find what the page is going to ask for while the browser still reads its files: what the picker that
    /// waits offers.
    func prepare() throws {
        let pickers = feed.prompts.lazy.compactMap { prompt -> PickerConfiguration? in
            if case .picker(let picker) = prompt.question { picker } else { nil }
        }
        guard let picker = pickers.first, (picker.searchText ?? "").isEmpty,
            let question = LastingQuery(PhotoQuery(offered: picker.filter), byDay: false)
        else { return }
        _ = try SystemThread(name: "page-prepare") { [self] in
            do {
                _ = try lasting.answer(to: question) { try find(question.query, byDay: false) }
            } catch {
                // The page asks again, and says what is wrong.
            }
        }
    }

    /// The person may search soon.
    func prepareSearch() throws -> HTTPResponse {
        try finder.prepareSearch()
        return .noContent
    }

    /// How many photos of each kind a query without a kind finds.
    func kinds(_ request: HTTPRequest) throws -> HTTPResponse {
        let body: QueryBody = try request.decoded()
        var counts: [String: Int] = [:]
        // A picker asks again whenever the library changes, and may be over by then: that is no mistake of its page.
        if let number = body.prompt, feed.prompt(number) == nil { return try HTTPResponse(json: ["counts": counts]) }
        var query = try photoQuery(body)
        for kind in MediaFilter.allCases {
            query.kind = kind
            counts[kind.rawValue] = try finder.count(query)
        }
        query.kind = nil
        query.isDamaged = true
        counts[PageRoutes.damagedKind] = try finder.count(query)
        return try HTTPResponse(json: ["counts": counts])
    }

    /// What photos are called: their titles, or the names of their files.
    func names(_ request: HTTPRequest) throws -> HTTPResponse {
        let details = try client.details(of: try namedAssets(request))
        return try HTTPResponse(json: ["names": details.map { ($0.title ?? $0.filename).sanitized }])
    }

    private func photoQuery(_ body: QueryBody) throws -> PhotoQuery {
        var query = PhotoQuery(text: body.text ?? "", app: body.app)
        if let number = body.prompt {
            guard let prompt = feed.prompt(number) else {
                throw RequestFailure(404, localized("this question is over"))
            }
            if case .picker(let picker) = prompt.question { query.offered = picker.filter }
        }
        if body.kind == PageRoutes.damagedKind {
            query.isDamaged = true
        } else if let kind = body.kind {
            guard let filter = MediaFilter(rawValue: kind) else { throw RequestFailure(400, "an unknown kind") }
            query.kind = filter
        }
        if let album = body.album { query.album = try ObjectID(uuidText: album) }
        if let name = body.shelf {
            guard let shelf = PhotoQuery.Shelf(rawValue: name), body.album == nil else {
                throw RequestFailure(400, "an unknown shelf")
            }
            query.shelf = shelf
        }
        query.area = try body.area?.area
        query.country = body.country
        query.burst = body.burst
        return query
    }

    private func page(of result: QueryCache.Result, _ range: Range<Int>) throws -> AssetPage {
        try client.assets(result.found, range, includesDeleted: result.isDeleted)
    }

    /// The months, or days, of a result that is sorted by date, by the person's clock.
    private func periods(of result: QueryCache.Result, byDay: Bool) throws -> [DateSpread.Count] {
        let found = result.found
        return try DateSpread.counts(of: found.count) { places in
            let some = FetchedIdentifiers(
                places.map { found[$0] },
                hints: places.map { found.hint(at: $0) },
                kinds: .all(.asset)
            )
            let page = try client.assets(some, 0..<some.count, includesDeleted: result.isDeleted)
            return page.flags.indices.map { row in
                let flags = AssetPage.Flags(rawValue: page.flags[row])
                guard flags.contains(.exists) else { return .gone }
                guard flags.contains(.hasCreationDate) else { return .none }
                let date = page.creationDate[row]
                let civil = CivilTime(instant: date, offset: TimeZoneOffsets.local.secondsEast(date))
                let month = Int32(clamping: civil.year * 12 + civil.month - 1)
                return .period(DateSpread.Period(month: month, day: byDay ? Int32(clamping: civil.day) : nil))
            }
        }
    }

    func items(ofQuery token: String, _ request: HTTPRequest) throws -> HTTPResponse {
        guard let result = queries.result(token) else {
            throw RequestFailure(410, "the result of this query has been dropped")
        }
        guard let from = request.query["from"].flatMap({ Int($0) }), from >= 0,
            let count = request.query["count"].flatMap({ Int($0) }), (0...PageRoutes.maximumItems).contains(count)
        else { throw RequestFailure(400, "from and count are numbers, and count is limited") }
        let start = min(from, result.found.count)
        return try answer(try page(of: result, start..<min(start + count, result.found.count)))
    }

    func items(_ request: HTTPRequest) throws -> HTTPResponse {
        let named = FetchedIdentifiers(try namedAssets(request), kinds: .all(.asset))
        return try answer(try client.assets(named, 0..<named.count))
    }

    /// Which photos of a selection are not in the library any more, or not in Recently Deleted.
    func gone(_ request: HTTPRequest) throws -> HTTPResponse {
        struct Body: Decodable {
            var assets: [String]
            /// Whether they were selected in Recently Deleted.
            var isDeleted: Bool
        }
        let body: Body = try request.decoded()
        guard (1...PageRoutes.maximumSelected).contains(body.assets.count) else {
            throw RequestFailure(400, "a question is about 1 to \(PageRoutes.maximumSelected) photos")
        }
        let named = FetchedIdentifiers(try ObjectID.list(body.assets), kinds: .all(.asset))
        let page = try client.manyAssets(named, 0..<named.count, includesDeleted: true)
        let gone = body.assets.indices.filter { row in
            let flags = AssetPage.Flags(rawValue: page.flags[row])
            return !flags.contains(.exists) || flags.contains(.recentlyDeleted) != body.isDeleted
        }
        return try HTTPResponse(json: ["gone": gone.map { body.assets[$0] }])
    }

    private func namedAssets(_ request: HTTPRequest) throws(RequestFailure) -> [ObjectID] {
        let texts = (request.query["ids"] ?? "").split(separator: ",").map { String($0) }
        guard texts.count <= PageRoutes.maximumNamedItems else {
            throw RequestFailure(400, "more than \(PageRoutes.maximumNamedItems) identifiers")
        }
        return try ObjectID.list(texts)
    }

    private func answer(_ page: AssetPage) throws -> HTTPResponse {
        try HTTPResponse(json: ["items": ItemJSON.rows(page)])
    }
}
