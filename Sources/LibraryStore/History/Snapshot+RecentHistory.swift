internal import LibraryModel
internal import SQLiteDatabase

/// History from memory.
extension Snapshot {
    /// Changes that are read into memory for each transaction that an app with limited access sees: SQL takes about as
    /// long for that one.
    private static let changesPerSeenTransaction = 16
    /// Rows between the changes of transactions that are read together: there are none unless some were lost.
    private static let longestGap: Int64 = 65_536

    /// A page of the unfiltered changes after a token, which was checked. Nil when the database has to answer: for what
    /// is old, for a part with losses, and for an app whose selection has changed since.
    func recentHistory(
        since token: ChangeToken,
        _ bounds: (newest: UInt64, floor: UInt64),
        maximumChanges: Int,
        _ tail: HistoryTail
    ) throws -> HistoryPage? {
        let hidesPlaces = connection.hidesPlaces
        let found: (page: HistoryPage, origins: [HistoryStretch.Origin])?
        switch visibility {
        case .full:
            if tail.end(after: token.sequence).map({ $0 < bounds.newest }) ?? true {
                try extend(tail, after: token.sequence, atMost: HistoryPage.maximumChanges)
            }
            let sight = ChangeSight(hidesPlaces: hidesPlaces)
            found = tail.page(since: token, newest: bounds.newest, sight, maximumChanges: maximumChanges)
        case .limited(let app):
            let seen = try SeenTransactions.entries(after: token.sequence, atMost: maximumChanges + 1, connection)
            guard let first = seen.first, let last = seen.last, let columns,
                let selection = try selection(
                    of: app,
                    columns.selections,
                    atMost: seen.count * Self.changesPerSeenTransaction
                ),
                // Who sees a change is what was selected then, which is what is selected now.
                selection.changed <= first.sequence,
                let sight = ChangeSight(of: app, selection.rows, hidesPlaces: hidesPlaces)
            else { return nil }
            if tail.end(after: first.sequence - 1).map({ $0 < last.sequence }) ?? true {
                let budget = seen.count * Self.changesPerSeenTransaction
                try extend(tail, after: first.sequence - 1, through: last.sequence, atMost: budget)
            }
            found = tail.page(since: token, of: seen, newest: bounds.newest, sight, maximumChanges: maximumChanges)
        case .addOnly, .none: return nil
        }
        return try withAuthors(found)
    }

    /// A page of all changes after a token, for a reader with full access. Nil for a part with losses.
    func wholeHistory(
        since token: ChangeToken,
        _ bounds: (newest: UInt64, floor: UInt64),
        maximumChanges: Int
    ) throws -> HistoryPage? {
        guard visibility.seesEverything else { return nil }
        let stretch = try Snapshot.showing(.person, connection, identity) { whole in
            try whole.recordedHistory(after: token.sequence, atMost: maximumChanges)
        }
        let sight = ChangeSight(hidesPlaces: connection.hidesPlaces)
        return try withAuthors(stretch.page(since: token, newest: bounds.newest, sight, maximumChanges))
    }

    private func withAuthors(_ found: (page: HistoryPage, origins: [HistoryStretch.Origin])?) throws -> HistoryPage? {
        guard let found else { return nil }
        var page = found.page
        var evaluator = try HistoryFilterEvaluator(HistoryFilter(), self)
        for origin in found.origins { try evaluator.appendAuthor(origin, to: &page) }
        return page
    }

    /// Reads what follows a sequence, or what is in memory after it, into memory: about so many changes, or nothing
    /// when `through` is not reached with them. Nothing that is too old to be kept.
    private func extend(
        _ tail: HistoryTail,
        after sequence: UInt64,
        through last: UInt64? = nil,
        atMost maximum: Int
    ) throws {
        let position = tail.end(after: sequence) ?? sequence
        // Memory has what nobody may see alone, as the person sees it: each reader is shown a part of it.
        let stretch = try Snapshot.showing(.person, connection, identity) { whole in
            let head = try HistoryHead(whole)
            guard position < head.sequence else { return HistoryStretch?.none }
            let ends = try connection.statement(
                """
                SELECT min(first_change), max(first_change + change_count) FROM every_transaction
                WHERE number = ? OR number = ?
                """
            )
            try ends.bind(Int64(bitPattern: position + 1), at: 1)
            try ends.bind(Int64(bitPattern: last ?? position + 1), at: 2)
            guard try ends.step() else { return nil }
            // In a corrupt file the numbers may be anything.
            let (first, end) = (ends.integer(0), ends.integer(1))
            guard first > 0, end >= first, head.nextChange - first <= tail.maximumChanges,
                last == nil || end - first <= maximum
            else { return nil }
            return try whole.recordedHistory(after: position, atMost: maximum)
        }
        if let stretch, stretch.end > position { tail.add(stretch) }
    }

    /// Reads transactions as they are recorded, up to the first that has lost something. For the person.
    private func recordedHistory(after sequence: UInt64, atMost maximumChanges: Int) throws -> HistoryStretch {
        let transactions = try recordedTransactions(after: sequence, atMost: maximumChanges)
        var stretch = HistoryStretch(after: sequence)
        guard let first = transactions.first, let last = transactions.last else { return stretch }
        let (sequences, changes) = try recordedChanges(first.rows.lowerBound..<last.rows.upperBound)
        var row = 0
        for (place, transaction) in transactions.enumerated() {
            let end = row + transaction.rows.count
            let number = Int64(bitPattern: sequence) + Int64(place) + 1
            guard end <= sequences.count, sequences[row..<end].allSatisfy({ $0 == number }) else { break }
            stretch.append(time: transaction.time, origin: transaction.origin, row..<end, of: changes)
            row = end
        }
        return stretch
    }

    private struct RecordedTransaction {
        var time: Int64
        var origin: HistoryStretch.Origin
        /// Of its changes.
        var rows: Range<Int64>
    }

    /// The transactions that follow each other after a sequence, with so many changes or a few more.
    private func recordedTransactions(
        after sequence: UInt64,
        atMost maximumChanges: Int
    ) throws -> [RecordedTransaction] {
        let select = try connection.statement(
            """
            SELECT number, time, first_change, change_count, origin FROM every_transaction WHERE number > ?
            ORDER BY number
            """
        )
        try select.bind(Int64(bitPattern: sequence), at: 1)
        var found: [RecordedTransaction] = []
        var changeCount: Int64 = 0
        while changeCount < maximumChanges, try select.step() {
            // In a corrupt file the numbers may be anything.
            let (first, count) = (select.integer(2), select.integer(3))
            let (end, isBeyond) = first.addingReportingOverflow(count)
            guard UInt64(bitPattern: select.integer(0)) == sequence + UInt64(found.count) + 1, first >= 0,
                (0...Int64(UInt32.max)).contains(count), !isBeyond,
                found.last.map({ first >= $0.rows.upperBound }) ?? true,
                end - (found.first?.rows.lowerBound ?? first) <= changeCount + count + Self.longestGap
            else { break }
            found.append(
                RecordedTransaction(time: select.integer(1), origin: select.optionalInteger(4), rows: first..<end)
            )
            changeCount += count
        }
        return found
    }

    /// Changes by row, each with its sequence: up to the first that has no room in the columns.
    private func recordedChanges(_ rows: Range<Int64>) throws -> (sequences: [Int64], RecordedChanges) {
        let select = try connection.statement(
            """
            SELECT 1 FROM recorded_change WHERE row >= ? AND row < ?
                AND each_row(sequence, object_kind, change_kind, fields, object, holder, detail)
            ORDER BY row
            """
        )
        try select.bind(rows.lowerBound, at: 1)
        try select.bind(rows.upperBound, at: 2)
        var sequences: [Int64] = []
        var changes = RecordedChanges()
        let expected = min(Int(clamping: rows.count), HistoryPage.maximumChanges)
        sequences.reserveCapacity(expected)
        changes.reserveCapacity(expected)
        var fits = true
        try connection.forEachRow(of: select) { row in
            fits = fits && changes.append(row)
            if fits { sequences.append(row.integer(0)) }
        }
        return (sequences, changes)
    }
}
