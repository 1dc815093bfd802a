internal import CloudSync
internal import LibraryModel
internal import SQLiteDatabase

/// Notes what the person and apps change, for the sync engine: one row for each object, with its newest position and
/// the fields that changed since the engine last confirmed. So the table grows with the library and not with time, and
/// needs no history. Deletions for good are kept: some 40 bytes each.
enum LocalChanges {
    /// `ChangedFields`, and above them what only the engine is told of.
    struct Fields: OptionSet, Hashable {
        var rawValue: Int64

        static let trashed = Fields(rawValue: 1 << 32)
        static let everything = Fields(rawValue: (1 << 33) - 1)
        static let purged = Fields(rawValue: 1 << 33)

        init(rawValue: Int64) { self.rawValue = rawValue }

        init(_ fields: ChangedFields) { self.init(rawValue: Int64(fields.rawValue)) }

        func contains(_ fields: ChangedFields) -> Bool { !isDisjoint(with: Fields(fields)) }
    }

    /// What follows from other changes and from files.
    private static let derived: ChangedFields = [.summary, .burst]

    /// Notes the changes of a block. `moved`: albums and folders with another place in the same folder.
    static func note(
        _ entries: [ChangeRecorder.Entry],
        moved: Set<Int64>,
        time: Int64,
        newIdentifier: () -> ObjectID,
        _ connection: Connection
    ) throws {
        guard var position = try SyncPosition(connection) else { return }
        let records = CloudRecords(connection: connection)
        var places = moved
        func note(_ row: Int64, _ kind: ObjectKind, _ fields: Fields, isEdited: Bool = false) throws {
            let record = try records.record(of: row, kind, newIdentifier)
            position.position += 1
            try enter(record, kind, row, fields, time, position, connection)
            if isEdited { try ArrivingAssets(connection: connection).forget(record, FieldNumber.edit.rawValue) }
            if kind != .asset, fields.contains(.parent) { try forgetArrivingParent(of: row, connection) }
        }
        for entry in entries where entry.scope == nil {
            var fields: Fields
            switch entry.change {
            case .inserted: fields = .everything
            case .updated: fields = Fields(entry.fields.subtracting(derived))
            // Of albums and folders their erasure is noted.
            case .deleted: fields = entry.object.kind == .asset ? .trashed : []
            case nil: continue
            }
            if entry.object.kind != .asset, entry.change != .deleted, places.remove(entry.object.row) != nil {
                fields.insert(Fields(.parent))
            }
            // No asset gets files while an edit is to come: a new content is an edit, or the end of one. One that is
            // recovered, inserted to its observers, gets its edit nevertheless.
            let isEdited = entry.object.kind == .asset && entry.change == .updated && fields.contains(.content)
            if !fields.isEmpty { try note(entry.object.row, entry.object.kind, fields, isEdited: isEdited) }
        }
        for row in places.sorted() {
            guard let collection = try CollectionRecord(row, connection) else { continue }
            try note(row, collection.kind, Fields(.parent))
        }
        try position.write(connection)
    }

    /// Notes that an object is about to be erased. One that never had a record was never on another device.
    static func notePurge(of row: Int64, _ kind: ObjectKind, time: Int64, _ connection: Connection) throws {
        guard var position = try SyncPosition(connection),
            let record = try CloudRecords(connection: connection).record(of: row, kind)
        else { return }
        position.position += 1
        try enter(record, kind, row, .purged, time, position, connection)
        try position.write(connection)
    }

    /// Whether the object with a record was deleted for good. Then nothing has that record again.
    static func isPurged(_ record: [UInt8], _ connection: Connection) throws -> Bool {
        let select = try connection.statement("SELECT fields FROM local_change WHERE record = ?")
        try select.bind(record, at: 1)
        return try select.step() && Fields(rawValue: select.integer(0)).contains(.purged)
    }

    static func enter(
        _ record: ObjectID,
        _ kind: ObjectKind,
        _ row: Int64,
        _ fields: Fields,
        _ time: Int64,
        _ position: SyncPosition,
        _ connection: Connection
    ) throws {
        let enter = try connection.statement(
            """
            INSERT INTO local_change (record, kind, object, position, time, fields) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
            ON CONFLICT (record) DO UPDATE SET position = ?4, time = ?5, object = ?3,
                fields = CASE WHEN position <= ?7 THEN ?6 ELSE fields | ?6 END
            """
        )
        try enter.bind(record, at: 1)
        try enter.bind(Int64(kind.rawValue), at: 2)
        try enter.bind(row, at: 3)
        try enter.bind(position.position, at: 4)
        try enter.bind(time, at: 5)
        try enter.bind(fields.rawValue, at: 6)
        try enter.bind(position.confirmed, at: 7)
        try enter.run()
    }

    /// The folder that was to come takes the place of no other one that the person chose.
    private static func forgetArrivingParent(of row: Int64, _ connection: Connection) throws {
        let forget = try connection.statement("DELETE FROM arriving_parent WHERE member = ?")
        try forget.bind(row, at: 1)
        try forget.run()
    }
}
