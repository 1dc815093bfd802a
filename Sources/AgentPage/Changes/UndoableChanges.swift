internal import LibraryClient
internal import LibraryModel

/// What is kept of transactions, so that they can be undone.
struct UndoableChanges {
    private var kept: [UInt64: AppTransaction]

    init(_ transactions: [AppTransaction] = []) {
        kept = Dictionary(transactions.map { ($0.sequence, $0) }) { first, _ in first }
    }

    /// Looks the transactions of entries up, the newest first. Those of other devices are undone there.
    mutating func add(_ entries: [ChangesEntry], _ client: LibraryClient) throws {
        var wanted: [String?: [UInt64]] = [:]
        for entry in entries {
            switch entry.author {
            case .person: wanted[String?.none, default: []] += entry.transactions
            case .asker, .anotherApp:
                if let app = entry.app { wanted[app, default: []] += entry.transactions }
            case .anotherDevice, .unknown: break
            }
        }
        for (app, sequences) in wanted {
            // Falling, as each page of an app's transactions is.
            var rest = sequences[...]
            while let next = rest.first {
                let page = try client.changes(ofApp: app, before: next + 1)
                for transaction in page.transactions { kept[transaction.sequence] = transaction }
                let last = page.transactions.last?.sequence ?? 0
                rest = rest.drop { $0 >= last || $0 == next }
            }
        }
    }

    /// With what a transaction restored apart from what it added. An undo adds nothing, and nothing is kept of photos
    /// that are new.
    func completed(_ entry: ChangesEntry) -> ChangesEntry {
        var entry = entry
        for transaction in entry.transactions.lazy.compactMap({ kept[$0] }) {
            let isUndo = transaction.undoes != nil
            let restoresPhotos = transaction.changes.contains { $0.field.isEmpty && $0.former == .nothing }
            entry.restores(photos: isUndo || restoresPhotos, collections: isUndo)
        }
        return entry
    }

    /// Whether everything that can be undone is as it was before.
    func isUndone(_ entry: ChangesEntry) -> Bool {
        let found = entry.transactions.compactMap { kept[$0] }
        return found.contains { !$0.changes.isEmpty }
            && found.allSatisfy { transaction in
                transaction.keptCount == transaction.changes.count
                    && transaction.changes.allSatisfy { $0.standing == .asBefore }
            }
    }

    func canUndo(_ entry: ChangesEntry) -> Bool { entry.transactions.contains { kept[$0]?.canUndo == true } }

    /// The first photos that came into albums, or left them.
    func members(of entry: ChangesEntry) -> [ObjectID] {
        var found: [ObjectID] = []
        for change in entry.transactions.lazy.compactMap({ kept[$0] }).flatMap(\.changes) {
            guard found.count < ChangesEntry.maximumExamples else { break }
            if let member = change.member, !found.contains(member) { found.append(member) }
        }
        return found
    }
}

extension AppTransaction {
    /// Whether anything is still as this transaction left it.
    var canUndo: Bool { keptCount > changes.count || changes.contains { $0.standing == .asLeft } }
}
