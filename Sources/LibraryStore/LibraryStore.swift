internal import Admission
package import LibraryModel
internal import LinuxSystem
internal import SQLiteDatabase
internal import Synchronization

/// The database of one library: its objects, their history, and what each app may see of them.
///
/// Guarantees:
/// 1. What `perform` and the grant calls answered is on disk, and its history with it, in one transaction.
/// 2. Apps reach objects through a `LibraryView` only. What an app may see is read from its grant in the same snapshot
///    as the objects, at every call, and is decided in `Visibility` alone.
/// 3. Calls may come from any thread. They block it: reads for a free snapshot, changes until they are on disk.
package final class LibraryStore: Sendable {
    /// Blocks note the sequences that they add to history.
    typealias Writer = GroupCommitWriter<UInt64>

    let configuration: StoreConfiguration
    let identity: LibraryIdentity
    let writer: Writer
    private let readers: ReaderPool
    private let allowances: Mutex<WritingAllowances>

    /// Opens the database at `path`, creating or migrating it. Nobody else may have it open.
    package init(path: String, configuration: StoreConfiguration) throws(LibraryError) {
        self.configuration = configuration
        allowances = Mutex(WritingAllowances(blocks: configuration.blocksOfApp, rows: configuration.rowsOfApp))
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
                    if let pages = configuration.maximumDatabasePages {
                        try connection.execute("PRAGMA max_page_count = \(pages)")
                    }
                },
                onCommit: { _ in configuration.onCommit() }
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
            return (writer, readers, identity)
        }
    }

    /// The library's own identifier.
    package var libraryID: ObjectID { identity.id }

    /// Changes when the library's history starts anew.
    package var historyEpoch: UInt64 { identity.historyEpoch }

    /// The store's clock: microseconds since 1970.
    package var now: Int64 { configuration.clock() }

    /// Whether changes are refused since a write to disk failed.
    package var isReadOnly: Bool { writer.poison != nil }

    /// The only way to the library's objects.
    package func view(for principal: Principal) -> LibraryView {
        LibraryView(store: self, principal: principal)
    }

    /// The same, read in the owner's turn: where others than the app wait for it.
    package func viewForOthers(of principal: Principal) -> LibraryView {
        LibraryView(store: self, principal: principal, share: .owner)
    }

    /// Finishes what waits, waits for readers, and closes the files. Nothing may be asked afterwards.
    package func close() {
        readers.close()
        writer.close()
    }

    /// Reads one snapshot, in the turn of whoever asks, until it is too old. `isOfAnyAge`: what the person's own tools
    /// read as a whole.
    func read<Result>(
        for share: Share = .owner,
        _ cancellation: Cancellation? = nil,
        isOfAnyAge: Bool = false,
        _ body: (Connection) throws -> Result
    ) throws(LibraryError) -> Result {
        let clock = configuration.monotonicClock
        let age = isOfAnyAge ? .max : configuration.maximumSnapshotAge
        // Set when the snapshot begins: waiting for a reader holds nothing up.
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

    func write<Answer: Sendable>(
        _ cancellation: Cancellation? = nil,
        as kind: BlockKind = .change(.owner),
        _ body: @escaping @Sendable (inout Writer.Context) throws -> Answer
    ) throws(LibraryError) -> Answer {
        try translatingErrors(cancellation) {
            try writer.perform(as: kind, cancellation) { context in
                // A deadline that passes runs nothing by itself: it is looked at when the block's turn comes.
                if cancellation?.isStopped == true { throw Writer.Refusal.withdrawn }
                return try body(&context)
            }
        }
    }
}

/// What apps may write.
extension LibraryStore {
    /// Throws when an app has used up what it may write for now.
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

/// What never changes while a library is open.
struct LibraryIdentity: Sendable {
    let id: ObjectID
    let historyEpoch: UInt64
    let mintKey: [UInt8]

    init(_ connection: Connection) throws {
        let statement = try connection.statement("SELECT id, history_epoch, mint_key FROM library")
        guard try statement.step(), let words = statement.words(0) else {
            throw LibraryError(.internal, "the library has no identity")
        }
        id = ObjectID(high: words.high, low: words.low)
        historyEpoch = UInt64(bitPattern: statement.integer(1))
        mintKey = statement.blob(2)
    }
}
