internal import CSQLite

/// Reading many rows at once.
///
/// Returning a row costs a step and a call per column, more than finding it. So a statement can pass its rows to a
/// function instead: `each_row(…)` is a condition that receives the columns and is false, so the statement returns
/// none:
///
///     SELECT 1 FROM asset WHERE row BETWEEN ? AND ? AND each_row(row, id)
extension Connection {
    /// Makes `each_row` callable from statements of this connection.
    func defineEachRow() throws(SQLiteError) {
        // The connection outlives its functions: it closes the database in its deinit.
        let context = unsafe Unmanaged.passUnretained(self).toOpaque()
        try unsafe check(
            sqlite3_create_function_v2(
                handle,
                "each_row",
                -1,
                SQLITE_UTF8 | SQLITE_DIRECTONLY,
                context,
                { context, count, values in
                    guard let pointer = unsafe sqlite3_user_data(context) else { return }
                    let connection = unsafe Unmanaged<Connection>.fromOpaque(pointer).takeUnretainedValue()
                    unsafe connection.rowReceiver?(
                        FunctionArguments(of: connection, context: context, count: count, values: values)
                    )
                    unsafe sqlite3_result_int(context, 0)
                },
                nil,
                nil,
                nil
            )
        )
    }

    /// Runs a statement, and calls `body` for each row that it passes to `each_row`.
    package func forEachRow(
        of statement: borrowing Statement,
        _ body: (borrowing FunctionArguments) -> Void
    ) throws(SQLiteError) {
        precondition(rowReceiver == nil, "a statement is run while another one passes rows")
        let result = withoutActuallyEscaping(body) { body in
            rowReceiver = body
            defer { rowReceiver = nil }
            return Result { () throws(SQLiteError) in try statement.run() }
        }
        try result.get()
    }
}
