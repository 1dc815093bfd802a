internal import LibraryModel
internal import SQLiteDatabase

/// The end and the beginning of history.
struct HistoryHead {
    /// The newest sequence.
    var sequence: UInt64
    /// The row of the next change.
    var nextChange: Int64
    /// History is complete after this sequence.
    var floor: UInt64

    /// Larger numbers cannot be reached by counting: the file is corrupt.
    private static let highestNumber: Int64 = 1 << 62

    /// One row: floor, newest sequence, next change.
    static let query = """
        SELECT l.history_floor AS floor, coalesce(t.sequence, l.history_floor) AS sequence,
            coalesce(t.first_change + t.change_count, 1) AS next_change
        FROM library l LEFT JOIN change_transaction t ON t.sequence =
            (SELECT max(sequence) FROM change_transaction WHERE change_count >= 0)
        """

    /// For writers of history.
    init(_ connection: Connection) throws {
        try self.init(try connection.statement(assembled: HistoryHead.query))
    }

    /// For a principal that sees everything.
    init(_ snapshot: Snapshot) throws {
        try self.init(try snapshot.connection.statement("SELECT floor, sequence, next_change FROM history_head"))
    }

    private init(_ select: consuming Statement) throws {
        guard try select.step() else { throw LibraryError.noIdentity }
        let numbers = (select.integer(0), select.integer(1), select.integer(2))
        for number in [numbers.0, numbers.1, numbers.2] {
            guard (0...HistoryHead.highestNumber).contains(number) else {
                throw LibraryError(.internal, LibraryStore.reasonOfDamage, details: ["in": "history"])
            }
        }
        floor = UInt64(bitPattern: numbers.0)
        sequence = UInt64(bitPattern: numbers.1)
        nextChange = numbers.2
    }
}
