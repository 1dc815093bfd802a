internal import CSQLite

/// A prepared statement, checked out of its connection's cache. Goes back, reset, on deinit.
///
/// Parameters are counted from 1 and columns from 0, as SQLite does. Columns are read straight from SQLite's memory:
/// integers, reals and identifiers allocate nothing.
@safe package struct Statement: ~Copyable {
    let connection: Connection
    let key: StatementKey
    /// Whether the connection was confined when it was prepared.
    private let isConfined: Bool
    private let handle: OpaquePointer

    init(_ handle: OpaquePointer, of connection: Connection, key: StatementKey, isConfined: Bool) {
        unsafe self.handle = unsafe handle
        self.connection = connection
        self.key = key
        self.isConfined = isConfined
    }

    deinit {
        unsafe sqlite3_reset(handle)
        unsafe sqlite3_clear_bindings(handle)
        unsafe connection.giveBack(handle, key, isConfined: isConfined)
    }

    // MARK: Parameters

    package func bind(_ value: Int64, at index: Int32) throws(SQLiteError) {
        try unsafe check(sqlite3_bind_int64(handle, index, value))
    }

    /// 1 or 0.
    package func bind(_ value: Bool, at index: Int32) throws(SQLiteError) {
        try bind(value ? Int64(1) : 0, at: index)
    }

    package func bind(_ value: Int64?, at index: Int32) throws(SQLiteError) {
        if let value { try bind(value, at: index) } else { try bindNull(at: index) }
    }

    package func bind(_ value: Double, at index: Int32) throws(SQLiteError) {
        try unsafe check(sqlite3_bind_double(handle, index, value))
    }

    package func bind(_ value: Double?, at index: Int32) throws(SQLiteError) {
        if let value { try bind(value, at: index) } else { try bindNull(at: index) }
    }

    package func bind(_ value: String, at index: Int32) throws(SQLiteError) {
        // SQLite ends the text at `count`, so a zero byte inside stays part of it.
        try unsafe check(
            sqlite3_bind_text64(
                handle,
                index,
                value,
                UInt64(value.utf8.count),
                CSQLite_transient(),
                UInt8(SQLITE_UTF8)
            )
        )
    }

    package func bind(_ value: String?, at index: Int32) throws(SQLiteError) {
        if let value { try bind(value, at: index) } else { try bindNull(at: index) }
    }

    package func bind(_ value: [UInt8], at index: Int32) throws(SQLiteError) {
        let result = unsafe value.withUnsafeBytes { bytes in
            if unsafe bytes.isEmpty {
                unsafe sqlite3_bind_zeroblob(handle, index, 0)
            } else {
                unsafe sqlite3_bind_blob64(
                    handle,
                    index,
                    bytes.baseAddress,
                    UInt64(bytes.count),
                    CSQLite_transient()
                )
            }
        }
        try check(result)
    }

    /// Binds 16 bytes, the most significant of `high` first.
    package func bind(high: UInt64, low: UInt64, at index: Int32) throws(SQLiteError) {
        let words = (high.bigEndian, low.bigEndian)
        let result = unsafe withUnsafeBytes(of: words) { bytes in
            unsafe sqlite3_bind_blob64(handle, index, bytes.baseAddress, 16, CSQLite_transient())
        }
        try check(result)
    }

    package func bindNull(at index: Int32) throws(SQLiteError) {
        try unsafe check(sqlite3_bind_null(handle, index))
    }

    // MARK: Running

    /// Steps to the next row. Returns false after the last.
    package func step() throws(SQLiteError) -> Bool {
        let result = unsafe sqlite3_step(handle)
        if result == SQLITE_ROW { return true }
        if result == SQLITE_DONE { return false }
        throw connection.error(result)
    }

    /// Runs a statement without rows, and resets it; parameters stay bound.
    package func run() throws(SQLiteError) {
        while try step() {}
        reset()
    }

    /// Resets the statement to run again; parameters stay bound.
    package func reset() {
        // The result repeats the last step's error, which was thrown there.
        unsafe sqlite3_reset(handle)
    }

    // MARK: Columns

    package func isNull(_ column: Int32) -> Bool { unsafe sqlite3_column_type(handle, column) == SQLITE_NULL }

    /// 0 for null.
    package func integer(_ column: Int32) -> Int64 { unsafe sqlite3_column_int64(handle, column) }

    /// 0 for null.
    package func real(_ column: Int32) -> Double { unsafe sqlite3_column_double(handle, column) }

    package func optionalInteger(_ column: Int32) -> Int64? { isNull(column) ? nil : integer(column) }

    package func optionalReal(_ column: Int32) -> Double? { isNull(column) ? nil : real(column) }

    package func text(_ column: Int32) -> String { optionalText(column) ?? "" }

    package func optionalText(_ column: Int32) -> String? {
        guard let start = unsafe sqlite3_column_text(handle, column) else { return nil }
        let count = unsafe Int(sqlite3_column_bytes(handle, column))
        return unsafe String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }

    /// Empty for null.
    package func blob(_ column: Int32) -> [UInt8] {
        guard let start = unsafe sqlite3_column_blob(handle, column) else { return [] }
        let count = unsafe Int(sqlite3_column_bytes(handle, column))
        return unsafe [UInt8](UnsafeRawBufferPointer(start: start, count: count))
    }

    /// A blob of 16 bytes as two numbers, the first bytes most significant; nil when the column holds anything else.
    package func words(_ column: Int32) -> (high: UInt64, low: UInt64)? {
        guard let start = unsafe sqlite3_column_blob(handle, column),
            unsafe sqlite3_column_bytes(handle, column) == 16
        else { return nil }
        return unsafe (
            UInt64(bigEndian: start.loadUnaligned(as: UInt64.self)),
            UInt64(bigEndian: start.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
        )
    }

    /// Appends a blob of 16 bytes. Returns false when the column holds anything else.
    package func append16Bytes(_ column: Int32, to bytes: inout [UInt8]) -> Bool {
        guard let start = unsafe sqlite3_column_blob(handle, column),
            unsafe sqlite3_column_bytes(handle, column) == 16
        else { return false }
        unsafe bytes.append(contentsOf: UnsafeRawBufferPointer(start: start, count: 16))
        return true
    }

    private func check(_ result: Int32) throws(SQLiteError) {
        if result != SQLITE_OK { throw connection.error(result) }
    }
}
