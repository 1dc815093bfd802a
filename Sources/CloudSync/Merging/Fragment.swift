package import LibraryModel

/// Records, or parts of them: the content of a segment of a log or a part of a snapshot.
package struct Fragment: Hashable, Sendable {
    package var records: [ObjectID: Record] = [:]

    package init() {}

    package var isEmpty: Bool { records.isEmpty }

    package mutating func merge(_ id: ObjectID, _ record: Record) {
        if records[id] == nil { records[id] = Record(record.kind) }
        records[id]?.merge(record)
    }

    package mutating func merge(_ other: Fragment) {
        for (id, record) in other.records { merge(id, record) }
    }

    package var latestTicks: UInt64 { records.values.lazy.map(\.latestTicks).max() ?? 0 }
}
