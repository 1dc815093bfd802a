internal import AssetColumns
package import LibraryModel

/// The result of a fetch in the form in which it is sent: 20 bytes per object, without a Swift value for each. What the
/// columns have found are four bytes per object, until it is written.
package struct FetchedRows: Sendable {
    /// What SQL has found: 16 bytes per object, most significant first.
    var idBytes: [UInt8] = []
    /// What SQL has found: a `RowHint` of four bytes per object, least significant first; empty without hints.
    var hintBytes: [UInt8] = []
    /// What the columns have found instead.
    private var found: (table: AssetTable, rows: [UInt32], givesHints: Bool)?
    package internal(set) var kinds: FetchedKinds
    /// The token of the fetched state; nil without permission to read.
    package internal(set) var state: ChangeToken?
    /// Properties of the first assets, if they were asked for.
    package internal(set) var firstPage: AssetPage?

    init(kinds: FetchedKinds) {
        self.kinds = kinds
    }

    /// The rows of a table, in order.
    init(_ rows: [UInt32], of table: AssetTable, givesHints: Bool) {
        kinds = .all(.asset)
        found = (table, rows, givesHints)
    }

    package var count: Int { found?.rows.count ?? idBytes.count / ObjectID.byteCount }

    package var hasHints: Bool { found?.givesHints ?? !hintBytes.isEmpty }

    /// Identifiers of the columns that are written at once: 64 KiB, which the allocator keeps for the next.
    private static let writtenAtOnce = 4_096

    /// Writes all identifiers, then all hints.
    package func write<Failure>(_ write: ([UInt8]) throws(Failure) -> Void) throws(Failure) {
        guard let found else {
            try write(idBytes)
            return try write(hintBytes)
        }
        for start in stride(from: 0, to: count, by: FetchedRows.writtenAtOnce) {
            try write(idBytes(start..<min(start + FetchedRows.writtenAtOnce, count)))
        }
        guard found.givesHints else { return }
        for start in stride(from: 0, to: count, by: 4 * FetchedRows.writtenAtOnce) {
            try write(hintBytes(start..<min(start + 4 * FetchedRows.writtenAtOnce, count)))
        }
    }

    private func idBytes(_ positions: Range<Int>) -> [UInt8] {
        guard let found else {
            return Array(idBytes[positions.lowerBound * ObjectID.byteCount..<positions.upperBound * ObjectID.byteCount])
        }
        return found.table.identifierBytes(of: found.rows[positions])
    }

    private func hintBytes(_ positions: Range<Int>) -> [UInt8] {
        guard hasHints else { return [] }
        guard let found else { return Array(hintBytes[positions.lowerBound * 4..<positions.upperBound * 4]) }
        return FetchedRows.bytes(ofHints: found.rows[positions])
    }

    /// The identifiers as values.
    package var ids: [ObjectID] { first(count).ids }

    /// The hints as values.
    package var hints: [RowHint] { first(count).hints }

    /// The first identifiers and their hints, if there are any.
    package func first(_ maximum: Int) -> (ids: [ObjectID], hints: [RowHint]) {
        let number = min(count, maximum)
        let (idBytes, hintBytes) = (idBytes(0..<number), hintBytes(0..<number))
        let ids = (0..<number).map { position in
            func word(_ start: Int) -> UInt64 {
                var word: UInt64 = 0
                for offset in start..<start + 8 { word = word << 8 | UInt64(idBytes[offset]) }
                return word
            }
            let start = position * ObjectID.byteCount
            return ObjectID(high: word(start), low: word(start + 8))
        }
        let hints = (0..<hintBytes.count / 4).map { position in
            var hint: RowHint = 0
            for offset in 0..<4 { hint |= RowHint(hintBytes[position * 4 + offset]) << RowHint(offset * 8) }
            return hint
        }
        return (ids, hints)
    }

    mutating func setIdentifiers(_ ids: [ObjectID]) {
        idBytes = [UInt8](repeating: 0, count: ids.count * ObjectID.byteCount)
        var span = idBytes.mutableSpan
        var bytes = unsafe span.mutableBytes
        for (position, id) in ids.enumerated() {
            let offset = position * ObjectID.byteCount
            bytes.storeBytes(of: id.high.bigEndian, toByteOffset: offset, as: UInt64.self)
            bytes.storeBytes(of: id.low.bigEndian, toByteOffset: offset + 8, as: UInt64.self)
        }
    }

    mutating func setHints(_ rows: [UInt32]) { hintBytes = FetchedRows.bytes(ofHints: rows[...]) }

    private static func bytes(ofHints rows: ArraySlice<UInt32>) -> [UInt8] {
        var result = [UInt8](repeating: 0, count: rows.count * 4)
        var span = result.mutableSpan
        var bytes = unsafe span.mutableBytes
        var offset = 0
        for row in rows {
            bytes.storeBytes(of: row.littleEndian, toByteOffset: offset, as: UInt32.self)
            offset += 4
        }
        return result
    }

    mutating func appendHint(_ row: Int64) {
        // Rows beyond four bytes have no hint and are found by identifier.
        let hint = RowHint(exactly: row) ?? 0
        unsafe withUnsafeBytes(of: hint.littleEndian) { unsafe hintBytes.append(contentsOf: $0) }
    }
}
