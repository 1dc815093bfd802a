internal import LibraryClient
internal import LibraryModel
internal import TerminalText

// What was changed in the library, by whomever.
extension PageRoutes {
    /// A page of the latest changes, the newest first.
    func latestChanges(_ request: HTTPRequest) throws -> HTTPResponse {
        let changes = try LatestChanges(before: try number(request.query["before"]), client)
        let undoable = changes.undoable
        let examples = changes.entries.map { $0.examples.isEmpty ? undoable.members(of: $0) : $0.examples }
        let items = try shownItems(examples.flatMap(\.self))
        let titles = try titles(of: Array(Set(changes.entries.flatMap(\.collections))))
        let entries = zip(changes.entries, examples).map { entry, examples in
            LatestChangesJSON.Entry(
                entry,
                titles: entry.collections.compactMap { titles[$0]?.sanitized },
                examples: examples.map { OrNull(items[$0]) },
                canUndo: undoable.canUndo(entry),
                isUndone: undoable.isUndone(entry),
                programs
            )
        }
        return try HTTPResponse(json: LatestChangesJSON(entries: entries, hasMore: changes.hasMore))
    }

    /// Photos that may be shown without a question: also those in Recently Deleted, not those that are hidden.
    private func shownItems(_ ids: [ObjectID]) throws -> [ObjectID: ItemJSON] {
        guard !ids.isEmpty else { return [:] }
        let named = FetchedIdentifiers(ids, kinds: .all(.asset))
        let page = try client.assets(named, 0..<named.count, includesDeleted: true)
        var items: [ObjectID: ItemJSON] = [:]
        for row in 0..<page.count where !AssetPage.Flags(rawValue: page.flags[row]).contains(.hidden) {
            items[page.ids[row]] = ItemJSON(page, row)
        }
        return items
    }
}
