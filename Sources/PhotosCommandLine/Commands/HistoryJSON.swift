import CivilDates
import LibraryClient
import LibraryModel
import OwnerTools

/// A transaction of the history for programs.
struct HistoryJSON: Encodable, Hashable {
    /// Identifiers of one kind of object.
    struct Changes: Encodable, Hashable {
        var inserted: [String] = []
        var updated: [String] = []
        var deleted: [String] = []
    }

    var sequence: UInt64
    var time: String
    /// Who: owner, app, or unknown.
    var author: String
    /// The app's identity.
    var app: String?
    var assets = Changes()
    var albums = Changes()
    var folders = Changes()
    /// False when the server no longer has the details.
    var hasDetails: Bool

    init(_ transaction: HistoryTransaction) {
        sequence = transaction.sequence
        time = DateText.universal(transaction.time)
        author = transaction.author.word
        app = transaction.app
        hasDetails = transaction.changes != nil
        for change in transaction.changes ?? [] {
            switch change.object.kind {
            case .asset: assets.append(change)
            case .assetCollection: albums.append(change)
            case .collectionList: folders.append(change)
            }
        }
    }
}

extension HistoryJSON.Changes {
    fileprivate mutating func append(_ change: HistoryChange) {
        switch change.kind {
        case .inserted: inserted.append(change.object.string)
        case .updated: updated.append(change.object.string)
        case .deleted: deleted.append(change.object.string)
        }
    }
}

/// One change for programs, as `watch` prints it.
struct ChangeJSON: Encodable, Hashable {
    var change: String
    var type: String
    var identifier: String
    /// What an update touched.
    var fields: [String]?
    var sequence: UInt64
    var time: String
    /// Who: owner, app, or unknown.
    var author: String
    /// The app's identity.
    var app: String?

    init(_ change: HistoryChange, of transaction: HistoryTransaction) {
        self.change = change.kind.word
        type = change.object.kind.word
        identifier = change.object.string
        fields = change.kind == .updated ? change.fields.names : nil
        sequence = transaction.sequence
        time = DateText.universal(transaction.time)
        author = transaction.author.word
        app = transaction.app
    }
}
