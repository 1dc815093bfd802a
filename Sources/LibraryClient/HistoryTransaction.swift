package import LibraryModel

/// One transaction of a history page.
package struct HistoryTransaction: Hashable, Sendable {
    package struct Change: Hashable, Sendable {
        package var object: LocalIdentifier
        package var kind: ChangeKind
        package var fields: ChangedFields
    }

    package var sequence: UInt64
    /// Microseconds since 1970.
    package var time: Int64
    package var author: ChangeAuthor
    /// The identity of the app that made it.
    package var app: String?
    /// Nil when the details cannot be rebuilt.
    package var changes: [Change]?

    /// The transactions of a page; nil when its columns do not fit each other.
    package static func all(of page: HistoryPage) -> [HistoryTransaction]? {
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
    package static func forEach(
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
            token = page.next
            hasMore = page.hasMore
        }
        return token
    }
}
