import LibraryModel

/// One page of history, shared by the changes that were read from it.
final class HistoryBatch: Sendable {
    let page: HistoryPage
    /// The token before the page.
    let start: ChangeToken
    /// The range of each transaction's changes in the columns.
    let changes: [Range<Int>]
    private let unavailable: Set<Int>

    init(_ page: HistoryPage, since start: ChangeToken) {
        self.page = page
        self.start = start
        changes = page.changeRanges
        unavailable = Set(page.unavailable.map { Int($0) })
    }

    var count: Int { page.sequences.count }

    func isUnavailable(_ position: Int) -> Bool { !unavailable.isEmpty && unavailable.contains(position) }

    /// The objects of a kind to which something happened, as apps see them.
    func identifiers(_ kind: ObjectKind, _ change: ChangeKind, in rows: Range<Int>) -> Set<String> {
        let (wantedKind, wantedChange) = (kind.rawValue, change.rawValue)
        // The columns and not the page: copying the page retains and releases all of them.
        let (kindColumn, changeColumn) = (page.objectKinds, page.changeKinds)
        let kinds = kindColumn.span
        let changed = changeColumn.span
        var count = 0
        for row in rows where changed[row] == wantedChange && kinds[row] == wantedKind { count += 1 }
        if count == 0 { return [] }
        let objectColumn = page.objects
        let objects = objectColumn.span
        // Sized beforehand: growing a set rehashes its elements.
        var identifiers = Set<String>(minimumCapacity: count)
        for row in rows where changed[row] == wantedChange && kinds[row] == wantedKind {
            identifiers.insert(LocalIdentifier(kind, objects[row]).string)
        }
        return identifiers
    }

    /// The token after a transaction. After the last one that of the page, so that tokens also advance over changes
    /// that are filtered out or not visible.
    func token(at position: Int) -> ChangeToken {
        position == count - 1 ? end : token(page.sequences[position])
    }

    /// The time of a transaction.
    func date(at position: Int) -> Date { Date(timeIntervalSince1970: Double(page.times[position]) / 1_000_000) }

    /// Where the next page starts.
    var end: ChangeToken { page.next }

    private func token(_ sequence: UInt64) -> ChangeToken {
        var token = start
        token.sequence = sequence
        return token
    }
}
