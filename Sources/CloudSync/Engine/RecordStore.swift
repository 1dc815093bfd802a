package import LibraryModel

/// The storage of merged records: a database in the program, a dictionary in tests. Saved together with `SyncState`.
package protocol RecordStore: Sendable {
    func record(_ id: ObjectID) -> Record?
    mutating func replace(_ id: ObjectID, with record: Record)
    /// The records that need a blob.
    func references(to blob: BlobID) -> Int
    /// The records after one, by identifier.
    func page(after id: ObjectID?, limit: Int) -> [(id: ObjectID, record: Record)]
}
