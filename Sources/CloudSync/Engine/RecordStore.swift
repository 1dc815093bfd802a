package import LibraryModel

/// The storage of what grows with the library: a database in the program, dictionaries in tests. Saved together with
/// `SyncState`.
///
/// No function throws. After a failure a store returns anything, and tells the engine's owner, which then performs
/// nothing of what the engine requests.
package protocol RecordStore {
    // MARK: Merged records

    func record(_ id: ObjectID) -> Record?
    mutating func replace(_ id: ObjectID, with record: Record)
    /// The records that need a blob.
    func references(to blob: BlobID) -> Int
    /// The records after one, by identifier.
    func page(after id: ObjectID?, limit: Int) -> [(id: ObjectID, record: Record)]

    // MARK: The outbox

    /// What was changed here and is in no segment.
    var outboxCount: Int { get }
    func unsent(_ id: ObjectID) -> Record?
    /// Nil removes it.
    mutating func replaceUnsent(_ id: ObjectID, with part: Record?)
    /// Parts of records after one, by identifier.
    func unsentPage(after id: ObjectID?, limit: Int) -> [(id: ObjectID, part: Record)]

    // MARK: Files

    func contains(_ blob: BlobID, in list: BlobList) -> Bool
    mutating func insert(_ blob: BlobID, in list: BlobList)
    mutating func remove(_ blob: BlobID, from list: BlobList)
    /// Blobs after one, in their order.
    func blobs(in list: BlobList, after blob: BlobID?, limit: Int) -> [BlobID]
}

/// Files of which a device keeps that something is to be done with them.
package enum BlobList: UInt8, Sendable, CaseIterable {
    /// The library does not have them yet.
    case wanted = 1
    /// The outbox needs them, and nobody uploaded them.
    case toUpload = 2
    /// They lost their last reference.
    case candidates = 3
}

extension RecordStore {
    mutating func mergeUnsent(_ id: ObjectID, _ part: Record) {
        var merged = unsent(id) ?? Record(part.kind)
        merged.merge(part)
        replaceUnsent(id, with: merged)
    }
}
