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

    init(_ connection: Connection) throws {
        let library = try connection.statement("SELECT history_floor FROM library")
        guard try library.step() else { throw LibraryError(.internal, "the library has no identity") }
        floor = UInt64(bitPattern: library.integer(0))
        let newest = try connection.statement(
            """
            SELECT sequence, first_change + change_count FROM change_transaction ORDER BY sequence DESC LIMIT 1
            """
        )
        if try newest.step() {
            sequence = UInt64(bitPattern: newest.integer(0))
            nextChange = newest.integer(1)
        } else {
            sequence = floor
            nextChange = 1
        }
        for number in [Int64(bitPattern: floor), Int64(bitPattern: sequence), nextChange] {
            guard (0...HistoryHead.highestNumber).contains(number) else {
                throw LibraryError(.internal, "the library's database is damaged", details: ["in": "history"])
            }
        }
    }
}
