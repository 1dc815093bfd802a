internal import LibraryModel
internal import SQLiteDatabase

/// The records of all objects, visible or not: the cloud identifiers by which machines know the same object.
struct CloudRecords {
    let connection: Connection

    func record(of row: Int64, _ kind: ObjectKind) throws -> ObjectID? {
        let select = try connection.statement("SELECT record FROM cloud_identifier WHERE kind = ? AND object = ?")
        try select.bind(Int64(kind.rawValue), at: 1)
        try select.bind(row, at: 2)
        return try select.step() ? try select.identifier(0) : nil
    }

    /// Gives the object a record when it has none.
    func record(of row: Int64, _ kind: ObjectKind, _ newIdentifier: () -> ObjectID) throws -> ObjectID {
        if let record = try record(of: row, kind) { return record }
        let record = newIdentifier()
        try insert(record, of: row, kind)
        return record
    }

    func row(of record: ObjectID, _ kind: ObjectKind) throws -> Int64? {
        let select = try connection.statement("SELECT object FROM cloud_identifier WHERE record = ? AND kind = ?")
        try select.bind(record, at: 1)
        try select.bind(Int64(kind.rawValue), at: 2)
        return try select.step() ? select.integer(0) : nil
    }

    /// An object that arrives is known by the record that it arrives with.
    func insert(_ record: ObjectID, of row: Int64, _ kind: ObjectKind) throws {
        let insert = try connection.statement("INSERT INTO cloud_identifier (kind, object, record) VALUES (?, ?, ?)")
        try insert.bind(Int64(kind.rawValue), at: 1)
        try insert.bind(row, at: 2)
        try insert.bind(record, at: 3)
        try insert.run()
    }

    /// Another device has deleted the object for good: its erasure here is no change of this library's.
    func forget(_ record: ObjectID) throws {
        for sql in ["DELETE FROM cloud_identifier WHERE record = ?", "DELETE FROM local_change WHERE record = ?"]
            as [StaticString]
        {
            let delete = try connection.statement(sql)
            try delete.bind(record, at: 1)
            try delete.run()
        }
    }
}
