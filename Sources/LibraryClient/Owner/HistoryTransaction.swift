package import LibraryModel

/// One transaction of a history page.
package struct HistoryTransaction: Hashable, Sendable {
    package var sequence: UInt64
    /// Microseconds since 1970.
    package var time: Int64
    package var author: ChangeAuthor
    /// The identity of the app that performed it.
    package var app: String?
    /// Nil when its details are no longer available.
    package var changes: [HistoryChange]?

    /// The transactions of a page.
    package static func all(of page: HistoryPage) -> [HistoryTransaction] {
        let unavailable = Set(page.unavailable.map(Int.init))
        return page.changeRanges.enumerated().map { position, rows in
            HistoryTransaction(
                sequence: page.sequences[position],
                time: page.times[position],
                author: page.author(of: position),
                app: page.app(of: position),
                changes: unavailable.contains(position) ? nil : rows.compactMap { page.change(at: $0) }
            )
        }
    }

    /// Calls `body` with every transaction after `token` that passes a filter. Returns the token up to which history
    /// was read.
    package static func forEach(
        since token: ChangeToken,
        matching filter: HistoryFilter = HistoryFilter(),
        _ client: LibraryClient,
        _ body: (HistoryTransaction) throws -> Void
    ) throws -> ChangeToken {
        var reader = client.historyReader(since: token, matching: filter)
        while let page = try reader.next() {
            for transaction in all(of: page) { try body(transaction) }
        }
        return reader.position
    }
}
