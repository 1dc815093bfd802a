package import LibraryModel

/// The result of a fetch in the form in which it is sent: 20 bytes per object, without a Swift value for each.
package struct FetchedRows: Sendable {
    /// 16 bytes per object, most significant first.
    package internal(set) var idBytes: [UInt8] = []
    /// A `RowHint` of four bytes per object, least significant first; empty for visibilities without hints.
    package internal(set) var hintBytes: [UInt8] = []
    package internal(set) var kinds: FetchedKinds
    /// The token of the fetched state; nil without permission to read.
    package internal(set) var state: ChangeToken?

    init(kinds: FetchedKinds) {
        self.kinds = kinds
    }

    package var count: Int { idBytes.count / ObjectID.byteCount }

    /// The identifiers as values.
    package var ids: [ObjectID] {
        (0..<count).map { position in
            func word(_ start: Int) -> UInt64 {
                var word: UInt64 = 0
                for offset in start..<start + 8 { word = word << 8 | UInt64(idBytes[offset]) }
                return word
            }
            let start = position * ObjectID.byteCount
            return ObjectID(high: word(start), low: word(start + 8))
        }
    }

    /// The hints as values.
    package var hints: [RowHint] {
        (0..<hintBytes.count / 4).map { position in
            var hint: RowHint = 0
            for offset in 0..<4 { hint |= RowHint(hintBytes[position * 4 + offset]) << RowHint(offset * 8) }
            return hint
        }
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

    mutating func setHints(_ rows: [UInt32]) {
        hintBytes = [UInt8](repeating: 0, count: rows.count * 4)
        var span = hintBytes.mutableSpan
        var bytes = unsafe span.mutableBytes
        for (position, row) in rows.enumerated() {
            bytes.storeBytes(of: row.littleEndian, toByteOffset: position * 4, as: UInt32.self)
        }
    }

    mutating func appendHint(_ row: Int64) {
        // Rows beyond four bytes have no hint and are found by identifier.
        let hint = RowHint(exactly: row) ?? 0
        unsafe withUnsafeBytes(of: hint.littleEndian) { unsafe hintBytes.append(contentsOf: $0) }
    }
}
