import LibraryModel

/// One page of history, shared by the changes that were read from it.
final class HistoryBatch: Sendable {
    let page: HistoryPage
    /// The token that the page was asked with.
    let start: ChangeToken
    /// For each transaction where its changes are in the columns.
    let changes: [Range<Int>]
    private let unavailable: Set<Int>

    init(_ page: HistoryPage, since start: ChangeToken) {
        self.page = page
        self.start = start
        changes = page.changeRanges
        unavailable = Set(page.unavailable.map { Int($0) })
    }

    var count: Int { page.sequences.count }

    func isUnavailable(_ position: Int) -> Bool { unavailable.contains(position) }

    /// The state after a transaction: that of the whole page after its last one, because nothing that is told lies
    /// between them. So a token gets on where most of history is filtered out or not seen.
    func token(at position: Int) -> ChangeToken {
        position == count - 1 ? end : token(page.sequences[position])
    }

    /// When a transaction was made.
    func date(at position: Int) -> Date { Date(timeIntervalSince1970: Double(page.times[position]) / 1_000_000) }

    /// Where the next page starts.
    var end: ChangeToken { page.next }

    private func token(_ sequence: UInt64) -> ChangeToken {
        var token = start
        token.sequence = sequence
        return token
    }
}
