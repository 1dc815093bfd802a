package import CloudSync
package import LibraryModel

/// Records in memory.
package struct RecordTable: RecordStore, Equatable, Sendable {
    package private(set) var records: [ObjectID: Record] = [:]
    private var referenceCounts: [BlobID: Int] = [:]
    private var outbox: [ObjectID: Record] = [:]
    private var lists: [BlobList: Set<BlobID>] = [:]

    package init() {}

    package func record(_ id: ObjectID) -> Record? { records[id] }

    package mutating func replace(_ id: ObjectID, with record: Record) {
        for blob in records[id]?.blobs ?? [] { referenceCounts[blob, default: 0] -= 1 }
        for blob in record.blobs { referenceCounts[blob, default: 0] += 1 }
        records[id] = record
    }

    package func references(to blob: BlobID) -> Int { referenceCounts[blob] ?? 0 }

    package func page(after id: ObjectID?, limit: Int) -> [(id: ObjectID, record: Record)] {
        records.filter { entry in id.map { $0 < entry.key } ?? true }.sorted { $0.key < $1.key }.prefix(limit)
            .map { ($0.key, $0.value) }
    }

    package var outboxCount: Int { outbox.count }

    package func unsent(_ id: ObjectID) -> Record? { outbox[id] }

    package mutating func replaceUnsent(_ id: ObjectID, with part: Record?) { outbox[id] = part }

    package func unsentPage(after id: ObjectID?, limit: Int) -> [(id: ObjectID, part: Record)] {
        outbox.filter { entry in id.map { $0 < entry.key } ?? true }.sorted { $0.key < $1.key }.prefix(limit)
            .map { ($0.key, $0.value) }
    }

    package func contains(_ blob: BlobID, in list: BlobList) -> Bool { lists[list]?.contains(blob) ?? false }

    package mutating func insert(_ blob: BlobID, in list: BlobList) { lists[list, default: []].insert(blob) }

    package mutating func remove(_ blob: BlobID, from list: BlobList) { lists[list]?.remove(blob) }

    package func blobs(in list: BlobList, after blob: BlobID?, limit: Int) -> [BlobID] {
        Array((lists[list] ?? []).filter { entry in blob.map { $0 < entry } ?? true }.sorted().prefix(limit))
    }
}
