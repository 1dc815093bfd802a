internal import LibraryClient
internal import LibraryModel

// What an app changed, and undoing it.
extension PageRoutes {
    /// Transactions that are shown of an app.
    private static let maximumTransactions = 100
    /// Transactions that one request undoes.
    private static let maximumUndone = 200

    /// What an app did to the library, the newest first.
    func changes(_ request: HTTPRequest) throws -> HTTPResponse {
        guard let app = request.query["app"] else { throw RequestFailure(400, "no app is named") }
        let changes = try client.latestChanges(ofApp: app, limit: PageRoutes.maximumTransactions)
        let details = try LatestChanges.entries(of: changes.transactions, client)
        return try HTTPResponse(json: AppChangesJSON(changes, details))
    }

    /// Undoes some transactions of an app or of the person, all since a time, or everything of an app.
    func undo(_ request: HTTPRequest) throws -> HTTPResponse {
        struct Body: Decodable {
            /// Null for the person.
            var app: String?
            /// The newest first.
            var transactions: [String]?
            /// Microseconds since 1970.
            var since: String?
            var forces: Bool?
        }
        let body: Body = try request.decoded()
        let forces = body.forces ?? false
        let requests: [UndoRequest]
        if let transactions = body.transactions {
            guard (1...PageRoutes.maximumUndone).contains(transactions.count), body.since == nil else {
                throw RequestFailure(400, "1 to \(PageRoutes.maximumUndone) transactions can be undone at once")
            }
            requests = try transactions.map {
                UndoRequest(app: body.app, transaction: try number($0, as: UInt64.self), forces: forces)
            }
        } else {
            // Everything that the person ever did is not undone by a request that forgot to say what.
            guard body.app != nil else { throw RequestFailure(400, "nothing is named to be undone") }
            requests = [UndoRequest(app: body.app, since: try number(body.since), forces: forces)]
        }
        var outcome = try client.undo(requests[0])
        for request in requests.dropFirst() where outcome.interruption == nil { outcome.add(try client.undo(request)) }
        let titles = try titles(of: UndoJSON.titled(in: outcome))
        return try HTTPResponse(json: UndoJSON(outcome) { titles[$0] })
    }

    func number<Number: FixedWidthInteger>(_ text: String?) throws(RequestFailure) -> Number? {
        guard let text else { return nil }
        return try number(text, as: Number.self)
    }

    private func number<Number: FixedWidthInteger>(
        _ text: String,
        as type: Number.Type
    ) throws(RequestFailure) -> Number {
        guard let number = Number(text) else { throw RequestFailure(400, "that is no number") }
        return number
    }

    /// Of albums and folders that are there.
    func titles(of collections: [ObjectID]) throws(LibraryError) -> [ObjectID: String] {
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

extension UndoOutcome {
    /// Adds that of another transaction.
    fileprivate mutating func add(_ other: UndoOutcome) {
        let known = Set(objects)
        objects += other.objects.filter { !known.contains($0) }
        conflicts += other.conflicts
        interruption = other.interruption
    }
}
