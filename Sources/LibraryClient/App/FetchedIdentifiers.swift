package import LibraryModel
internal import LinuxSystem

/// The fixed list of identifiers that a fetch found: 16 bytes an object, and four for a hint where the server gave any.
///
/// A long list is memory that the server handed over, mapped; a short one is copied. Immutable, so it may be read from
/// any thread.
package final class FetchedIdentifiers: Sendable {
    enum Storage: Sendable {
        case lists([ObjectID], hints: [RowHint])
        /// `count` identifiers, then `count` hints if there are any.
        case memory(MappedMemory, hasHints: Bool)
    }

    package let count: Int
    /// The state of the library that the list is of; nil where it is not known.
    package let state: ChangeToken?
    let storage: Storage
    private let kinds: FetchedKinds

    package init(_ ids: [ObjectID], hints: [RowHint] = [], kinds: FetchedKinds, state: ChangeToken? = nil) {
        count = ids.count
        self.state = state
        storage = .lists(ids, hints: hints)
        self.kinds = kinds
    }

    /// Nil when the memory is not as long as it must be.
    init?(_ memory: MappedMemory, count: Int, hasHints: Bool, kind: ObjectKind, state: ChangeToken?) {
        let entrySize = ObjectID.byteCount + (hasHints ? FetchedIdentifiers.hintSize : 0)
        guard memory.count / entrySize == count, memory.count % entrySize == 0 else { return nil }
        self.count = count
        self.state = state
        storage = .memory(memory, hasHints: hasHints)
        kinds = .all(kind)
    }

    private static let hintSize = MemoryLayout<RowHint>.size

    package subscript(position: Int) -> ObjectID {
        switch storage {
        case .lists(let ids, _): return ids[position]
        case .memory(let memory, _):
            let offset = position * ObjectID.byteCount
            guard position >= 0, position < count, let high = memory.loadUInt64BigEndian(at: offset),
                let low = memory.loadUInt64BigEndian(at: offset + 8)
            else { preconditionFailure("position \(position) is outside of a fetch result of \(count)") }
            return ObjectID(high: high, low: low)
        }
    }

    /// 0 when the server gave none.
    package func hint(at position: Int) -> RowHint {
        switch storage {
        case .lists(_, let hints): return hints.isEmpty ? 0 : hints[position]
        case .memory(let memory, let hasHints):
            guard hasHints else { return 0 }
            let offset = count * ObjectID.byteCount + position * FetchedIdentifiers.hintSize
            return memory.loadUInt32LittleEndian(at: offset) ?? 0
        }
    }

    package func kind(at position: Int) -> ObjectKind {
        switch kinds {
        case .all(let kind): kind
        case .each(let kinds): kinds[position]
        }
    }

    var hasHints: Bool {
        switch storage {
        case .lists(_, let hints): !hints.isEmpty
        case .memory(_, let hasHints): hasHints
        }
    }

    /// What `load` takes for a stretch of the list.
    func entries(_ range: Range<Int>) -> (ids: [ObjectID], hints: [RowHint]) {
        var ids: [ObjectID] = []
        ids.reserveCapacity(range.count)
        append(range, to: &ids)
        guard hasHints else { return (ids, []) }
        var hints: [RowHint] = []
        hints.reserveCapacity(range.count)
        appendHints(range, to: &hints)
        return (ids, hints)
    }
}
