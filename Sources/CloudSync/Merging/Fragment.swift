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
        if records.isEmpty {
            self = other
            return
        }
        for (id, record) in other.records { merge(id, record) }
    }

    /// Removes and returns the first records, by identifier: at least one, and no more than the limits allow together.
    mutating func removeFirst(changes: Int, bytes: Int) -> Fragment {
        if records.count <= changes, records.values.reduce(0, { $0 + $1.approximateSize }) <= bytes {
            defer { records = [:] }
            return self
        }
        var first = Fragment()
        var size = 0
        for id in records.keys.sorted() {
            guard let record = records[id] else { continue }
            size += record.approximateSize
            if !first.isEmpty, first.records.count == changes || size > bytes { break }
            first.records[id] = record
        }
        for id in first.records.keys { records[id] = nil }
        return first
    }

    package var latestTicks: UInt64 { records.values.lazy.map(\.latestTicks).max() ?? 0 }
}
