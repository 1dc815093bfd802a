package import LibraryModel

/// Records, or parts of them: what one segment of a log or one part of a snapshot holds.
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
