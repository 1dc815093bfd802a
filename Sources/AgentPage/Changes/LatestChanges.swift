internal import LibraryClient
internal import LibraryModel

/// The newest transactions of the history, which is read from its end.
struct LatestChanges {
    /// The newest first.
    private(set) var entries: [ChangesEntry] = []
    /// Whether earlier ones follow.
    private(set) var hasMore = false
    /// What is kept of the entries' transactions.
    private(set) var undoable = UndoableChanges()

    /// Entries of one page.
    private static let maximumEntries = 50
    /// Changes that are read for one page. One transaction may have more.
    private static let maximumChanges = 20_000
    /// Transactions that are read at once, unless they are large.
    private static let maximumWindow: UInt64 = 64

    /// Reads the transactions before `before`, the sequence of the last one of the previous page; nil for the newest.
    init(before: UInt64?, _ client: LibraryClient) throws {
        var token = try client.currentToken()
        let first = try client.statistics().firstSequence
        var end = min(token.sequence, before.map { $0 == 0 ? 0 : $0 - 1 } ?? .max)
        var (window, changes) = (UInt64(1), 0)
        while end > first, !hasMore, changes < LatestChanges.maximumChanges {
            let start = end - min(window, end - first)
            token.sequence = start
            let some = try LatestChanges.transactions(since: token, upTo: end, client)
            let count = some.reduce(0) { $0 + ($1.changes?.count ?? 0) }
            changes += count
            let found = some.reversed().map { ChangesEntry($0) }
            try undoable.add(found, client)
            hasMore = !found.allSatisfy { append(undoable.completed($0)) }
            // History is read forwards only: the steps back are small where much was changed.
            window = count < HistoryPage.maximumChanges ? min(window * 2, LatestChanges.maximumWindow) : 1
            end = start
        }
        hasMore = hasMore || end > first
    }

    /// What some transactions changed; nil where the history no longer knows.
    static func entries(of kept: [AppTransaction], _ client: LibraryClient) throws -> [UInt64: ChangesEntry] {
        let undoable = UndoableChanges(kept)
        var token = try client.currentToken()
        let first = try client.statistics().firstSequence
        var found: [UInt64: ChangesEntry] = [:]
        for sequence in kept.map(\.sequence) where sequence > first {
            token.sequence = sequence - 1
            let transaction = try transactions(since: token, upTo: sequence, client).first { $0.sequence == sequence }
            found[sequence] = transaction.map { undoable.completed(ChangesEntry($0)) }
        }
        return found
    }

    private static func transactions(
        since token: ChangeToken,
        upTo end: UInt64,
        _ client: LibraryClient
    ) throws -> [HistoryTransaction] {
        var reader = client.historyReader(since: token)
        var found: [HistoryTransaction] = []
        while reader.position.sequence < end, let page = try reader.next() {
            found += HistoryTransaction.all(of: page).filter { $0.sequence <= end }
        }
        return found
    }

    /// Returns false when the page is full.
    private mutating func append(_ entry: ChangesEntry) -> Bool {
        if entries.last?.absorbs(entry) == true {
            entries[entries.count - 1].absorb(entry)
        } else if entries.count < LatestChanges.maximumEntries {
            entries.append(entry)
        } else {
            return false
        }
        return true
    }
}

/// A transaction, or several in a row that one import has made.
struct ChangesEntry {
    struct Counts: Encodable {
        var inserted = 0
        /// Of what had been deleted.
        var restored = 0
        var updated = 0
        var deleted = 0

        var sum: Int { inserted + restored + updated + deleted }
    }

    /// Sequences, the newest first.
    private(set) var transactions: [UInt64]
    /// Microseconds since 1970, of the newest and of the oldest transaction.
    let time: Int64
    private var beginning: Int64
    let author: ChangeAuthor
    let app: String?
    /// False when the server no longer has the details.
    let hasDetails: Bool
    private(set) var photos = Counts()
    private(set) var albums = Counts()
    private(set) var folders = Counts()
    /// What was updated.
    private(set) var fields: ChangedFields = []
    /// The first of the photos, and of the albums and folders.
    private(set) var examples: [ObjectID] = []
    private(set) var collections: [ObjectID] = []

    static let maximumExamples = 6
    private static let maximumCollections = 3
    private static let maximumTransactions = 200
    /// Microseconds between two transactions of one import.
    private static let maximumPause: Int64 = 60_000_000

    init(_ transaction: HistoryTransaction) {
        transactions = [transaction.sequence]
        (time, beginning) = (transaction.time, transaction.time)
        (author, app) = (transaction.author, transaction.app)
        hasDetails = transaction.changes != nil
        for change in transaction.changes ?? [] { add(change) }
    }

    private mutating func add(_ change: HistoryChange) {
        switch change.object.kind {
        case .asset:
            photos.add(change.kind)
            if examples.count < ChangesEntry.maximumExamples { examples.append(change.object.id) }
        case .assetCollection, .collectionList:
            // What a change of photos means for their albums is no change of these.
            if change.kind == .updated && change.fields.subtracting([.summary]).isEmpty { return }
            if change.object.kind == .assetCollection { albums.add(change.kind) } else { folders.add(change.kind) }
            if collections.count < ChangesEntry.maximumCollections { collections.append(change.object.id) }
        }
        if change.kind == .updated { fields.formUnion(change.fields.subtracting([.summary, .burst])) }
    }

    /// What the transaction brought was there before, and had been deleted.
    mutating func restores(photos hasPhotos: Bool, collections hasCollections: Bool) {
        if hasPhotos { photos.restore() }
        if hasCollections {
            albums.restore()
            folders.restore()
        }
    }

    /// Whether nothing but new photos came, perhaps into an album.
    private var isAddition: Bool {
        photos.inserted > 0 && photos.inserted == photos.sum && albums.sum <= 1 && albums.deleted == 0
            && folders.sum == 0 && fields.isSubset(of: .members)
    }

    /// Whether an earlier transaction belongs to the same import.
    func absorbs(_ earlier: ChangesEntry) -> Bool {
        isAddition && earlier.isAddition && author == earlier.author && app == earlier.app
            && beginning.subtractingReportingOverflow(earlier.time).partialValue <= ChangesEntry.maximumPause
            && (collections == earlier.collections) && transactions.count < ChangesEntry.maximumTransactions
    }

    mutating func absorb(_ earlier: ChangesEntry) {
        transactions += earlier.transactions
        beginning = earlier.beginning
        photos.inserted += earlier.photos.inserted
        // The first of them made the album.
        albums = earlier.albums
        fields.formUnion(earlier.fields)
        examples += earlier.examples.prefix(ChangesEntry.maximumExamples - examples.count)
    }
}

extension ChangesEntry.Counts {
    fileprivate mutating func restore() {
        restored += inserted
        inserted = 0
    }

    fileprivate mutating func add(_ kind: ChangeKind) {
        switch kind {
        case .inserted: inserted += 1
        case .updated: updated += 1
        case .deleted: deleted += 1
        }
    }
}
