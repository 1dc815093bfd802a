internal import PhotoSearch

/// A query that the page makes again and again (all photos, an album, a kind), whose answer is the same in each state
/// of the library: the page can be opened, reloaded and gone back on without another pass over a million photos.
struct LastingQuery: Equatable, Sendable {
    struct Answer: Sendable {
        var result: QueryCache.Result
        var months: [DateSpread.Count]
    }

    /// Answers that are kept. Of a million photos each takes 20 MB.
    static let maximumCount = 2

    var query: PhotoQuery
    var byDay: Bool

    /// Nil for a query whose answer depends on more than the library: on the day that it is, or on what an app may see.
    init?(_ query: PhotoQuery, byDay: Bool) {
        guard query.text.isEmpty, query.app == nil else { return nil }
        self.query = query
        self.byDay = byDay
    }
}
