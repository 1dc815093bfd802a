package import LibraryModel

/// What a fetch found, in the form in which it is handed over: 20 bytes an object and no object of ours per object.
package struct FetchedRows: Sendable {
    /// 16 bytes an object, most significant first.
    package internal(set) var idBytes: [UInt8] = []
    /// Four bytes an object, a `RowHint` each, least significant first; empty for views that hand out none.
    package internal(set) var hintBytes: [UInt8] = []
    package internal(set) var kinds: FetchedKinds
    /// The state of the library that was fetched from; nil where nothing may be read.
    package internal(set) var state: ChangeToken?

    init(kinds: FetchedKinds) {
        self.kinds = kinds
    }

    package var count: Int { idBytes.count / ObjectID.byteCount }

    /// The identifiers as values.
    package var ids: [ObjectID] {
        stride(from: 0, to: idBytes.count, by: ObjectID.byteCount).compactMap {
            ObjectID(bytes: idBytes[$0..<$0 + ObjectID.byteCount])
        }
    }

    /// The hints as values.
    package var hints: [RowHint] {
        stride(from: 0, to: hintBytes.count, by: 4).map { start in
            hintBytes[start..<start + 4].reversed().reduce(0) { $0 << 8 | RowHint($1) }
        }
    }

    mutating func appendHint(_ row: Int64) {
        // Rows beyond four bytes are found by identifier.
        let hint = RowHint(exactly: row) ?? 0
        hintBytes.append(UInt8(truncatingIfNeeded: hint))
        hintBytes.append(UInt8(truncatingIfNeeded: hint >> 8))
        hintBytes.append(UInt8(truncatingIfNeeded: hint >> 16))
        hintBytes.append(UInt8(truncatingIfNeeded: hint >> 24))
    }
}
