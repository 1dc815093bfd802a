package import LibraryModel
internal import LinuxSystem

/// The identifiers that a fetch found, 16 bytes each, and four bytes for a hint if the server sent hints. Immutable.
///
/// A long list is the server's sealed memory, mapped; a short one is copied.
package final class FetchedIdentifiers: Sendable {
    enum Storage: Sendable {
        case lists([ObjectID], hints: [RowHint])
        /// `count` identifiers, then `count` hints if `hasHints`.
        case memory(MappedMemory, hasHints: Bool)
    }

    package let count: Int
    /// The state of the library that was fetched from; nil when unknown.
    package let state: ChangeToken?
    let storage: Storage
    private let kinds: FetchedKinds
    /// Properties of the first assets, if they came with the identifiers.
    private let firstPage: AssetPage?

    package init(
        _ ids: [ObjectID],
        hints: [RowHint] = [],
        kinds: FetchedKinds,
        state: ChangeToken? = nil,
        firstPage: AssetPage? = nil
    ) {
        count = ids.count
        self.state = state
        storage = .lists(ids, hints: hints)
        self.kinds = kinds
        self.firstPage = firstPage
    }

    /// Returns nil when the memory has another length.
    init?(
        _ memory: MappedMemory,
        count: Int,
        hasHints: Bool,
        kind: ObjectKind,
        state: ChangeToken?,
        firstPage: AssetPage? = nil
    ) {
        let entrySize = ObjectID.byteCount + (hasHints ? FetchedIdentifiers.hintSize : 0)
        guard memory.count / entrySize == count, memory.count % entrySize == 0 else { return nil }
        self.count = count
        self.state = state
        storage = .memory(memory, hasHints: hasHints)
        kinds = .all(kind)
        self.firstPage = firstPage
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

    /// 0 without hints.
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

    /// The properties of a range of assets that came with the identifiers; nil when they did not.
    package func pageOfFetch(_ range: Range<Int>) -> AssetPage? {
        guard var page = firstPage, range.lowerBound == 0, range.upperBound == page.count else { return nil }
        append(range, to: &page.ids)
        return page
    }

    var hasHints: Bool {
        switch storage {
        case .lists(_, let hints): !hints.isEmpty
        case .memory(_, let hasHints): hasHints
        }
    }

    /// The identifiers and hints of a range, for `LoadCall`.
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
