package import LibraryModel

/// What an app did to the library, for the person who looks after it.
package struct AppHistory: Hashable, Sendable {
    /// One block of an app's changes.
    package struct Entry: Hashable, Sendable {
        package var sequence: UInt64
        /// Microseconds since 1970.
        package var time: Int64
        /// How many assets, albums and folders together.
        package var insertedCount = 0
        package var updatedCount = 0
        package var deletedCount = 0
        /// Assets that the app moved to recently deleted here, that are still there, and that nobody has deleted since.
        package var recoverable: [ObjectID] = []
    }

    /// The newest first.
    package var entries: [Entry] = []
    /// There are older ones, which the library still knows, than as many as were asked for.
    package var hasMore = false
}

extension LibraryClient {
    /// What an app changed, as far as the library's history goes back: the newest `limit` blocks of
    /// changes, or all of them.
    /// `since`: only what happened then or later, in microseconds since 1970.
    package func history(ofApp app: String, limit: Int? = nil, since: Int64? = nil) throws -> AppHistory {
        let limit = limit.map { max($0, 0) } ?? Int.max / 2
        var filter = HistoryFilter()
        filter.apps = [app]
        var found: [HistoryTransaction] = []
        var hasMore = false
        _ = try HistoryTransaction.forEach(since: try oldestToken(), matching: filter, self) { transaction in
            guard transaction.app == app, since.map({ transaction.time >= $0 }) ?? true else { return }
            found.append(transaction)
            // Twice as many as wanted are kept, so that each is moved once.
            guard found.count > 2 * limit else { return }
            found.removeFirst(found.count - limit)
            hasMore = true
        }
        if found.count > limit {
            found.removeFirst(found.count - limit)
            hasMore = true
        }
        let recoverable = try recoverableAssets(of: found, app)
        return AppHistory(
            entries: found.reversed().map { AppHistory.Entry($0, recoverable: recoverable[$0.sequence] ?? []) },
            hasMore: hasMore
        )
    }

    /// Undoes deletions of an app: takes out of recently deleted what it was that deleted last, all of it, or what is
    /// among `assets`; or only what it deleted at a time (microseconds since 1970) or later. Returns what was recovered.
    package func recoverDeletions(
        ofApp app: String,
        among assets: Set<ObjectID>? = nil,
        since: Int64? = nil
    ) throws -> [ObjectID] {
        let deletions = try history(ofApp: app, since: since).entries.flatMap(\.recoverable)
        let wanted = assets.map { assets in deletions.filter(assets.contains) } ?? deletions
        if !wanted.isEmpty { _ = try perform(ChangeBlock(operations: [.recoverAssets(wanted)])) }
        return wanted
    }

    /// The token from which on history is complete.
    package func oldestToken() throws(LibraryError) -> ChangeToken {
        var token = try currentToken()
        token.sequence = try statistics().firstSequence
        return token
    }

    /// Of the deletions of an app's transactions those that can be undone, by transaction.
    private func recoverableAssets(
        of transactions: [HistoryTransaction],
        _ app: String
    ) throws -> [UInt64: [ObjectID]] {
        let deleted = Set(transactions.flatMap(\.deletedAssets))
        guard let first = transactions.first, !deleted.isEmpty else { return [:] }
        let candidates = try recentlyDeleted(Array(deleted))
        guard !candidates.isEmpty else { return [:] }
        var token = try currentToken()
        token.sequence = first.sequence - 1
        // Somebody may have recovered and deleted them again.
        var last: [ObjectID: UInt64] = [:]
        for start in stride(from: 0, to: candidates.count, by: HistoryFilter.maximumObjects) {
            let part = candidates[start..<min(start + HistoryFilter.maximumObjects, candidates.count)]
            var filter = HistoryFilter()
            filter.objects = part.map { LocalIdentifier(.asset, $0) }
            _ = try HistoryTransaction.forEach(since: token, matching: filter, self) { transaction in
                // Of a stretch that is lost nobody knows who deleted what in it.
                if transaction.changes == nil { for asset in part { last.removeValue(forKey: asset) } }
                for asset in transaction.deletedAssets {
                    last[asset] = transaction.app == app ? transaction.sequence : nil
                }
            }
        }
        return transactions.reduce(into: [:]) { result, transaction in
            let assets = transaction.deletedAssets.filter { last[$0] == transaction.sequence }
            if !assets.isEmpty { result[transaction.sequence] = assets }
        }
    }

    /// Those of these assets that are in recently deleted.
    private func recentlyDeleted(_ assets: [ObjectID]) throws(LibraryError) -> [ObjectID] {
        let fetched = FetchedIdentifiers(assets, kinds: .all(.asset))
        var found: [ObjectID] = []
        for start in stride(from: 0, to: assets.count, by: AssetPage.maximumRows) {
            let range = start..<min(start + AssetPage.maximumRows, assets.count)
            let page = try self.assets(fetched, range, includesDeleted: true)
            for (position, flags) in page.flags.enumerated()
            where AssetPage.Flags(rawValue: flags).isSuperset(of: [.exists, .recentlyDeleted]) {
                found.append(page.ids[position])
            }
        }
        return found
    }
}

extension HistoryTransaction {
    /// In the order in which history tells them.
    fileprivate var deletedAssets: [ObjectID] {
        (changes ?? []).filter { $0.kind == .deleted && $0.object.kind == .asset }.map(\.object.id)
    }
}

extension AppHistory.Entry {
    fileprivate init(_ transaction: HistoryTransaction, recoverable: [ObjectID]) {
        sequence = transaction.sequence
        time = transaction.time
        for change in transaction.changes ?? [] {
            switch change.kind {
            case .inserted: insertedCount += 1
            case .updated: updatedCount += 1
            case .deleted: deletedCount += 1
            }
        }
        self.recoverable = recoverable
    }
}
