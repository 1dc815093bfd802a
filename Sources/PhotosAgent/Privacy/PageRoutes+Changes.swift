internal import CivilDates
internal import LibraryClient
internal import LibraryModel

// What an app did to the library.
extension PageRoutes {
    /// The most blocks of changes that are told.
    private static let maximumChanges = 50

    private struct ChangeJSON: Encodable {
        var date: String
        var inserted: Int
        var updated: Int
        var deleted: Int
        /// What it deleted and the person can have back.
        var recoverable: [String]

        init(_ entry: AppHistory.Entry) {
            date = DateText.universal(entry.time)
            inserted = entry.insertedCount
            updated = entry.updatedCount
            deleted = entry.deletedCount
            recoverable = entry.recoverable.map(\.uuidText)
        }
    }

    private struct ChangesJSON: Encodable {
        var changes: [ChangeJSON]
        /// Older ones are not told.
        var hasMore: Bool
    }

    /// What one app did, the newest first.
    func changes(_ request: HTTPRequest) throws -> HTTPResponse {
        guard let app = request.query["app"] else { throw RequestFailure(400, "no app is named") }
        let history = try client.history(ofApp: app, limit: PageRoutes.maximumChanges)
        return try HTTPResponse(
            json: ChangesJSON(changes: history.entries.map { ChangeJSON($0) }, hasMore: history.hasMore)
        )
    }
}
