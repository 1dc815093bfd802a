internal import LibraryModel
internal import SQLiteDatabase

/// Reads what is kept of one app's changes.
struct FormerEntries {
    let app: Int64
    let connection: Connection

    /// Nil for an app that is not known.
    init?(of identity: String, _ connection: Connection) throws {
        let select = try connection.statement("SELECT row FROM app WHERE identity = ?")
        try select.bind(identity, at: 1)
        guard try select.step() else { return nil }
        app = select.integer(0)
        self.connection = connection
    }

    /// The first entries of a transaction.
    func entries(of sequence: UInt64, limit: Int) throws -> [FormerEntry] {
        let select = try connection.statement(
            """
            SELECT kind, object_row, field, member, object, sequence, former, later FROM former_value
            WHERE app = ? AND sequence = ? LIMIT ?
            """
        )
        try select.bind(app, at: 1)
        try select.bind(Int64(bitPattern: sequence), at: 2)
        try select.bind(Int64(limit), at: 3)
        var entries: [FormerEntry] = []
        while try select.step() { entries.append(try FormerEntries.entry(select)) }
        return entries
    }

    func count(of sequence: UInt64) throws -> Int {
        let select = try connection.statement("SELECT count(*) FROM former_value WHERE app = ? AND sequence = ?")
        try select.bind(app, at: 1)
        try select.bind(Int64(bitPattern: sequence), at: 2)
        return try select.step() ? Int(clamping: select.integer(0)) : 0
    }

    /// Of an object, what was done to each of its fields in these transactions: the newest first, and before all whether
    /// it is there.
    func entries(
        of kind: ObjectKind,
        _ row: Int64,
        in sequences: ClosedRange<Int64>
    ) throws -> [[FormerEntry]] {
        let select = try connection.statement(
            """
            SELECT kind, object_row, field, member, object, sequence, former, later
            FROM former_value INDEXED BY former_value_by_object
            WHERE app = ? AND kind = ? AND object_row = ? AND sequence BETWEEN ? AND ?
            ORDER BY field, member, sequence DESC
            """
        )
        try select.bind(app, at: 1)
        try select.bind(Int64(kind.rawValue), at: 2)
        try select.bind(row, at: 3)
        try select.bind(sequences.lowerBound, at: 4)
        try select.bind(sequences.upperBound, at: 5)
        var groups: [[FormerEntry]] = []
        while try select.step() {
            let entry = try FormerEntries.entry(select)
            if groups.last?.first?.key == entry.key {
                groups[groups.count - 1].append(entry)
            } else {
                groups.append([entry])
            }
        }
        return groups
    }

    /// Rows of objects of a kind that these transactions changed, rising, after `row`.
    func objects(
        of kind: ObjectKind,
        after row: Int64,
        in sequences: ClosedRange<Int64>,
        limit: Int
    ) throws -> [Int64] {
        let select = try connection.statement(
            """
            SELECT DISTINCT object_row FROM former_value INDEXED BY former_value_by_object
            WHERE app = ? AND kind = ? AND object_row > ? AND sequence BETWEEN ? AND ? ORDER BY object_row LIMIT ?
            """
        )
        try select.bind(app, at: 1)
        try select.bind(Int64(kind.rawValue), at: 2)
        try select.bind(row, at: 3)
        try select.bind(sequences.lowerBound, at: 4)
        try select.bind(sequences.upperBound, at: 5)
        try select.bind(Int64(limit), at: 6)
        var rows: [Int64] = []
        while try select.step() { rows.append(select.integer(0)) }
        return rows
    }

    private static func entry(_ row: borrowing Statement) throws -> FormerEntry {
        guard let kind = UInt8(exactly: row.integer(0)).flatMap(ObjectKind.init(rawValue:)) else {
            throw LibraryError(.internal, "a former value in the library is damaged")
        }
        return FormerEntry(
            key: FieldKey(
                kind: kind,
                row: row.integer(1),
                field: ChangedFields(rawValue: UInt32(truncatingIfNeeded: row.integer(2))),
                member: row.integer(3)
            ),
            object: try row.identifier(4),
            sequence: UInt64(bitPattern: row.integer(5)),
            former: try FormerValue(row.blob(6)),
            later: try LaterValue(stored: row.blob(7))
        )
    }
}
