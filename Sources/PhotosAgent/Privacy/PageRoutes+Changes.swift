internal import CivilDates
internal import LibraryClient
internal import LibraryModel

// What an app did to the library.
extension PageRoutes {
    /// The most transactions that are told.
    static let maximumChanges = 50

    private struct ChangeJSON: Encodable {
        var date: String
        var inserted = 0
        var updated = 0
        var deleted = 0
        /// What it deleted and the person can have back.
        var recoverable: [String] = []
    }

    private struct ChangesJSON: Encodable {
        var changes: [ChangeJSON]
        /// Older ones are not told.
        var hasMore: Bool
    }

    /// What one app did to photos, the newest first.
    func changes(_ request: HTTPRequest) throws -> HTTPResponse {
        guard let app = request.query["app"] else { throw RequestFailure(400, "which app?") }
        var filter = HistoryFilter()
        filter.apps = [app]
        filter.kinds = [.asset]
        var token = try client.currentToken()
        token.sequence = try client.statistics().firstSequence
        var found: [(change: ChangeJSON, deleted: [ObjectID])] = []
        var hasMore = false
        var page: HistoryPage
        repeat {
            page = try client.history(since: token, matching: filter)
            token.sequence = page.upTo
            found += transactions(of: page)
            if found.count > PageRoutes.maximumChanges {
                found.removeFirst(found.count - PageRoutes.maximumChanges)
                hasMore = true
            }
        } while page.hasMore
        let recoverable = try recoverable(among: found.flatMap(\.deleted))
        let changes = found.reversed().map { entry in
            var change = entry.change
            change.recoverable = entry.deleted.filter { recoverable.contains($0) }.map(\.uuidText)
            return change
        }
        return try HTTPResponse(json: ChangesJSON(changes: Array(changes), hasMore: hasMore))
    }

    private func transactions(of page: HistoryPage) -> [(change: ChangeJSON, deleted: [ObjectID])] {
        var found: [(change: ChangeJSON, deleted: [ObjectID])] = []
        var position = 0
        for transaction in page.sequences.indices {
            var change = ChangeJSON(date: DateText.universal(page.times[transaction]))
            var deleted: [ObjectID] = []
            let end = position + Int(page.changeCounts[transaction])
            for row in position..<end {
                switch ChangeKind(rawValue: page.changeKinds[row]) {
                case .inserted: change.inserted += 1
                case .updated: change.updated += 1
                case .deleted:
                    change.deleted += 1
                    deleted.append(page.objects[row])
                case nil: break
                }
            }
            position = end
            found.append((change, deleted))
        }
        return found
    }

    /// Which of these are in recently deleted.
    private func recoverable(among deleted: [ObjectID]) throws -> Set<ObjectID> {
        var recoverable: Set<ObjectID> = []
        var rest = deleted[...]
        while !rest.isEmpty {
            let ids = FetchedIdentifiers(Array(rest.prefix(AssetPage.maximumRows)), kinds: .all(.asset))
            rest = rest.dropFirst(AssetPage.maximumRows)
            let visible = try client.assets(ids, 0..<ids.count)
            let all = try client.assets(ids, 0..<ids.count, includesDeleted: true)
            for row in 0..<all.count where AssetPage.Flags(rawValue: all.flags[row]).contains(.exists) {
                let isVisible = AssetPage.Flags(rawValue: visible.flags[row]).contains(.exists)
                if !isVisible { recoverable.insert(all.ids[row]) }
            }
        }
        return recoverable
    }
}
