internal import CivilDates
internal import InstalledPrograms
internal import LibraryClient
internal import LibraryModel
internal import OwnerTools

/// What was changed in the library, for the page.
struct LatestChangesJSON: Encodable {
    struct App: Encodable {
        /// Its identity.
        var app: String
        var evidence: AppEvidence
    }

    struct Entry: Encodable {
        /// Sequence numbers, the newest first; as text because JavaScript's numbers have 53 bits.
        var transactions: [String]
        var date: String
        /// `person`, `app`, `device` or `unknown`.
        var author: String
        var app: OrNull<App>
        var photos: ChangesEntry.Counts
        var albums: ChangesEntry.Counts
        var folders: ChangesEntry.Counts
        /// What was updated.
        var fields: [String]
        /// Albums and folders that are there.
        var titles: [String]
        /// Some of the photos; null for those that are gone or hidden.
        var examples: [OrNull<ItemJSON>]
        var hasDetails: Bool
        var canUndo: Bool
        /// Whether everything is as it was before.
        var isUndone: Bool
    }

    var entries: [Entry]
    var hasMore: Bool
}

extension LatestChangesJSON.Entry {
    init(
        _ entry: ChangesEntry,
        titles: [String],
        examples: [OrNull<ItemJSON>],
        canUndo: Bool,
        isUndone: Bool,
        _ programs: InstalledPrograms
    ) {
        transactions = entry.transactions.map { String($0) }
        date = DateText.universal(entry.time)
        author =
            switch entry.author {
            case .person: "person"
            case .asker, .anotherApp: "app"
            case .anotherDevice: "device"
            case .unknown: "unknown"
            }
        app = OrNull(entry.app.map { LatestChangesJSON.App(app: $0, evidence: AppEvidence(app: $0, programs)) })
        (photos, albums, folders) = (entry.photos, entry.albums, entry.folders)
        fields = entry.fields.names
        hasDetails = entry.hasDetails
        self.titles = titles
        self.examples = examples
        self.canUndo = canUndo
        self.isUndone = isUndone
    }
}
