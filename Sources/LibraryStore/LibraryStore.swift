internal import Admission
package import LibraryModel
internal import LinuxSystem
internal import SQLiteDatabase
internal import Synchronization

/// The database of one library: its objects, their history, and what each app may see of them.
///
/// Guarantees:
/// 1. Once `perform` or a grant call has returned, its changes and their history are durable, in one transaction.
/// 2. Apps reach objects through a `LibraryView` only. What an app may see is read from its grant in the same snapshot
///    as the objects, at every call, and is decided in `Visibility` alone.
/// 3. Thread-safe. Calls block: reads until a snapshot is free, changes until they are durable.
package final class LibraryStore: Sendable {
    typealias Writer = GroupCommitWriter<Note>

    /// What a block reports once it is durable.
    enum Note: Sendable {
        /// The sequence that it added to history.
        case history(UInt64)
        case assets(AssetEdits)
    }

    let configuration: StoreConfiguration
    let identity: LibraryIdentity
    let writer: Writer
    let historyTail: HistoryTail
    private let readers: ReaderPool
    let columns: AssetColumnCache
    private let allowances: Mutex<WritingAllowances>
    /// As they were counted last.
    let assetCounts = Mutex<AssetCounts?>(nil)

    /// Opens the database at `path`, and creates or migrates it. No other process may have it open.
    package init(path: String, configuration: StoreConfiguration) throws(LibraryError) {
        self.configuration = configuration
        historyTail = HistoryTail(maximumChanges: configuration.maximumChangesInMemory)
        allowances = Mutex(WritingAllowances(blocks: configuration.blocksOfApp, rows: configuration.rowsOfApp))
        let columns = AssetColumnCache { configuration.onColumnFailure($0.description) }
        self.columns = columns
        (writer, readers, identity) = try translatingErrors {
            let writer = try Writer(
                path: path,
                cacheKibibytes: configuration.writerCacheKibibytes,
                maximumWaiting: configuration.maximumWaitingBlocks,
                maximumLogPages: configuration.maximumLogPages,
                prepare: { connection in
                    try Migration.run(
                        on: connection,
                        newIdentifier: configuration.newIdentifier,
                        refusal: configuration.changeRefusal
                    )
                    try connection.defineVisibleViews()
                    connection.noteRows(of: "asset")
                    if let pages = configuration.maximumDatabasePages {
                        try connection.execute("PRAGMA max_page_count = \(pages)")
                    }
                },
                onCommit: { notes in
                    let edits = notes.compactMap { if case .assets(let edits) = $0 { edits } else { nil } }
                    columns.committed(edits)
                    if edits.contains(where: \.hasErased) { configuration.onErasure() }
                    if notes.contains(where: { if case .history = $0 { true } else { false } }) {
                        configuration.onCommit()
                    }
                }
            )
            let readers = try ReaderPool(
                path: path,
                size: configuration.readerCount,
                cacheKibibytes: configuration.readerCacheKibibytes,
                prepare: { connection throws(SQLiteError) in
                    try TextFunctions.define(on: connection)
                    try connection.defineVisibleViews()
                }
            )
            let identity = try readers.read { try LibraryIdentity($0) }
            try columns.startLoading(from: readers)
            return (writer, readers, identity)
        }
    }

    /// The library's identifier.
    package var libraryID: ObjectID { identity.id }

    /// Changes when the history begins anew.
    package var historyEpoch: UInt64 { identity.historyEpoch }

    /// The store's clock: microseconds since 1970.
    package var now: Int64 { configuration.clock() }

    /// Whether a failed write to disk has made the store read-only.
    package var isReadOnly: Bool { writer.poison != nil }

    /// A principal's view, the only way to the library's objects.
    package func view(for principal: Principal) -> LibraryView {
        LibraryView(store: self, principal: principal)
    }

    /// Like `view`, in the owner's share: for reads on which others than the app wait.
    package func viewForOthers(of principal: Principal) -> LibraryView {
        LibraryView(store: self, principal: principal, share: .owner)
    }

    /// Finishes queued blocks, waits for readers, and closes the files, for good.
    package func close() {
        readers.close()
        writer.close()
    }

    /// Reads one snapshot, in the turn of the requester's share, until it is too old. `isOfAnyAge`: without that limit,
    /// for scans of the person's own tools.
    func read<Result>(
        for share: Share = .owner,
        _ cancellation: Cancellation? = nil,
        isOfAnyAge: Bool = false,
        _ body: (Connection) throws -> Result
    ) throws(LibraryError) -> Result {
        let clock = configuration.monotonicClock
        let age = isOfAnyAge ? .max : configuration.maximumSnapshotAge
        // Set when the snapshot begins: waiting for a reader delays no checkpoint.
        let end = Atomic(UInt64.max)
        return try translatingErrors(cancellation) {
            try readers.read(for: share, cancellation, isTooOld: { clock() >= end.load(ordering: .relaxed) }) {
                connection in
                let (moment, isNever) = clock().addingReportingOverflow(age)
                end.store(isNever ? .max : moment, ordering: .relaxed)
                return try body(connection)
            }
        }
    }

    /// Loads the assets into memory again if that has failed and may succeed now. Call this now and then.
    package func reloadColumns() throws(LibraryError) {
        try translatingErrors { try columns.loadAgain(from: readers) }
    }

    func write<Answer: Sendable>(
        _ cancellation: Cancellation? = nil,
        as kind: BlockKind = .change(.owner),
        _ body: @escaping @Sendable (inout Writer.Context) throws -> Answer
    ) throws(LibraryError) -> Answer {
        try translatingErrors(cancellation) {
            try writer.perform(as: kind, cancellation) { context in
                // A deadline that passes calls no handler: it is checked when the block's turn comes.
                if cancellation?.isStopped == true { throw Writer.Refusal.withdrawn }
                context.connection.forgetNotedRows()
                let before = try AssetVersion(context.connection)
                let answer = try body(&context)
                if let edits = try AssetEdits.noted(since: before, context.connection) {
                    context.notes.append(.assets(edits))
                }
                return answer
            }
        }
    }
}

/// Limits what apps may write.
extension LibraryStore {
    /// Throws when an app has used up its write allowance.
    func requireAllowance(of principal: Principal) throws(LibraryError) {
        guard case .app(let app) = principal else { return }
        let now = configuration.monotonicClock()
        guard let wait = allowances.withLock({ $0.wait(app, now) }) else { return }
        throw LibraryError(
            .limitExceeded,
            "the app changes too much in too short a time",
            isRetryable: true,
            details: ["retry_after_seconds": String(Int64(min(wait.rounded(.up), 86_400)))]
        )
    }

    func noteWritten(by principal: Principal, rows: Int64) {
        guard case .app(let app) = principal else { return }
        let now = configuration.monotonicClock()
        allowances.withLock { $0.wrote(app, rows: rows, now) }
    }

    func forgetWritten(by app: String) { allowances.withLock { $0.forget(app) } }
}

/// Constants of an open library.
struct LibraryIdentity: Sendable {
    let id: ObjectID
    let historyEpoch: UInt64
    let mintKey: [UInt8]

    init(_ connection: Connection) throws {
        let statement = try connection.statement("SELECT id, history_epoch, mint_key FROM library")
        guard try statement.step(), let words = statement.words(0) else {
            throw LibraryError.noIdentity
        }
        id = ObjectID(high: words.high, low: words.low)
        historyEpoch = UInt64(bitPattern: statement.integer(1))
        mintKey = statement.blob(2)
    }
}
