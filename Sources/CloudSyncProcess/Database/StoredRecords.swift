package import CloudSync
package import LibraryModel

/// `SyncDatabase` as the engine's store. All copies are the same database.
package struct StoredRecords: RecordStore {
    package let database: SyncDatabase

    package init(database: SyncDatabase) { self.database = database }

    package func record(_ id: ObjectID) -> Record? { database.record(id) }

    package mutating func replace(_ id: ObjectID, with record: Record) { database.replace(id, with: record) }

    package func references(to blob: BlobID) -> Int { database.references(to: blob) }

    package func page(after id: ObjectID?, limit: Int) -> [(id: ObjectID, record: Record)] {
        database.page(after: id, limit: limit)
    }

    package var outboxCount: Int { database.outboxCount }

    package func unsent(_ id: ObjectID) -> Record? { database.unsent(id) }

    package mutating func replaceUnsent(_ id: ObjectID, with part: Record?) { database.replaceUnsent(id, with: part) }

    package func unsentPage(after id: ObjectID?, limit: Int) -> [(id: ObjectID, part: Record)] {
        database.unsentPage(after: id, limit: limit).map { ($0.id, $0.record) }
    }

    package func contains(_ blob: BlobID, in list: BlobList) -> Bool { database.contains(blob, in: list) }

    package mutating func insert(_ blob: BlobID, in list: BlobList) { database.insert(blob, in: list) }

    package mutating func remove(_ blob: BlobID, from list: BlobList) { database.remove(blob, from: list) }

    package func blobs(in list: BlobList, after blob: BlobID?, limit: Int) -> [BlobID] {
        database.blobs(in: list, after: blob, limit: limit)
    }
}
