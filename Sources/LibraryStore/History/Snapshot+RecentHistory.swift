internal import LibraryModel
internal import SQLiteDatabase

/// History from memory.
extension Snapshot {
    /// Changes that are read into memory for each transaction that an app with limited access sees: SQL takes about as
    /// long for that one.
    private static let changesPerSeenTransaction = 16

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
        var stretch = HistoryStretch(after: sequence)
        let transactions = try connection.statement(
            """
            SELECT number, time, first_change, change_count, origin FROM every_transaction WHERE number > ?
            ORDER BY number
            """
        )
        try transactions.bind(Int64(bitPattern: sequence), at: 1)
        let changes = try connection.statement(
            """
            SELECT sequence, object_kind, change_kind, fields, object, holder, detail FROM recorded_change
            WHERE row >= ? ORDER BY row
            """
        )
        var isFirst = true
        while try transactions.step() {
            let number = transactions.integer(0)
            let count = transactions.integer(3)
            guard UInt64(bitPattern: number) == stretch.end + 1, count >= 0,
                isFirst || stretch.changeCount < maximumChanges
            else { break }
            if isFirst { try changes.bind(transactions.integer(2), at: 1) }
            isFirst = false
            stretch.begin(time: transactions.integer(1), origin: transactions.optionalInteger(4))
            let isWhole = try stretch.fill { columns in
                for _ in 0..<count {
                    guard try changes.step(), changes.integer(0) == number, try columns.append(changes)
                    else { return false }
                }
                return true
            }
            guard isWhole else {
                stretch.removeLast()
                break
            }
        }
        return stretch
    }
}
