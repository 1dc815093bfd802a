internal import LibraryModel
internal import SQLiteDatabase

/// Change tokens for each kind of visibility.
///
/// A principal that sees everything counts the library's transactions; an app with limited access those that it sees
/// (`SeenTransactions`); an app that may only add always gets the same token.
extension Snapshot {
    /// The current token, also for an app that may only add.
    func token() throws -> ChangeToken {
        switch visibility {
        case .full, .limited: token(of: try historyBounds().newest, visibilityEpoch: try visibilityEpoch())
        case .addOnly, .none: token(of: 0, visibilityEpoch: 0)
        }
    }

    func token(of number: UInt64, visibilityEpoch: UInt64) -> ChangeToken {
        ChangeToken(
            library: identity.id,
            historyEpoch: identity.historyEpoch,
            sequence: number,
            visibilityEpoch: visibilityEpoch
        )
    }

    func currentToken() throws -> ChangeToken {
        try visibility.requireReading()
        return try token()
    }

    /// Returns nil without read access.
    func stateOfFetch() throws -> ChangeToken? { visibility.reads ? try token() : nil }

    /// The newest number of this visibility's tokens, and the oldest from which the history is complete.
    func historyBounds() throws -> (newest: UInt64, floor: UInt64) {
        if case .limited = visibility { return try SeenTransactions.bounds(connection) }
        let head = try HistoryHead(self)
        return (head.sequence, head.floor)
    }

    /// Whether anything visible happened between two tokens of this visibility, of which the second is current.
    func hasChanges(since told: ChangeToken, now: ChangeToken) throws -> Bool {
        guard told.sequence < now.sequence else { return false }
        guard visibility.seesEverything else { return true }
        let first = try connection.statement(
            "SELECT first_change FROM every_transaction WHERE number > ? ORDER BY number LIMIT 1"
        )
        try first.bind(Int64(bitPattern: told.sequence), at: 1)
        guard try first.step() else { return false }
        let change = try connection.statement("SELECT 1 FROM every_change WHERE row >= ? LIMIT 1")
        try change.bind(first.integer(0), at: 1)
        return try change.step()
    }

    /// Starts at 1, so that no token of an app that may only add is good for reading later.
    private func visibilityEpoch() throws -> UInt64 {
        guard visibility.app != nil else { return 0 }
        let select = try connection.statement("SELECT visibility_epoch FROM own_app")
        return try select.step() ? UInt64(bitPattern: select.integer(0)) : 0
    }

    func check(_ token: ChangeToken, _ bounds: (newest: UInt64, floor: UInt64)) throws {
        guard token.library == identity.id else { throw expired("library", "the token is of another library") }
        guard token.historyEpoch == identity.historyEpoch else {
            throw expired("epoch", "the library's history has begun anew")
        }
        guard token.visibilityEpoch == (try visibilityEpoch()) else {
            throw expired("visibility", "what may be seen has been reset")
        }
        guard token.sequence <= bounds.newest else {
            throw expired("future", "the token is newer than the library: an older copy was restored")
        }
        guard token.sequence >= bounds.floor else {
            throw expired("age", "the token is older than the history that is kept")
        }
    }

    private func expired(_ cause: String, _ reason: String) -> LibraryError {
        LibraryError(.tokenExpired, reason, details: ["cause": cause])
    }
}
