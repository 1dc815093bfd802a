internal import CSQLite

/// One connection to a database file.
///
/// Invariants:
/// 1. One owner: a connection is used by one thread at a time. It is not Sendable; `ReaderPool` and
///    `GroupCommitWriter` own them.
/// 2. Only a writer writes and checkpoints. A reader's file is opened for reading, and its connection is `query_only`.
/// 3. Every file is in WAL mode with `synchronous=FULL` and without memory mapping (an I/O error would be a signal).
@safe package final class Connection {
    package enum Role: Sendable {
        case writer
        case reader
    }

    package let role: Role
    let handle: OpaquePointer
    /// Receives the rows that a statement passes to `each_row`; see `forEachRow`.
    var rowReceiver: ((borrowing FunctionArguments) -> Void)?
    /// Idle statements that were prepared while the connection was not confined, and while it was.
    private var statements = StatementCache()
    private var confinedStatements = StatementCache()
    let confinement = Confinement()
    var numbers: [ConnectionNumber] = []
    /// What `noteRows` collects.
    var rowNotes: RowNotes?
    /// Pages in the write-ahead log after the last commit, and after the last checkpoint.
    fileprivate(set) var logPageCount: Int32 = 0
    private var checkpointedPageCount: Int32 = 0
    private var progress: Question?

    /// Virtual machine steps between checks for interruption: some 50 microseconds.
    private static let progressInterval: Int32 = 4_000

    /// Milliseconds to wait for a lock. In WAL mode a reader can hold a writer's lock for an instant: when it reads the
    /// header of the log's index while that is written, it takes the lock to look again (`walIndexReadHdr` in wal.c).
    private static let lockTimeout: Int32 = 3_000

    /// Opens a file; a writer creates it if it is missing.
    package init(path: String, role: Role, cacheKibibytes: Int) throws(SQLiteError) {
        let flags =
            SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
            | (role == .writer ? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE : SQLITE_OPEN_READONLY)
        var opened: OpaquePointer?
        let result = unsafe sqlite3_open_v2(path, &opened, flags, nil)
        guard let database = unsafe opened else {
            throw SQLiteError(code: result, message: "no memory for a connection")
        }
        unsafe handle = unsafe database
        self.role = role
        guard result == SQLITE_OK else {
            // The caller never gets the object, but its deinit runs and closes the handle.
            throw error(result)
        }
        try unsafe check(sqlite3_busy_timeout(handle, Connection.lockTimeout))
        try unsafe check(CSQLite_make_defensive(handle))
        try unsafe check(CSQLite_disable_checkpoint_on_close(handle))
        try execute("PRAGMA trusted_schema = OFF")
        try execute("PRAGMA mmap_size = 0")
        try execute("PRAGMA foreign_keys = ON")
        try execute("PRAGMA cache_size = -\(cacheKibibytes)")
        switch role {
        case .writer:
            try execute("PRAGMA journal_mode = WAL")
            try execute("PRAGMA synchronous = FULL")
            try execute("PRAGMA wal_autocheckpoint = 0")
            // Bytes that the log file keeps when the log restarts: 16 MiB.
            try execute("PRAGMA journal_size_limit = 16777216")
            let context = unsafe Unmanaged.passUnretained(self).toOpaque()
            _ = unsafe sqlite3_wal_hook(handle, recordLogPageCount, context)
        case .reader:
            try execute("PRAGMA query_only = ON")
            try defineEachRow()
        }
    }

    deinit {
        statements.finalize()
        confinedStatements.finalize()
        unsafe sqlite3_close_v2(handle)
    }

    // MARK: Statements

    /// A statement that is a literal of the program, cached.
    package func statement(_ sql: StaticString) throws(SQLiteError) -> Statement {
        let key = unsafe StatementKey.literal(UInt(bitPattern: sql.utf8Start))
        if let idle = unsafe takeIdle(key) { return unsafe checkedOut(idle, key) }
        return unsafe checkedOut(try prepare("\(sql)"), key)
    }

    /// A statement assembled at run time, from literals of the program only.
    package func statement(assembled sql: String) throws(SQLiteError) -> Statement {
        let key = sql.utf8.count > StatementCache.maximumTextLength ? StatementKey.none : .text(sql)
        if let idle = unsafe takeIdle(key) { return unsafe checkedOut(idle, key) }
        return unsafe checkedOut(try prepare(sql), key)
    }

    private func takeIdle(_ key: StatementKey) -> OpaquePointer? {
        confinement.isActive ? unsafe confinedStatements.take(key) : unsafe statements.take(key)
    }

    private func checkedOut(_ handle: OpaquePointer, _ key: StatementKey) -> Statement {
        unsafe Statement(handle, of: self, key: key, isConfined: confinement.isActive)
    }

    /// Runs one statement without parameters, and ignores its rows.
    package func execute(_ sql: String) throws(SQLiteError) {
        let statement = unsafe checkedOut(try prepare(sql), .none)
        try statement.run()
    }

    /// Runs several statements, separated by semicolons.
    package func executeScript(_ sql: String) throws(SQLiteError) {
        try unsafe check(sqlite3_exec(handle, sql, nil, nil, nil))
    }

    private func prepare(_ sql: String) throws(SQLiteError) -> OpaquePointer {
        var prepared: OpaquePointer?
        try unsafe check(sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil))
        guard let statement = unsafe prepared else {
            throw SQLiteError(code: SQLITE_MISUSE, message: "an empty statement")
        }
        return unsafe statement
    }

    func giveBack(_ statement: OpaquePointer, _ key: StatementKey, isConfined: Bool) {
        if isConfined {
            unsafe confinedStatements.keep(statement, key)
        } else {
            unsafe statements.keep(statement, key)
        }
    }

    // MARK: State

    package var lastInsertedRow: Int64 { unsafe sqlite3_last_insert_rowid(handle) }

    /// Rows that the last statement touched.
    package var changedRowCount: Int { unsafe Int(sqlite3_changes64(handle)) }

    /// Rows that all statements so far wrote.
    package var totalChangedRowCount: Int64 { unsafe sqlite3_total_changes64(handle) }

    /// Whether a transaction is open. SQLite ends one by itself after some errors.
    package var isInTransaction: Bool { unsafe sqlite3_get_autocommit(handle) == 0 }

    /// The most parameters of one statement.
    package var maximumParameterCount: Int { unsafe Int(sqlite3_limit(handle, SQLITE_LIMIT_VARIABLE_NUMBER, -1)) }

    /// Runs `body`. Its statements fail with `interrupted` soon after `isCancelled` returns true.
    package func interruptible<Result>(
        by isCancelled: @escaping @Sendable () -> Bool,
        _ body: () throws -> Result
    ) rethrows -> Result {
        let box = Question(isCancelled)
        progress = box
        unsafe sqlite3_progress_handler(
            handle,
            Connection.progressInterval,
            askWhetherCancelled,
            Unmanaged.passUnretained(box).toOpaque()
        )
        defer {
            unsafe sqlite3_progress_handler(handle, 0, nil, nil)
            progress = nil
        }
        return try body()
    }

    /// Whether the current work is to end. Statements check this themselves every few thousand steps; long work between
    /// many short statements, or inside a function, has to check it.
    package var isInterrupted: Bool { progress?.ask() ?? false }

    /// Throws `interrupted` when the current work is to end.
    package func checkInterruption() throws(SQLiteError) { if isInterrupted { throw .interrupted } }

    /// Pages added to the log since the last checkpoint. While readers use the log, it grows behind what was
    /// checkpointed; later it restarts.
    package var uncopiedPageCount: Int32 {
        logPageCount < checkpointedPageCount ? logPageCount : logPageCount - checkpointedPageCount
    }

    /// Copies the log into the database file, as far as readers allow (a passive checkpoint).
    package func checkpoint() throws(SQLiteError) {
        precondition(role == .writer)
        let result = unsafe sqlite3_wal_checkpoint_v2(handle, nil, SQLITE_CHECKPOINT_PASSIVE, nil, nil)
        if result != SQLITE_OK && result & 0xFF != SQLITE_BUSY { throw error(result) }
        checkpointedPageCount = logPageCount
    }

    /// Copies the whole log and truncates it, if its readers finish while `isPatient` returns true. Readers that begin
    /// meanwhile do not delay it.
    func checkpointAndTruncate(while isPatient: @escaping @Sendable () -> Bool = { false }) throws(SQLiteError) {
        precondition(role == .writer)
        let patience = Question(isPatient)
        unsafe sqlite3_busy_handler(handle, waitForReaders, Unmanaged.passUnretained(patience).toOpaque())
        let result = unsafe sqlite3_wal_checkpoint_v2(handle, nil, SQLITE_CHECKPOINT_TRUNCATE, nil, nil)
        unsafe sqlite3_busy_timeout(handle, Connection.lockTimeout)
        withExtendedLifetime(patience) {}
        if result == SQLITE_OK { (logPageCount, checkpointedPageCount) = (0, 0) }
        if result != SQLITE_OK && result & 0xFF != SQLITE_BUSY { throw error(result) }
    }

    // MARK: Functions

    /// Makes a pure function of up to four values callable from statements; it returns a Boolean. If it throws, the
    /// statement ends with `interrupted`.
    package func defineTruth(
        _ name: String,
        argumentCount: Int32,
        _ body: @escaping @Sendable (borrowing FunctionArguments) throws -> Bool
    ) throws(SQLiteError) {
        let context = unsafe Unmanaged.passRetained(FunctionBox(of: self, body)).toOpaque()
        try unsafe check(
            sqlite3_create_function_v2(
                handle,
                name,
                argumentCount,
                SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY,
                context,
                callFunction,
                nil,
                nil,
                releaseFunction
            )
        )
    }

    // MARK: Errors

    func error(_ result: Int32) -> SQLiteError {
        let message = unsafe sqlite3_errmsg(handle).map { unsafe String(cString: $0) } ?? "unknown"
        let extended = unsafe sqlite3_extended_errcode(handle)
        // The connection has the code of its last failed call, which is this one unless memory ran out.
        return SQLiteError(code: extended & 0xFF == result & 0xFF ? extended : result, message: message)
    }

    func check(_ result: Int32) throws(SQLiteError) {
        if result != SQLITE_OK { throw error(result) }
    }
}

/// A closure for SQLite's progress handler.
private final class Question {
    let ask: @Sendable () -> Bool

    init(_ ask: @escaping @Sendable () -> Bool) { self.ask = ask }
}

/// Busy handler: waits a millisecond while `isPatient` returns true.
private func waitForReaders(_ context: UnsafeMutableRawPointer?, _: Int32) -> Int32 {
    guard let context = unsafe context,
        unsafe Unmanaged<Question>.fromOpaque(context).takeUnretainedValue().ask()
    else { return 0 }
    sqlite3_sleep(1)
    return 1
}

private func askWhetherCancelled(_ context: UnsafeMutableRawPointer?) -> Int32 {
    guard let context = unsafe context else { return 0 }
    return unsafe Unmanaged<Question>.fromOpaque(context).takeUnretainedValue().ask() ? 1 : 0
}

private func recordLogPageCount(
    _ context: UnsafeMutableRawPointer?,
    _: OpaquePointer?,
    _: UnsafePointer<CChar>?,
    _ pageCount: Int32
) -> Int32 {
    if let context = unsafe context {
        unsafe Unmanaged<Connection>.fromOpaque(context).takeUnretainedValue().logPageCount = pageCount
    }
    return SQLITE_OK
}
