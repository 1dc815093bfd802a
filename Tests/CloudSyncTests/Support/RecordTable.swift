import CloudSync
import LibraryModel

/// Records in memory.
struct RecordTable: RecordStore, Equatable {
    private(set) var records: [ObjectID: Record] = [:]
    private var referenceCounts: [BlobID: Int] = [:]

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
}
