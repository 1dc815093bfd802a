internal import LibraryModel

/// A part of history as it is recorded, in columns: all transactions after one sequence, up to and including another.
struct HistoryStretch {
    /// The author of a transaction, as in the database: the row of an app, or nil for the person.
    typealias Origin = Int64?

    /// Numbers have no gaps: the first transaction has the next one.
    private(set) var start: UInt64
    private var times: [Int64] = []
    private var origins: [Origin] = []
    /// Where the changes of each transaction end, counting also those that were dropped.
    private var changeEnds: [Int] = []
    /// Whether whoever has full access sees all of its changes, and there are some.
    private var isPlain: [Bool] = []
    private var droppedCount = 0
    private var changes = RecordedChanges()

    init(after sequence: UInt64) { start = sequence }

    var end: UInt64 { start + UInt64(times.count) }
    var changeCount: Int { changes.count }

    /// Appends the next transaction, with some of these changes.
    mutating func append(time: Int64, origin: Origin, _ rows: Range<Int>, of others: RecordedChanges) {
        times.append(time)
        origins.append(origin)
        changes.append(rows, of: others)
        changeEnds.append(droppedCount + changes.count)
        isPlain.append(!rows.isEmpty && others.holders[rows].allSatisfy { $0 >= 0 })
    }

    /// Appends what follows, of which the first transactions may be here already.
    mutating func append(_ other: HistoryStretch) {
        guard (start...end).contains(other.start), other.end > end else { return }
        let first = Int(end - other.start)
        let rows = other.firstRow(of: first)..<other.changes.count
        let shift = droppedCount + changes.count - rows.lowerBound - other.droppedCount
        times += other.times[first...]
        origins += other.origins[first...]
        changeEnds += other.changeEnds[first...].map { $0 + shift }
        isPlain += other.isPlain[first...]
        changes.append(rows, of: other.changes)
    }

    /// Drops the oldest transactions until so many changes are left at most.
    mutating func drop(downTo maximum: Int) {
        let surplus = changes.count - maximum
        guard surplus > 0 else { return }
        let count = changeEnds.prefix { $0 - droppedCount < surplus }.count + 1
        let rows = changeEnds[count - 1] - droppedCount
        start += UInt64(count)
        times.removeFirst(count)
        origins.removeFirst(count)
        changeEnds.removeFirst(count)
        isPlain.removeFirst(count)
        changes.removeFirst(rows)
        droppedCount += rows
    }

    private func firstRow(of position: Int) -> Int {
        position == 0 ? 0 : changeEnds[position - 1] - droppedCount
    }

    private func rows(of position: Int) -> Range<Int> {
        firstRow(of: position)..<changeEnds[position] - droppedCount
    }

    // MARK: Pages

    /// A page for a reader with full access. `newest`: where the reader's snapshot ends. Nil when what belongs on
    /// it is not here.
    func page(
        since token: ChangeToken,
        newest: UInt64,
        _ sight: ChangeSight,
        _ maximumChanges: Int
    ) -> (page: HistoryPage, origins: [Origin])? {
        guard (start...end).contains(token.sequence), token.sequence < end || newest <= end, newest >= token.sequence
        else { return nil }
        let first = Int(token.sequence - start)
        let last = Int(min(end, newest) - start)
        let plain = sight.isComplete ? plainPage(since: token, first..<last, newest: newest, maximumChanges) : nil
        let transactions = (first..<last).lazy.map { (number: start + UInt64($0) + 1, position: $0) }
        var found = plain ?? page(since: token, transactions, newest: newest, sight, maximumChanges)
        if !found.page.hasMore { found.page.upTo = min(end, newest) }
        // The database may have had room for more.
        if found.page.upTo == end, end < newest {
            guard found.page.objects.count >= maximumChanges else { return nil }
            found.page.hasMore = true
        }
        return found
    }

    /// A page for an app with limited access, of the transactions of which it sees something, as it counts them; nil
    /// when what belongs on it is not here.
    func page(
        since token: ChangeToken,
        _ seen: [SeenTransactions.Entry],
        newest: UInt64,
        _ sight: ChangeSight,
        _ maximumChanges: Int
    ) -> (page: HistoryPage, origins: [Origin])? {
        let here = seen.prefix { $0.sequence > start && $0.sequence <= end }
        guard let last = here.last else { return nil }
        let transactions = here.lazy.map { (number: $0.number, position: Int($0.sequence - start) - 1) }
        var found = page(since: token, transactions, newest: newest, sight, maximumChanges)
        if found.page.hasMore { return found }
        // The database may have had room for more.
        guard last.number == newest else { return nil }
        found.page.upTo = newest
        return found
    }

    /// A page of transactions of which the reader sees all changes; nil when there are others among them.
    private func plainPage(
        since token: ChangeToken,
        _ positions: Range<Int>,
        newest: UInt64,
        _ maximumChanges: Int
    ) -> (page: HistoryPage, origins: [Origin])? {
        var next = positions.lowerBound
        let start = firstRow(of: next)
        while next < positions.upperBound {
            guard isPlain[next] else { return nil }
            let count = changeEnds[next] - droppedCount - start
            // One transaction alone may be larger than a page.
            if next > positions.lowerBound, count > maximumChanges { break }
            next += 1
            if count >= maximumChanges { break }
        }
        var page = HistoryPage(since: token)
        page.upTo = self.start + UInt64(next)
        page.hasMore = page.upTo < newest
        let taken = positions.lowerBound..<next
        let rows = start..<firstRow(of: next)
        page.sequences = Array(token.sequence + 1..<page.upTo + 1)
        page.times = Array(times[taken])
        page.changeCounts = taken.map { UInt32(self.rows(of: $0).count) }
        page.objectKinds = Array(changes.objectKinds[rows])
        page.changeKinds = Array(changes.changeKinds[rows])
        page.fields = Array(changes.fields[rows])
        page.objects = Array(changes.objects[rows])
        return (page, Array(origins[taken]))
    }

    /// A page of what a reader sees of numbered transactions, like `Snapshot.history` makes it.
    private func page(
        since token: ChangeToken,
        _ transactions: some Sequence<(number: UInt64, position: Int)>,
        newest: UInt64,
        _ sight: ChangeSight,
        _ maximumChanges: Int
    ) -> (page: HistoryPage, origins: [Origin]) {
        var page = HistoryPage(since: token)
        var origins: [Origin] = []
        var examined = 0
        for (number, position) in transactions {
            let first = page.objects.count
            let rows = rows(of: position)
            for row in rows {
                guard let fields = sight.fields(ofChange: row, in: changes) else { continue }
                page.objectKinds.append(changes.objectKinds[row])
                page.changeKinds.append(changes.changeKinds[row])
                page.fields.append(fields)
                page.objects.append(changes.objects[row])
            }
            if page.objects.count > maximumChanges, !page.sequences.isEmpty {
                page.removeChanges(from: first)
                page.hasMore = true
                break
            }
            if page.objects.count > first {
                page.sequences.append(number)
                page.times.append(times[position])
                page.changeCounts.append(UInt32(page.objects.count - first))
                origins.append(self.origins[position])
            }
            page.upTo = number
            examined += rows.count
            if page.objects.count >= maximumChanges || examined >= Snapshot.maximumScannedChanges {
                page.hasMore = number < newest
                break
            }
        }
        return (page, origins)
    }
}
