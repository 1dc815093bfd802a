internal import CivilDates
internal import LibraryModel
internal import OwnerTools

/// What an app changed, for the privacy page.
struct AppChangesJSON: Encodable {
    struct Transaction: Encodable {
        /// Its sequence number, as text because JavaScript's numbers have 53 bits.
        var transaction: String
        /// Microseconds since 1970, as text for the same reason.
        var time: String
        var date: String
        var inserted: Int
        var updated: Int
        var deleted: Int
        /// The fields of which former values are kept.
        var fields: [String]
        /// Whether anything is still as the app left it.
        var canUndo: Bool
    }

    var transactions: [Transaction]
    var hasMore: Bool

    init(_ changes: AppChanges) {
        transactions = changes.transactions.map { transaction in
            let fields = transaction.changes.reduce(into: ChangedFields()) { $0.formUnion($1.field) }
            return Transaction(
                transaction: String(transaction.sequence),
                time: String(transaction.time),
                date: DateText.universal(transaction.time),
                inserted: transaction.insertedCount,
                updated: transaction.updatedCount,
                deleted: transaction.deletedCount,
                fields: fields.names,
                canUndo: transaction.keptCount > transaction.changes.count
                    || transaction.changes.contains { $0.standing == .asLeft }
            )
        }
        hasMore = changes.hasMore
    }
}
