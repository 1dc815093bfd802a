import LibraryClient
import LibraryModel
import TerminalText

extension HistoryTransaction {
    /// For people: the identity of the app, or `owner`.
    var authorText: String { app?.sanitized ?? author.word }
}

extension ChangeAuthor {
    /// For example `owner`.
    var word: String {
        switch self {
        case .person: "owner"
        // The tool itself, should it be used as an app.
        case .asker, .anotherApp: "app"
        case .anotherDevice: "another device"
        case .unknown: "unknown"
        }
    }
}

extension ChangeKind {
    /// For example `inserted`.
    var word: String {
        switch self {
        case .inserted: "inserted"
        case .updated: "updated"
        case .deleted: "deleted"
        }
    }
}
