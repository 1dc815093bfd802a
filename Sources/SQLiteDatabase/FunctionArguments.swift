internal import CSQLite

/// The arguments of an SQL function of this program.
@safe package struct FunctionArguments: ~Copyable {
    /// Unowned, to avoid reference counting for each row: the statement's caller keeps the connection alive.
    private unowned(unsafe) let connection: Connection
    private let context: OpaquePointer?
    private let count: Int32
    private let values: UnsafeMutablePointer<OpaquePointer?>?

    init(
        of connection: Connection,
        context: OpaquePointer?,
        count: Int32,
        values: UnsafeMutablePointer<OpaquePointer?>?
    ) {
        unsafe self.connection = connection
        unsafe self.context = unsafe context
        self.count = count
        unsafe self.values = unsafe values
    }

    /// 0 for null.
    package func integer(_ index: Int32) -> Int64 {
        guard let value = unsafe value(index) else { return 0 }
        return unsafe sqlite3_value_int64(value)
    }

    /// 0 for null.
    package func real(_ index: Int32) -> Double {
        guard let value = unsafe value(index) else { return 0 }
        return unsafe sqlite3_value_double(value)
    }

    /// A blob of 16 bytes as two numbers, the first bytes most significant; nil when it is anything else.
    package func words(_ index: Int32) -> (high: UInt64, low: UInt64)? {
        guard let value = unsafe value(index), let start = unsafe sqlite3_value_blob(value),
            unsafe sqlite3_value_bytes(value) == 16
        else { return nil }
        return unsafe (
            UInt64(bigEndian: start.loadUnaligned(as: UInt64.self)),
            UInt64(bigEndian: start.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
        )
    }

    /// Nil for null.
    package func optionalText(_ index: Int32) -> String? {
        guard let value = unsafe value(index), let start = unsafe sqlite3_value_text(value) else { return nil }
        let count = unsafe Int(sqlite3_value_bytes(value))
        return unsafe String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }

    /// Calls `body` with the bytes of a text, UTF-8. Nil for null.
    package func withText<Result>(_ index: Int32, _ body: (Span<UInt8>) throws -> Result) rethrows -> Result? {
        guard let value = unsafe value(index), let start = unsafe sqlite3_value_text(value) else { return nil }
        let count = unsafe Int(sqlite3_value_bytes(value))
        return try body(unsafe Span(_unsafeElements: UnsafeBufferPointer(start: start, count: count)))
    }

    /// Calls `make` once per statement for an argument that is constant, such as a parameter, and keeps the value
    /// (sqlite3_set_auxdata); for any other argument calls it at each row. At most one argument per function.
    package func made<Value: AnyObject>(of index: Int32, _ make: () throws -> Value) rethrows -> Value {
        if let kept = unsafe sqlite3_get_auxdata(context, index) {
            return unsafe Unmanaged<Value>.fromOpaque(kept).takeUnretainedValue()
        }
        let value = try make()
        unsafe sqlite3_set_auxdata(
            context,
            index,
            Unmanaged<AnyObject>.passRetained(value).toOpaque(),
            { kept in if let kept = unsafe kept { unsafe Unmanaged<AnyObject>.fromOpaque(kept).release() } }
        )
        return value
    }

    /// Whether the statement is to end, while it runs; see `Connection.isInterrupted`.
    package var interruption: () -> Bool {
        let connection = unsafe connection
        return { connection.isInterrupted }
    }

    package func isNull(_ index: Int32) -> Bool {
        guard let value = unsafe value(index) else { return true }
        return unsafe sqlite3_value_type(value) == SQLITE_NULL
    }

    private func value(_ index: Int32) -> OpaquePointer? {
        precondition(index >= 0 && index < count, "a function was defined with fewer arguments")
        return unsafe values?[Int(index)]
    }
}

final class FunctionBox {
    let body: @Sendable (borrowing FunctionArguments) throws -> Bool
    /// The connection outlives its functions: it closes the database in its deinit.
    unowned let connection: Connection

    init(of connection: Connection, _ body: @escaping @Sendable (borrowing FunctionArguments) throws -> Bool) {
        self.connection = connection
        self.body = body
    }
}

func callFunction(
    _ context: OpaquePointer?,
    _ count: Int32,
    _ values: UnsafeMutablePointer<OpaquePointer?>?
) {
    guard let pointer = unsafe sqlite3_user_data(context) else { return }
    let box = unsafe Unmanaged<FunctionBox>.fromOpaque(pointer).takeUnretainedValue()
    do {
        let arguments = unsafe FunctionArguments(of: box.connection, context: context, count: count, values: values)
        unsafe sqlite3_result_int(context, try box.body(arguments) ? 1 : 0)
    } catch {
        unsafe sqlite3_result_error_code(context, SQLITE_INTERRUPT)
    }
}

func releaseFunction(_ context: UnsafeMutableRawPointer?) {
    if let context = unsafe context { unsafe Unmanaged<FunctionBox>.fromOpaque(context).release() }
}
