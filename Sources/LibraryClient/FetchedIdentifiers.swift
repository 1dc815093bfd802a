package import LibraryModel

/// The fixed list of identifiers that a fetch found: 16 bytes an object, and four for a hint where the server gave any.
///
/// Immutable, so it may be read from any thread.
package final class FetchedIdentifiers: Sendable {
    private let ids: [ObjectID]
    private let hints: [RowHint]
    private let kinds: FetchedKinds

    package init(_ ids: [ObjectID], hints: [RowHint] = [], kinds: FetchedKinds) {
        self.ids = ids
        self.hints = hints
        self.kinds = kinds
    }

    package var count: Int { ids.count }

    package subscript(position: Int) -> ObjectID { ids[position] }

    /// 0 when the server gave none.
    package func hint(at position: Int) -> RowHint { hints.isEmpty ? 0 : hints[position] }

    package func kind(at position: Int) -> ObjectKind {
        switch kinds {
        case .all(let kind): kind
        case .each(let kinds): kinds[position]
        }
    }
}
