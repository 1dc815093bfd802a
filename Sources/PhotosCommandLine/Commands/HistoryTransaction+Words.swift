import Languages
import LibraryClient
import LibraryModel
import TerminalText

extension HistoryTransaction {
    /// For people: the identity of the app, or for example `owner`.
    var authorText: String { app?.sanitized ?? author.localizedWord }
}

extension ChangeAuthor {
    /// For programs, for example `owner`.
    var word: String {
        switch self {
        case .person: "owner"
        // The tool itself, should it be used as an app.
        case .asker, .anotherApp: "app"
        case .anotherDevice: "another device"
        case .unknown: "unknown"
        }
    }

    /// The same for people.
    fileprivate var localizedWord: String {
        switch self {
        case .person: localized("owner")
        case .asker, .anotherApp: localized("an app")
        case .anotherDevice: localized("another device")
        case .unknown: localized("unknown")
        }
    }
}

extension ChangeKind {
    /// For programs, for example `inserted`.
    var word: String {
        switch self {
        case .inserted: "inserted"
        case .updated: "updated"
        case .deleted: "deleted"
        }
    }

    /// The same for people.
    var localizedWord: String {
        switch self {
        case .inserted: localized("inserted")
        case .updated: localized("updated")
        case .deleted: localized("deleted")
        }
    }

    /// Columns that any of those takes.
    static var wordColumns: Int {
        [ChangeKind.inserted, .updated, .deleted].map(\.localizedWord.columns).max() ?? 0
    }
}
