internal import LibraryModel
internal import SQLiteDatabase

/// Tokens, and what happened since one.
extension Snapshot {
    /// Change rows looked at for one page at most, where few of them are seen.
    private static let maximumScannedChanges = 65_536

    /// The token of a moment, for whom this snapshot is.
    func token(at sequence: UInt64) throws -> ChangeToken {
        ChangeToken(
            library: identity.id,
            historyEpoch: identity.historyEpoch,
            sequence: sequence,
            visibilityEpoch: try visibilityEpoch()
        )
    }

    func currentToken() throws -> ChangeToken {
        try sight.requireReading()
        return try token(at: HistoryHead(connection).sequence)
    }

    /// Nil where nothing may be read.
    func stateOfFetch() throws -> ChangeToken? {
        switch sight {
        case .full, .limited: try currentToken()
        case .addOnly, .none: nil
        }
    }

    private func visibilityEpoch() throws -> UInt64 {
        guard let app = sight.app else { return 0 }
        let select = try connection.statement("SELECT visibility_epoch FROM app WHERE row = ?")
        try select.bind(app, at: 1)
        return try select.step() ? UInt64(bitPattern: select.integer(0)) : 0
    }

    private func check(_ token: ChangeToken, _ head: HistoryHead) throws {
        guard token.library == identity.id else { throw expired("library", "the token is of another library") }
        guard token.historyEpoch == identity.historyEpoch else {
            throw expired("epoch", "the library's history has begun anew")
        }
        guard token.visibilityEpoch == (try visibilityEpoch()) else {
            throw expired("visibility", "what may be seen has been reset")
        }
        guard token.sequence <= head.sequence else {
            throw expired("future", "the token is newer than the library: an older copy was put back")
        }
        guard token.sequence >= head.floor else {
            throw expired("age", "the token is older than the history that is kept")
        }
    }

    private func expired(_ cause: String, _ reason: String) -> LibraryError {
        LibraryError(.tokenExpired, reason, details: ["cause": cause])
    }

    // MARK: Pages

    func history(
        since token: ChangeToken,
        matching filter: HistoryFilter,
        maximumChanges: Int
    ) throws -> HistoryPage {
        try sight.requireReading()
        guard maximumChanges > 0 else { throw LibraryError(.invalidRequest, "a page holds at least one change") }
        let head = try HistoryHead(connection)
        try check(token, head)
        var sieve = try HistorySieve(filter, self)
        var page = HistoryPage()
        page.upTo = token.sequence
        let transactions = try connection.statement(
            """
            SELECT sequence, time, first_change, change_count, origin FROM change_transaction WHERE sequence > ?
            ORDER BY sequence
            """
        )
        try transactions.bind(Int64(bitPattern: token.sequence), at: 1)
        guard try transactions.step() else {
            page.upTo = head.sequence
            return page
        }
        let changes = try changeStatement(from: transactions.integer(2))
        /// The sequence of the change that the statement is at; none after the last.
        func nextSequence() throws -> Int64? { try changes.step() ? changes.integer(0) : nil }
        var changeSequence = try nextSequence()
        var scanned = 0
        page.reserveCapacity(min(maximumChanges, HistoryPage.maximumChanges))
        var expected = Int64(bitPattern: token.sequence) + 1
        repeat {
            let sequence = transactions.integer(0)
            // Sequences have no gaps: transactions before this one are lost.
            if sequence != expected {
                page.appendUnavailable(before: sequence, time: transactions.integer(1))
                sieve.appendUnknownAuthor(to: &page)
                // Told: were it told again, a page could end where it began.
                page.upTo = UInt64(bitPattern: sequence - 1)
            }
            expected = sequence + 1
            let origin = transactions.optionalInteger(4)
            let isAskedFor = sieve.passes(origin: origin)
            let count = transactions.integer(3)
            let start = page.objects.count
            var stored: Int64 = 0
            // Rows of transactions that are not there any more belong to nobody.
            while let earlier = changeSequence, earlier < sequence { changeSequence = try nextSequence() }
            while changeSequence == sequence {
                stored += 1
                if isAskedFor, changes.integer(5) != 0, try sieve.passes(changes) { try page.append(changes) }
                // One transaction alone may be larger than a page.
                if page.objects.count > maximumChanges, !page.sequences.isEmpty {
                    page.removeChanges(from: start)
                    page.hasMore = true
                    return page
                }
                changeSequence = try nextSequence()
            }
            scanned += Int(stored)
            let isDamaged = isAskedFor && stored != count
            if page.objects.count > start || isDamaged {
                if isDamaged { page.unavailable.append(UInt32(page.sequences.count)) }
                page.sequences.append(UInt64(bitPattern: sequence))
                page.times.append(transactions.integer(1))
                page.changeCounts.append(UInt32(page.objects.count - start))
                try sieve.appendAuthor(origin, to: &page)
            }
            page.upTo = UInt64(bitPattern: sequence)
            if page.objects.count >= maximumChanges || scanned >= Snapshot.maximumScannedChanges {
                page.hasMore = page.upTo < head.sequence
                return page
            }
        } while try transactions.step()
        page.upTo = head.sequence
        return page
    }

    /// Whether anything that happened in a range of sequences is seen.
    func seesAnything(in sequences: ClosedRange<UInt64>) throws -> Bool {
        switch sight {
        case .addOnly, .none: return false
        case .full, .limited: break
        }
        let first = try connection.statement(
            "SELECT first_change FROM change_transaction WHERE sequence >= ? ORDER BY sequence LIMIT 1"
        )
        try first.bind(Int64(bitPattern: sequences.lowerBound), at: 1)
        guard try first.step() else { return false }
        let changes = try changeStatement(from: first.integer(0))
        while try changes.step(), UInt64(bitPattern: changes.integer(0)) <= sequences.upperBound {
            if changes.integer(5) != 0 { return true }
        }
        return false
    }

    /// Rows of (sequence, object kind, change kind, fields, object, whether it is seen) from a change on.
    private func changeStatement(from first: Int64) throws -> Statement {
        guard case .limited(let app) = sight else {
            let statement = try connection.statement(
                """
                SELECT sequence, object_kind, change_kind, fields, object, scope IS NULL
                FROM change WHERE row >= ? ORDER BY row
                """
            )
            try statement.bind(first, at: 1)
            return statement
        }
        let statement = try connection.statement(
            """
            SELECT c.sequence, c.object_kind, c.change_kind,
                CASE WHEN c.scope IS NULL AND c.object_kind <> 1 THEN c.owner_fields ELSE c.fields END,
                c.object,
                CASE
                WHEN c.scope IS NOT NULL THEN c.scope = ?2
                WHEN c.object_kind = 1 THEN EXISTS (
                    SELECT 1 FROM selection s WHERE s.app = ?2 AND s.asset = c.object_row
                    AND s.since_sequence <= c.sequence
                    AND (s.until_sequence IS NULL OR s.until_sequence > c.sequence))
                ELSE c.owner IS ?2 AND (c.change_kind <> 2 OR c.owner_fields <> 0)
                END
            FROM change c WHERE c.row >= ?1 ORDER BY c.row
            """
        )
        try statement.bind(first, at: 1)
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
    fileprivate mutating func appendUnavailable(before sequence: Int64, time: Int64) {
        unavailable.append(UInt32(sequences.count))
        sequences.append(UInt64(bitPattern: sequence - 1))
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
