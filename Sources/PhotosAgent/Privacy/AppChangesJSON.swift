internal import CivilDates
internal import LibraryClient
internal import LibraryModel

/// What an app changed, for the privacy page.
struct AppChangesJSON: Encodable {
    struct Change: Encodable {
        var date: String
        var inserted: Int
        var updated: Int
        var deleted: Int
        var recoverable: [String]
    }

    var changes: [Change]
    var hasMore: Bool

    init(_ history: AppHistory) {
        changes = history.entries.map { entry in
            Change(
                date: DateText.universal(entry.time),
                inserted: entry.insertedCount,
                updated: entry.updatedCount,
                deleted: entry.deletedCount,
                recoverable: entry.recoverable.map(\.uuidText)
            )
        }
        hasMore = history.hasMore
    }
}
