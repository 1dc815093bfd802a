import LibraryModel

/// One page of history, shared by the changes that were read from it.
final class HistoryStretch: Sendable {
    let page: HistoryPage
    /// The token that the page was asked with.
    let start: ChangeToken
    private let unavailable: Set<Int>

    init(_ page: HistoryPage, since start: ChangeToken) {
        self.page = page
        self.start = start
        unavailable = Set(page.unavailable.map { Int($0) })
    }

    var count: Int { page.sequences.count }

    func isUnavailable(_ position: Int) -> Bool { unavailable.contains(position) }

    /// The state after a transaction.
    func token(at position: Int) -> ChangeToken { token(page.sequences[position]) }

    /// Where the next page starts.
    var end: ChangeToken { token(page.upTo) }

    private func token(_ sequence: UInt64) -> ChangeToken {
        var token = start
        token.sequence = sequence
        return token
    }
}
