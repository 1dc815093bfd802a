/// Restricts the changes of a history request: all properties that are not nil must match.
package struct HistoryFilter: Hashable, Sendable {
    /// Only changes of objects of these kinds.
    package var kinds: [ObjectKind]?
    /// Only updates of any of these fields. Insertions and deletions always match, so that a client with a copy of some
    /// fields knows which objects exist.
    package var fields: ChangedFields?
    /// Only changes of these objects, at most `maximumObjects`.
    package var objects: [LocalIdentifier]?
    /// Only transactions by these, or by one of `apps`.
    package var authors: [ChangeAuthor]?
    /// Only transactions by these apps, or by one of `authors`, at most `maximumApps`. For the person's own tools.
    package var apps: [String] = []

    package init() {}

    /// The filter is decoded for every page: 170 kB of identifiers.
    package static let maximumObjects = 10_000
    package static let maximumApps = 64

    /// Throws `limitExceeded` for too many entries.
    package func check() throws(LibraryError) {
        guard objects?.count ?? 0 <= HistoryFilter.maximumObjects else {
            throw LibraryError(
                .limitExceeded,
                "history is asked for at most \(HistoryFilter.maximumObjects) objects",
                details: ["maximum": String(HistoryFilter.maximumObjects)]
            )
        }
        guard apps.count <= HistoryFilter.maximumApps else {
            throw LibraryError(
                .limitExceeded,
                "history is asked for at most \(HistoryFilter.maximumApps) apps",
                details: ["maximum": String(HistoryFilter.maximumApps)]
            )
        }
    }
}
