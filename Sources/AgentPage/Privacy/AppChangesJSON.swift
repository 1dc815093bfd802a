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
        var photos: ChangesEntry.Counts
        var albums: ChangesEntry.Counts
        var folders: ChangesEntry.Counts
        /// False when the history no longer knows what it was.
        var hasDetails: Bool
        /// The fields of which former values are kept.
        var fields: [String]
        /// Whether anything is still as the app left it.
        var canUndo: Bool
    }

    var transactions: [Transaction]
    var hasMore: Bool

    /// `details`: by the sequence.
    init(_ changes: AppChanges, _ details: [UInt64: ChangesEntry]) {
        transactions = changes.transactions.map { transaction in
            let fields = transaction.changes.reduce(into: ChangedFields()) { $0.formUnion($1.field) }
            let entry = details[transaction.sequence]
            return Transaction(
                transaction: String(transaction.sequence),
                time: String(transaction.time),
                date: DateText.universal(transaction.time),
                photos: entry?.photos ?? .init(),
                albums: entry?.albums ?? .init(),
                folders: entry?.folders ?? .init(),
                hasDetails: entry?.hasDetails ?? false,
                fields: fields.names,
                canUndo: transaction.canUndo
            )
        }
        hasMore = changes.hasMore
    }
}
