internal import LibraryModel
internal import SQLiteDatabase

/// What happened since a token.
extension Snapshot {
    /// Change rows looked at for one page at most, where few of them are seen.
    private static let maximumScannedChanges = 65_536

    func history(
        since token: ChangeToken,
        matching filter: HistoryFilter,
        maximumChanges: Int
    ) throws -> HistoryPage {
        try sight.requireReading()
        guard maximumChanges > 0 else { throw LibraryError(.invalidRequest, "a page holds at least one change") }
        let bounds = try historyBounds()
        try check(token, bounds)
        var sieve = try HistoryFilterEvaluator(filter, self)
        var page = HistoryPage(since: token)
        let transactions = try transactionStatement()
        try transactions.bind(Int64(bitPattern: token.sequence), at: 1)
        let changes = try sight.changeStatement(connection)
        /// The sequence of the change that the statement is at; none after the last.
        var changeSequence: Int64?
        func nextChange() throws { changeSequence = try changes.step() ? changes.integer(0) : nil }
        var isBeforeFirst = true
        var scanned = 0
        page.reserveCapacity(min(maximumChanges, HistoryPage.maximumChanges))
        var expected = token.sequence + 1
        while try transactions.step() {
            let number = UInt64(bitPattern: transactions.integer(0))
            // Numbers have no gaps: transactions before this one are lost.
            if number != expected {
                page.appendUnavailable(before: number, time: transactions.integer(2))
                sieve.appendUnknownAuthor(to: &page)
                // Told: were it told again, a page could end where it began.
                page.upTo = number - 1
            }
            expected = number + 1
            let sequence = transactions.integer(1)
            let origin = transactions.optionalInteger(5)
            let isAskedFor = sieve.passes(origin: origin)
            let count = transactions.integer(4)
            let start = page.objects.count
            var stored: Int64 = 0
            // Changes between belong to transactions that are not seen, or lost.
            if isBeforeFirst || changeSequence.map({ $0 < sequence }) ?? false {
                isBeforeFirst = false
                changes.reset()
                try changes.bind(transactions.integer(3), at: 1)
                try nextChange()
                while let earlier = changeSequence, earlier < sequence { try nextChange() }
            }
            while changeSequence == sequence {
                stored += 1
                if isAskedFor, changes.integer(5) != 0, try sieve.passes(changes) { try page.append(changes) }
                // One transaction alone may be larger than a page.
                if page.objects.count > maximumChanges, !page.sequences.isEmpty {
                    page.removeChanges(from: start)
                    page.hasMore = true
                    return page
                }
                try nextChange()
            }
            scanned += Int(stored)
            let isDamaged = isAskedFor && stored != count
            if page.objects.count > start || isDamaged {
                if isDamaged { page.unavailable.append(UInt32(page.sequences.count)) }
                page.sequences.append(number)
                page.times.append(transactions.integer(2))
                page.changeCounts.append(UInt32(page.objects.count - start))
                try sieve.appendAuthor(origin, to: &page)
            }
            page.upTo = number
            if page.objects.count >= maximumChanges || scanned >= Snapshot.maximumScannedChanges {
                page.hasMore = page.upTo < bounds.newest
                return page
            }
        }
        if expected <= bounds.newest {
            page.appendUnavailable(before: bounds.newest + 1, time: page.times.last ?? 0)
            sieve.appendUnknownAuthor(to: &page)
        }
        page.upTo = bounds.newest
        return page
    }

    /// Rows of (number, sequence, time, first change, number of changes, origin) after a number, which is parameter 1.
    private func transactionStatement() throws -> Statement {
        guard case .limited(let app) = sight else {
            return try connection.statement(
                """
                SELECT sequence, sequence, time, first_change, change_count, origin FROM change_transaction
                WHERE sequence > ? ORDER BY sequence
                """
            )
        }
        let statement = try connection.statement(
            """
            SELECT s.number, t.sequence, t.time, t.first_change, t.change_count, t.origin
            FROM seen_transaction s CROSS JOIN change_transaction t ON t.sequence = s.sequence
            WHERE s.app = ?2 AND s.number > ?1 ORDER BY s.number
            """
        )
        try statement.bind(app, at: 2)
        return statement
    }
}

extension HistoryPage {
    fileprivate mutating func append(_ row: borrowing Statement) throws {
        objectKinds.append(UInt8(truncatingIfNeeded: row.integer(1)))
        changeKinds.append(UInt8(truncatingIfNeeded: row.integer(2)))
        fields.append(UInt32(truncatingIfNeeded: row.integer(3)))
        objects.append(try row.identifier(4))
    }

    /// A stretch that ends before a sequence cannot be rebuilt.
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

    fileprivate mutating func removeChanges(from start: Int) {
        objectKinds.removeLast(objectKinds.count - start)
        changeKinds.removeLast(changeKinds.count - start)
        fields.removeLast(fields.count - start)
        objects.removeLast(objects.count - start)
    }
}
