internal import LibraryModel
internal import SQLiteDatabase

/// Where history ends, and where it begins.
struct HistoryHead {
    /// The newest sequence.
    var sequence: UInt64
    /// The row that the next change takes.
    var nextChange: Int64
    /// History is complete after this sequence.
    var floor: UInt64

    /// Beyond are no numbers that counting by ones could have reached: the file is damaged, or was made to be.
    private static let highestNumber: Int64 = 1 << 62

    /// Rows of floor, newest sequence and next change: one.
    static let query = """
        SELECT l.history_floor AS floor, coalesce(t.sequence, l.history_floor) AS sequence,
            coalesce(t.first_change + t.change_count, 1) AS next_change
        FROM library l LEFT JOIN change_transaction t ON t.sequence =
            (SELECT max(sequence) FROM change_transaction WHERE change_count >= 0)
        """

    /// For what writes history.
    init(_ connection: Connection) throws {
        try self.init(try connection.statement(assembled: HistoryHead.query))
    }

    /// For who sees everything.
    init(_ snapshot: Snapshot) throws {
        try self.init(try snapshot.connection.statement("SELECT floor, sequence, next_change FROM history_head"))
    }

    private init(_ select: consuming Statement) throws {
        guard try select.step() else { throw LibraryError(.internal, "the library has no identity") }
        let numbers = (select.integer(0), select.integer(1), select.integer(2))
        for number in [numbers.0, numbers.1, numbers.2] {
            guard (0...HistoryHead.highestNumber).contains(number) else {
                throw LibraryError(.internal, "the library's database is damaged", details: ["in": "history"])
            }
        }
        floor = UInt64(bitPattern: numbers.0)
        sequence = UInt64(bitPattern: numbers.1)
        nextChange = numbers.2
    }
}
