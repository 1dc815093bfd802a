internal import LibraryModel
internal import SQLiteDatabase

/// Reads the history after a token.
extension Snapshot {
    /// Change rows scanned for one page at most, when few of them are visible.
    static let maximumScannedChanges = 65_536

    /// `tail`: nil to read the database only.
    func history(
        since token: ChangeToken,
        matching filter: HistoryFilter,
        maximumChanges: Int,
        _ tail: HistoryTail?
    ) throws -> HistoryPage {
        try visibility.requireReading()
        guard maximumChanges > 0 else { throw LibraryError(.invalidRequest, "a page holds at least one change") }
        let bounds = try historyBounds()
        try check(token, bounds)
        if let tail, filter == HistoryFilter(),
            let page = try recentHistory(since: token, bounds, maximumChanges: maximumChanges, tail)
        {
            return page
        }
        if filter == HistoryFilter(), let page = try wholeHistory(since: token, bounds, maximumChanges: maximumChanges)
        {
            return page
        }
        return try read(since: token, bounds, filter, maximumChanges)
    }

    /// Reads a page from the database.
    private func read(
        since token: ChangeToken,
        _ bounds: (newest: UInt64, floor: UInt64),
        _ filter: HistoryFilter,
        _ maximumChanges: Int
    ) throws -> HistoryPage {
        var evaluator = try HistoryFilterEvaluator(filter, self)
        var page = HistoryPage(since: token)
        let transactions = try transactionStatement()
        try transactions.bind(Int64(bitPattern: token.sequence), at: 1)
        let changes = try changeStatement()
        /// The sequence of the statement's current change; nil after the last.
        var changeSequence: Int64?
        func nextChange() throws { changeSequence = try changes.step() ? changes.integer(0) : nil }
        var isBeforeFirst = true
        var scanned = 0
        page.reserveCapacity(min(maximumChanges, HistoryPage.maximumChanges))
        var expected = token.sequence + 1
        while try transactions.step() {
            let number = UInt64(bitPattern: transactions.integer(0))
            // Numbers have no gaps: earlier transactions are lost.
            if number != expected {
                page.appendUnavailable(before: number, time: transactions.integer(2))
                evaluator.appendUnknownAuthor(to: &page)
                // Already returned: otherwise a page could end where it began.
                page.upTo = number - 1
            }
            expected = number + 1
            let sequence = transactions.integer(1)
            let origin = transactions.optionalInteger(5)
            let isAskedFor = evaluator.passes(origin: origin)
            let (first, count) = (transactions.integer(3), transactions.integer(4))
            // In a corrupt file the numbers may be anything.
            let (end, isBeyond) = first.addingReportingOverflow(max(count, 0))
            let rows = first..<(isBeyond ? .max : end)
            let start = page.objects.count
            var seen: Int64 = 0
            // Changes in between belong to invisible or lost transactions. A limited app's are far apart.
            if isBeforeFirst || !visibility.seesEverything || changeSequence.map({ $0 < sequence }) ?? false {
                isBeforeFirst = false
                changes.reset()
                try changes.bind(rows.lowerBound, at: 1)
                try changes.bind(visibility.seesEverything ? Int64.max : rows.upperBound, at: 2)
                try nextChange()
                while let earlier = changeSequence, earlier < sequence { try nextChange() }
            }
            while changeSequence == sequence {
                seen += 1
                if isAskedFor, try evaluator.passes(changes) { try page.append(changes) }
                // One transaction alone may be larger than a page.
                if page.objects.count > maximumChanges, !page.sequences.isEmpty {
                    page.removeChanges(from: start)
                    page.hasMore = true
                    return page
                }
                try nextChange()
            }
            scanned += Int(min(max(count, seen), Int64(Snapshot.maximumScannedChanges)))
            let isDamaged = try isAskedFor && seen != count && keptChanges(rows, of: sequence) != count
            if page.objects.count > start || isDamaged {
                if isDamaged { page.unavailable.append(UInt32(page.sequences.count)) }
                page.sequences.append(number)
                page.times.append(transactions.integer(2))
                page.changeCounts.append(UInt32(page.objects.count - start))
                try evaluator.appendAuthor(origin, to: &page)
            }
            page.upTo = number
            if page.objects.count >= maximumChanges || scanned >= Snapshot.maximumScannedChanges {
                page.hasMore = page.upTo < bounds.newest
                return page
            }
        }
        if expected <= bounds.newest {
            page.appendUnavailable(before: bounds.newest + 1, time: page.times.last ?? 0)
            evaluator.appendUnknownAuthor(to: &page)
        }
        page.upTo = bounds.newest
        return page
    }

    /// Rows of (number, sequence, time, first change, number of changes, origin) after a number, which is parameter 1.
    private func transactionStatement() throws -> Statement {
        try connection.statement(
            assembled: """
                SELECT number, sequence, time, first_change, change_count, origin FROM \(visibility.transactions)
                WHERE number > ? ORDER BY number
                """
        )
    }

    /// Rows of (sequence, object kind, change kind, fields, object) of changes that are seen, from the row that is
    /// parameter 1 to the one before parameter 2.
    private func changeStatement() throws -> Statement {
        try connection.statement(
            assembled: """
                SELECT sequence, object_kind, change_kind, fields, object FROM \(visibility.changes)
                WHERE row >= ? AND row < ? ORDER BY row
                """
        )
    }

    /// How many changes of a transaction are there, seen or not.
    private func keptChanges(_ rows: Range<Int64>, of sequence: Int64) throws -> Int64 {
        let select = try connection.statement(
            "SELECT count(*) FROM kept_change WHERE row >= ? AND row < ? AND sequence = ?"
        )
        try select.bind(rows.lowerBound, at: 1)
        try select.bind(rows.upperBound, at: 2)
        try select.bind(sequence, at: 3)
        return try select.step() ? select.integer(0) : 0
    }
}

extension HistoryPage {
    fileprivate mutating func append(_ row: borrowing Statement) throws {
        objectKinds.append(UInt8(truncatingIfNeeded: row.integer(1)))
        changeKinds.append(UInt8(truncatingIfNeeded: row.integer(2)))
        fields.append(UInt32(truncatingIfNeeded: row.integer(3)))
        objects.append(try row.identifier(4))
    }

    /// Appends a transaction without details, for those that were lost before `number`.
    fileprivate mutating func appendUnavailable(before number: UInt64, time: Int64) {
        unavailable.append(UInt32(sequences.count))
        sequences.append(number - 1)
        times.append(time)
        changeCounts.append(0)
    }

    fileprivate mutating func reserveCapacity(_ changes: Int) {
        objectKinds.reserveCapacity(changes)
        changeKinds.reserveCapacity(changes)
        fields.reserveCapacity(changes)
        objects.reserveCapacity(changes)
    }

    mutating func removeChanges(from start: Int) {
        objectKinds.removeLast(objectKinds.count - start)
        changeKinds.removeLast(changeKinds.count - start)
        fields.removeLast(fields.count - start)
        objects.removeLast(objects.count - start)
    }
}
