import LibraryClient
import LibraryModel
import TerminalText

/// One transaction of a history page.
struct HistoryTransaction: Hashable, Sendable {
    struct Change: Hashable, Sendable {
        var object: LocalIdentifier
        var kind: ChangeKind
        var fields: ChangedFields
    }

    var sequence: UInt64
    /// Microseconds since 1970.
    var time: Int64
    var author: ChangeAuthor
    /// The identity of the app that made it.
    var app: String?
    /// Nil when the details cannot be rebuilt.
    var changes: [Change]?

    /// The transactions of a page; nil when its columns do not fit each other.
    static func all(of page: HistoryPage) -> [HistoryTransaction]? {
        let changeCount = page.objects.count
        guard page.times.count == page.sequences.count, page.changeCounts.count == page.sequences.count,
            page.authors.count == page.sequences.count, page.changeCounts.reduce(0, { $0 + Int($1) }) == changeCount,
            page.objectKinds.count == changeCount,
            page.changeKinds.count == changeCount, page.fields.count == changeCount
        else { return nil }
        let unavailable = Set(page.unavailable.map(Int.init))
        var result: [HistoryTransaction] = []
        var start = 0
        for (position, sequence) in page.sequences.enumerated() {
            let end = start + Int(page.changeCounts[position])
            var transaction = HistoryTransaction(
                sequence: sequence,
                time: page.times[position],
                author: ChangeAuthor(rawValue: page.authors[position]) ?? .unknown,
                app: page.app(of: position)
            )
            if !unavailable.contains(position) { transaction.changes = (start..<end).compactMap { change(page, $0) } }
            result.append(transaction)
            start = end
        }
        return result
    }

    /// Nil for a kind of object or change that a newer server may know.
    private static func change(_ page: HistoryPage, _ row: Int) -> Change? {
        guard let object = ObjectKind(rawValue: page.objectKinds[row]),
            let kind = ChangeKind(rawValue: page.changeKinds[row])
        else { return nil }
        return Change(
            object: LocalIdentifier(object, page.objects[row]),
            kind: kind,
            fields: ChangedFields(rawValue: page.fields[row])
        )
    }

    /// Calls `body` with every transaction after `token` that a filter lets through, and returns the token up to which
    /// history was read.
    static func forEach(
        since token: ChangeToken,
        matching filter: HistoryFilter = HistoryFilter(),
        _ client: LibraryClient,
        _ body: (HistoryTransaction) throws -> Void
    ) throws -> ChangeToken {
        var token = token
        var hasMore = true
        while hasMore {
            let page = try client.history(since: token, matching: filter)
            guard let transactions = all(of: page), !page.hasMore || page.upTo > token.sequence else {
                throw LibraryError(.protocolViolation, "the server sent a page of history that contradicts itself")
            }
            for transaction in transactions { try body(transaction) }
            token.sequence = max(token.sequence, page.upTo)
            hasMore = page.hasMore
        }
        return token
    }
}

extension HistoryTransaction {
    /// For people: the app by its identity, or whose tools.
    var authorText: String { app?.shown ?? author.word }
}

extension ChangeAuthor {
    /// For example `owner`.
    var word: String {
        switch self {
        case .person: "owner"
        // The tool itself, should it be used as an app.
        case .asker, .anotherApp: "app"
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

extension ChangedFields {
    /// The fields by name, those that this version knows.
    var words: [String] { ChangedFields.named.filter { contains($0.field) }.map(\.word) }

    /// What the tool calls each field.
    static let named: [(field: ChangedFields, word: String)] = [
        (.creationDate, "creationDate"), (.location, "location"), (.favorite, "favorite"), (.hidden, "hidden"),
        (.rating, "rating"), (.content, "content"), (.keywords, "keywords"), (.caption, "caption"),
        (.title, "title"), (.members, "members"), (.parent, "parent"),
    ]
}
