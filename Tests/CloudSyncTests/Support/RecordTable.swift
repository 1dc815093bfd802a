import CloudSync
import LibraryModel

/// Records in memory.
struct RecordTable: RecordStore, Equatable, Sendable {
    private(set) var records: [ObjectID: Record] = [:]
    private var referenceCounts: [BlobID: Int] = [:]
    private var outbox: [ObjectID: Record] = [:]
    private var lists: [BlobList: Set<BlobID>] = [:]

    func record(_ id: ObjectID) -> Record? { records[id] }

    mutating func replace(_ id: ObjectID, with record: Record) {
        for blob in records[id]?.blobs ?? [] { referenceCounts[blob, default: 0] -= 1 }
        for blob in record.blobs { referenceCounts[blob, default: 0] += 1 }
        records[id] = record
    }

    func references(to blob: BlobID) -> Int { referenceCounts[blob] ?? 0 }

    func page(after id: ObjectID?, limit: Int) -> [(id: ObjectID, record: Record)] {
        records.filter { entry in id.map { $0 < entry.key } ?? true }.sorted { $0.key < $1.key }.prefix(limit)
            .map { ($0.key, $0.value) }
    }

    var outboxCount: Int { outbox.count }

    func unsent(_ id: ObjectID) -> Record? { outbox[id] }

    mutating func replaceUnsent(_ id: ObjectID, with part: Record?) { outbox[id] = part }

    func unsentPage(after id: ObjectID?, limit: Int) -> [(id: ObjectID, part: Record)] {
        outbox.filter { entry in id.map { $0 < entry.key } ?? true }.sorted { $0.key < $1.key }.prefix(limit)
            .map { ($0.key, $0.value) }
    }

    func contains(_ blob: BlobID, in list: BlobList) -> Bool { lists[list]?.contains(blob) ?? false }

    mutating func insert(_ blob: BlobID, in list: BlobList) { lists[list, default: []].insert(blob) }

    mutating func remove(_ blob: BlobID, from list: BlobList) { lists[list]?.remove(blob) }

    func blobs(in list: BlobList, after blob: BlobID?, limit: Int) -> [BlobID] {
        Array((lists[list] ?? []).filter { entry in blob.map { $0 < entry } ?? true }.sorted().prefix(limit))
    }
}
