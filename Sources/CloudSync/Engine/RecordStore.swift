package import LibraryModel

/// Where the merged records are: a database in the program, a dictionary in tests. It is saved together with
/// `SyncState`.
package protocol RecordStore: Sendable {
    func record(_ id: ObjectID) -> Record?
    mutating func replace(_ id: ObjectID, with record: Record)
    /// Records that need a blob.
    func references(to blob: BlobID) -> Int
    /// Records after one, by identifier.
    func page(after id: ObjectID?, limit: Int) -> [(id: ObjectID, record: Record)]
}
