internal import LibraryClient
internal import LibraryModel

// What an app changed, and undoing it.
extension PageRoutes {
    /// Transactions that are shown of an app.
    private static let maximumTransactions = 100

    /// What an app did to the library, the newest first.
    func changes(_ request: HTTPRequest) throws -> HTTPResponse {
        guard let app = request.query["app"] else { throw RequestFailure(400, "no app is named") }
        let changes = try client.latestChanges(ofApp: app, limit: PageRoutes.maximumTransactions)
        return try HTTPResponse(json: AppChangesJSON(changes))
    }

    /// Undoes one transaction of an app, all since a time, or everything.
    func undo(_ request: HTTPRequest) throws -> HTTPResponse {
        struct Body: Decodable {
            var app: String
            var transaction: String?
            /// Microseconds since 1970.
            var since: String?
            var forces: Bool?
        }
        let body: Body = try request.decoded()
        let outcome = try client.undo(
            UndoRequest(
                app: body.app,
                since: try number(body.since),
                transaction: try number(body.transaction),
                forces: body.forces ?? false
            )
        )
        let titles = try titles(of: UndoJSON.titled(in: outcome))
        return try HTTPResponse(json: UndoJSON(outcome) { titles[$0] })
    }

    private func number<Number: FixedWidthInteger>(_ text: String?) throws(RequestFailure) -> Number? {
        guard let text else { return nil }
        guard let number = Number(text) else { throw RequestFailure(400, "that is no number") }
        return number
    }

    /// Of albums and folders that are there.
    private func titles(of collections: [ObjectID]) throws(LibraryError) -> [ObjectID: String] {
        guard !collections.isEmpty else { return [:] }
        let named = FetchedIdentifiers(collections, kinds: .all(.assetCollection))
        let page = try client.collections(named, 0..<named.count)
        var titles: [ObjectID: String] = [:]
        for (position, flags) in page.flags.enumerated()
        where CollectionPage.Flags(rawValue: flags).contains(.exists) {
            titles[page.ids[position]] = page.title[position]
        }
        return titles
    }
}
