/// Which changes history is asked for; what is nil restricts nothing, and all that is not nil must hold.
package struct HistoryFilter: Hashable, Sendable {
    /// Only changes of objects of these kinds.
    package var kinds: [ObjectKind]?
    /// Only updates that touched any of these fields. What is inserted or deleted is told whatever the fields are: who
    /// keeps a copy of some fields has to know which objects there are.
    package var fields: ChangedFields?
    /// Only changes of these objects, at most `maximumObjects`.
    package var objects: [LocalIdentifier]?
    /// Only transactions that these made, or one of `apps`.
    package var authors: [ChangeAuthor]?
    /// Only transactions that these apps made, or one of `authors`, at most `maximumApps`. For the person's own tools.
    package var apps: [String] = []

    package init() {}

    /// A filter is read again for every page: 170 kB of identifiers.
    package static let maximumObjects = 10_000
    package static let maximumApps = 64

    /// Throws `limitExceeded` for what is too long.
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
