internal import LibraryModel
internal import SQLiteDatabase

/// The former values of fields that a block of an app or of the person changes: kept beside the history, so that the
/// person can undo the changes.
///
/// 1. Code about to change a field of an object that existed before the block calls `note` or `noteDeletion`.
/// 2. At the end of the block the fields are read again. Those that differ are written, in the block's transaction.
/// 3. At most `maximumBytes` are kept per app, and as many of the person's. Beyond that the oldest are deleted, and
///    first those of objects that the app created: it can change these without limit or confirmation.
/// 4. The file of a replaced edit stays in the bundle while its value is kept.
struct FormerValues {
    /// The person among the rows of apps, which are positive.
    static let person: Int64 = 0
    /// Bytes of one app's values, including the files of edits.
    static let maximumBytes: Int64 = 256 << 20
    /// Bytes left after deleting the oldest.
    private static let bytesAfterRemoval = maximumBytes / 8 * 7
    /// Bytes of an entry besides its values.
    private static let entryOverhead: Int64 = 128

    private struct Noted {
        var key: FieldKey
        var object: ObjectID
        var former: FormerValue
        /// The owner of an album or folder.
        var owner: Int64?
        /// The last value, when the object does not exist any more.
        var last: FormerValue?
    }

    /// In the order of `note`.
    private var noted: [Noted] = []
    /// Their places in `noted`. A table that grows moves its values, and these are small.
    private var places: [FieldKey: Int] = [:]
    /// The places of the noted fields of each object that the block may delete.
    private var fields: [FieldKey: [Int]] = [:]

    /// Call this before changing a field. Later calls for the same field have no effect.
    mutating func note(
        _ object: ChangeRecorder.Object,
        _ field: ChangedFields,
        member: Int64 = 0,
        owner: Int64? = nil,
        _ connection: Connection
    ) throws {
        let key = FieldKey(kind: object.kind, row: object.row, field: field, member: member)
        guard places[key] == nil, let former = try FormerValue(of: key, connection) else { return }
        add(Noted(key: key, object: object.id, former: former, owner: owner))
    }

    /// Call this before deleting an album or folder.
    mutating func noteDeletion(of collection: CollectionRecord, _ connection: Connection) throws {
        let key = FieldKey(kind: collection.kind, row: collection.row, field: [])
        for place in fields[key] ?? [] { noted[place].last = try FormerValue(of: noted[place].key, connection) }
        guard places[key] == nil, let former = try FormerValue(deleting: collection, connection) else { return }
        add(Noted(key: key, object: collection.id, former: former, owner: collection.owner))
    }

    private mutating func add(_ entry: Noted) {
        let (key, place) = (entry.key, noted.count)
        places[key] = place
        noted.append(entry)
        guard key.kind != .asset, !key.field.isEmpty else { return }
        fields[FieldKey(kind: key.kind, row: key.row, field: []), default: []].append(place)
    }

    // MARK: Writing

    func write(_ app: Int64, _ sequence: UInt64, _ tag: ([UInt8]) -> [UInt8], _ connection: Connection) throws {
        guard !noted.isEmpty else { return }
        let insert = try connection.statement(
            """
            INSERT INTO former_value (app, sequence, kind, object_row, field, member, object, is_own, size, former, later,
                file_path, file_digest, movie_path, movie_digest)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7,
                CASE WHEN ?3 = 1 THEN ifnull((SELECT added_by IS ?1 FROM asset WHERE row = ?4), 0) ELSE ?8 END,
                ?9, ?10, ?11, ?12, ?13, ?14, ?15)
            """
        )
        try insert.bind(app, at: 1)
        try insert.bind(Int64(bitPattern: sequence), at: 2)
        var total: Int64 = 0
        for entry in noted {
            let key = entry.key
            guard let later = try entry.last ?? FormerValue(of: key, connection), later != entry.former else {
                continue
            }
            let (former, mark) = (entry.former.bytes, LaterValue(later, tag).bytes)
            var size = Int64(former.count) + Int64(mark.count) + FormerValues.entryOverhead
            var files: [FormerFile?] = [nil, nil]
            if case .edit(let edit) = entry.former {
                files = [edit.picture, edit.movie?.file]
                for file in files { size = size.addingReportingOverflow(file?.size ?? 0).partialValue }
            }
            try insert.bind(Int64(key.kind.rawValue), at: 3)
            try insert.bind(key.row, at: 4)
            try insert.bind(Int64(key.field.rawValue), at: 5)
            try insert.bind(key.member, at: 6)
            try insert.bind(entry.object, at: 7)
            try insert.bind(entry.owner == app, at: 8)
            try insert.bind(size, at: 9)
            try insert.bind(former, at: 10)
            try insert.bind(mark, at: 11)
            for (file, column) in zip(files, [12, 14] as [Int32]) {
                try insert.bind(file?.path, at: column)
                if let file {
                    try insert.bind(file.digest, at: column + 1)
                } else {
                    try insert.bindNull(at: column + 1)
                }
            }
            try insert.run()
            total = total.addingReportingOverflow(size).partialValue
        }
        guard total > 0 else { return }
        try FormerValues.add(total, app, connection)
        try FormerValues.bound(app, connection)
    }

    // MARK: Bounds

    private static func add(_ bytes: Int64, _ app: Int64, _ connection: Connection) throws {
        let count = try connection.statement(
            app == person
                ? "UPDATE library SET former_bytes = former_bytes + ?1"
                : "UPDATE app SET former_bytes = former_bytes + ?1 WHERE row = ?2"
        )
        try count.bind(bytes, at: 1)
        if app != person { try count.bind(app, at: 2) }
        try count.run()
    }

    private static func keptBytes(of app: Int64, _ connection: Connection) throws -> Int64 {
        let select = try connection.statement(
            app == person ? "SELECT former_bytes FROM library" : "SELECT former_bytes FROM app WHERE row = ?"
        )
        if app != person { try select.bind(app, at: 1) }
        return try select.step() ? select.integer(0) : 0
    }

    private static func bound(_ app: Int64, _ connection: Connection) throws {
        var excess = try keptBytes(of: app, connection)
        guard excess > maximumBytes else { return }
        excess -= bytesAfterRemoval
        for isOwn in [true, false] where excess > 0 {
            let select = try connection.statement(
                "SELECT sequence, size FROM former_value WHERE app = ? AND is_own = ? ORDER BY sequence"
            )
            try select.bind(app, at: 1)
            try select.bind(isOwn, at: 2)
            var last: Int64?
            while excess > 0, try select.step() {
                last = select.integer(0)
                excess -= max(0, select.integer(1))
            }
            select.reset()
            guard let last else { continue }
            let delete = try connection.statement(
                "DELETE FROM former_value WHERE app = ? AND sequence <= ? AND is_own = ?"
            )
            try delete.bind(app, at: 1)
            try delete.bind(last, at: 2)
            try delete.bind(isOwn, at: 3)
            try delete.run()
        }
        try count(app, connection)
    }

    private static func count(_ app: Int64, _ connection: Connection) throws {
        let update = try connection.statement(
            app == person
                ? "UPDATE library SET former_bytes = (SELECT ifnull(sum(size), 0) FROM former_value WHERE app = ?1)"
                : """
                UPDATE app SET former_bytes = (SELECT ifnull(sum(size), 0) FROM former_value WHERE app = ?1)
                WHERE row = ?1
                """
        )
        try update.bind(app, at: 1)
        try update.run()
    }

    /// Deletes values older than the history, per app at most `limit` entries and the rest of their last transaction.
    /// Returns whether there are more.
    static func prune(before time: Int64, limit: Int64, _ connection: Connection) throws -> Bool {
        let apps = try connection.statement(
            """
            SELECT row FROM app WHERE former_bytes > 0 UNION ALL SELECT ?1 FROM library WHERE former_bytes > 0
            """
        )
        try apps.bind(person, at: 1)
        var rows: [Int64] = []
        while try apps.step() { rows.append(apps.integer(0)) }
        apps.reset()
        var hasMore = false
        for app in rows {
            let (last, more) = try lastToPrune(app, time, limit, connection)
            guard let last else { continue }
            let delete = try connection.statement("DELETE FROM former_value WHERE app = ? AND sequence <= ?")
            try delete.bind(app, at: 1)
            try delete.bind(last, at: 2)
            try delete.run()
            try count(app, connection)
            hasMore = hasMore || more
        }
        return hasMore
    }

    /// Returns the last transaction of an app whose values are to be deleted: also those that the history has lost.
    private static func lastToPrune(
        _ app: Int64,
        _ time: Int64,
        _ limit: Int64,
        _ connection: Connection
    ) throws -> (last: Int64?, hasMore: Bool) {
        let select = try connection.statement(
            """
            SELECT v.sequence, t.time FROM former_value v LEFT JOIN change_transaction t ON t.sequence = v.sequence
            WHERE v.app = ? ORDER BY v.sequence
            """
        )
        try select.bind(app, at: 1)
        var last: Int64?
        var count: Int64 = 0
        while try select.step() {
            // Only from the oldest on: a clock that was set back leaves earlier times after later ones.
            if let made = select.optionalInteger(1), made >= time { return (last, false) }
            count += 1
            if count > limit, select.integer(0) != last { return (last, true) }
            last = select.integer(0)
        }
        return (last, false)
    }
}
