internal import LibraryModel
internal import SQLiteDatabase

/// Reads the former values of the changes of one app, or of the person.
struct FormerEntries {
    /// `FormerValues.person` for the person.
    let app: Int64
    let connection: Connection

    /// As the history has it: null for the person.
    var origin: Int64? { app == FormerValues.person ? nil : app }

    /// Returns nil for an unknown app. A nil identity is the person's.
    init?(of identity: String?, _ connection: Connection) throws {
        self.connection = connection
        guard let identity else {
            app = FormerValues.person
            return
        }
        let select = try connection.statement("SELECT row FROM app WHERE identity = ?")
        try select.bind(identity, at: 1)
        guard try select.step() else { return nil }
        app = select.integer(0)
    }

    /// Returns the first entries of a transaction.
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

    /// The fields of an object to read.
    enum Fields {
        case all
        case only(ChangedFields)
        case anything(but: ChangedFields)
    }

    /// Returns the entries of an object in these transactions, grouped by field: each group not empty and newest first,
    /// existence before the other fields.
    func entries(
        of kind: ObjectKind,
        _ row: Int64,
        _ fields: Fields,
        in sequences: ClosedRange<Int64>
    ) throws -> [[FormerEntry]] {
        let select = try connection.statement(
            """
            SELECT kind, object_row, field, member, object, sequence, former, later
            FROM former_value INDEXED BY former_value_by_object
            WHERE app = ?1 AND kind = ?2 AND object_row = ?3 AND sequence BETWEEN ?4 AND ?5
                AND (?6 IS NULL OR (field = ?6) = ?7)
            ORDER BY field, member, sequence DESC
            """
        )
        try select.bind(app, at: 1)
        try select.bind(Int64(kind.rawValue), at: 2)
        try select.bind(row, at: 3)
        try select.bind(sequences.lowerBound, at: 4)
        try select.bind(sequences.upperBound, at: 5)
        switch fields {
        case .all: try select.bindNull(at: 6)
        case .only(let field):
            try select.bind(Int64(field.rawValue), at: 6)
            try select.bind(Int64(1), at: 7)
        case .anything(but: let field):
            try select.bind(Int64(field.rawValue), at: 6)
            try select.bind(Int64(0), at: 7)
        }
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

    /// Returns the requested transactions; nil for none.
    func sequences(of transaction: UInt64?, since: Int64?) throws -> ClosedRange<Int64>? {
        var range: ClosedRange<Int64> = 0...Int64.max
        if let transaction {
            guard let sequence = Int64(exactly: transaction) else { return nil }
            range = sequence...sequence
        }
        guard let since else { return range }
        let select = try connection.statement(
            "SELECT min(sequence) FROM change_transaction WHERE origin IS ? AND time >= ?"
        )
        try select.bind(origin, at: 1)
        try select.bind(since, at: 2)
        guard try select.step(), let start = select.optionalInteger(0), start <= range.upperBound else { return nil }
        return max(range.lowerBound, start)...range.upperBound
    }

    /// Returns rows of objects of a kind that these transactions changed, ascending, after `row`.
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

    /// Returns the rows of these objects that the app changed, ascending.
    func rows(of objects: [LocalIdentifier]) throws -> [ObjectKind: [Int64]] {
        let select = try connection.statement(
            """
            SELECT object_row FROM former_value WHERE app = ? AND kind = ? AND object_row =
                (SELECT row FROM asset WHERE id = ?3 AND shelf < 4 AND ?2 = 1 UNION ALL
                 SELECT row FROM asset WHERE id = ?3 AND shelf >= 4 AND ?2 = 1 UNION ALL
                 SELECT row FROM collection WHERE id = ?3 AND kind = ?2)
            LIMIT 1
            """
        )
        var rows: [ObjectKind: Set<Int64>] = [:]
        var missing: [ObjectKind: Set<ObjectID>] = [:]
        for object in objects {
            try select.bind(app, at: 1)
            try select.bind(Int64(object.kind.rawValue), at: 2)
            try select.bind(object.id, at: 3)
            if try select.step() {
                rows[object.kind, default: []].insert(select.integer(0))
            } else {
                missing[object.kind, default: []].insert(object.id)
            }
            select.reset()
        }
        for (kind, objects) in missing where kind != .asset {
            rows[kind, default: []].formUnion(try deleted(kind, among: objects))
        }
        return rows.mapValues { $0.sorted() }
    }

    /// Returns the rows of albums or folders that the app deleted and that do not exist.
    private func deleted(_ kind: ObjectKind, among objects: Set<ObjectID>) throws -> [Int64] {
        let select = try connection.statement(
            "SELECT object, object_row FROM former_value WHERE app = ? AND kind = ? AND field = 0"
        )
        try select.bind(app, at: 1)
        try select.bind(Int64(kind.rawValue), at: 2)
        var rows: [Int64] = []
        while try select.step() {
            if objects.contains(try select.identifier(0)) { rows.append(select.integer(1)) }
        }
        return rows
    }

    private static func entry(_ row: borrowing Statement) throws -> FormerEntry {
        guard let kind = UInt8(exactly: row.integer(0)).flatMap(ObjectKind.init(rawValue:)) else {
            throw FormerValueReader.damaged
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
