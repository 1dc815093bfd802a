internal import CSQLite

/// Views in place of tables.
///
/// While a connection is confined, what it prepares reads the views that were defined on it and nothing else. SQLite
/// calls the connection's authorizer for each column that a statement names, with the innermost view that names it; a
/// table that is named by the statement itself is refused (SQLITE_AUTH), an old one as well as one that is added later.
///
/// The authorizer runs when a statement is prepared, so those that were prepared while the connection was not confined
/// are kept in a cache of their own (`Connection.statement`).
extension Connection {
    /// A view, which lives as long as the connection.
    package struct View: Hashable, Sendable {
        package var name: String
        package var select: String

        package init(_ name: String, _ select: String) {
            self.name = name
            self.select = select
        }
    }

    /// Defines views on this connection; each may read those before it.
    package func define(_ views: [View]) throws(SQLiteError) {
        // A reader refuses to write anything, temporary views included.
        if role == .reader { try execute("PRAGMA query_only = OFF") }
        for view in views {
            try execute("CREATE TEMP VIEW \(view.name) AS \(view.select)")
            confinement.views.insert(view.name)
        }
        if role == .reader { try execute("PRAGMA query_only = ON") }
        // Their first use declares them, by a statement that no confined connection prepares.
        for function in Confinement.tableFunctions { try execute("SELECT * FROM \(function)('[]')") }
        let context = unsafe Unmanaged.passUnretained(confinement).toOpaque()
        try unsafe check(sqlite3_set_authorizer(handle, authorize, context))
    }

    /// Runs `body`, whose statements read this connection's views and no table.
    package func confined<Result>(_ body: () throws -> Result) rethrows -> Result {
        let wasConfined = confinement.isActive
        confinement.isActive = true
        defer { confinement.isActive = wasConfined }
        return try body()
    }

    // MARK: Numbers

    /// Defines numbers that statements and views call as functions without arguments; null until they are set.
    package func defineNumbers(_ names: [String]) throws(SQLiteError) {
        for name in names {
            let number = ConnectionNumber()
            numbers.append(number)
            try unsafe check(
                sqlite3_create_function_v2(
                    handle,
                    name,
                    0,
                    SQLITE_UTF8 | SQLITE_DETERMINISTIC,
                    Unmanaged.passUnretained(number).toOpaque(),
                    answerNumber,
                    nil,
                    nil,
                    nil
                )
            )
        }
    }

    /// A number, by its position among those defined. A statement uses the value at its first step.
    package subscript(number place: Int) -> Int64? {
        get { numbers[place].value }
        set { numbers[place].value = newValue }
    }
}

/// The state of a connection's authorizer.
final class Confinement {
    var isActive = false
    var views: Set<String> = []

    /// Table-valued functions that only read their JSON argument.
    static let tableFunctions: Set<String> = ["json_each"]

    /// Whether a statement may read a column of a table or view, named in a view or, nil, in the statement itself.
    func permitsReading(_ table: String, of database: String, in view: String?) -> Bool {
        if database == "temp", views.contains(table) { return true }
        if let view, views.contains(view) { return true }
        return Confinement.tableFunctions.contains(table)
    }
}

/// A number that statements of a connection call by its name.
final class ConnectionNumber {
    var value: Int64?
}

private func answerNumber(
    _ context: OpaquePointer?,
    _: Int32,
    _: UnsafeMutablePointer<OpaquePointer?>?
) {
    guard let pointer = unsafe sqlite3_user_data(context) else { return }
    let number = unsafe Unmanaged<ConnectionNumber>.fromOpaque(pointer).takeUnretainedValue()
    // Without a result the value is null.
    if let value = number.value { unsafe sqlite3_result_int64(context, value) }
}

/// The authorizer's callback: an action, two names that depend on it, a database, and the innermost view.
private func authorize(
    _ context: UnsafeMutableRawPointer?,
    _ action: Int32,
    _ first: UnsafePointer<CChar>?,
    _: UnsafePointer<CChar>?,
    _ database: UnsafePointer<CChar>?,
    _ view: UnsafePointer<CChar>?
) -> Int32 {
    guard let context = unsafe context else { return SQLITE_DENY }
    let confinement = unsafe Unmanaged<Confinement>.fromOpaque(context).takeUnretainedValue()
    guard confinement.isActive else { return SQLITE_OK }
    switch action {
    case SQLITE_SELECT, SQLITE_FUNCTION, SQLITE_RECURSIVE: return SQLITE_OK
    case SQLITE_READ:
        guard let table = unsafe first, let database = unsafe database else { return SQLITE_DENY }
        let isPermitted = unsafe confinement.permitsReading(
            String(cString: table),
            of: String(cString: database),
            in: view.map { unsafe String(cString: $0) }
        )
        return isPermitted ? SQLITE_OK : SQLITE_DENY
    default: return SQLITE_DENY
    }
}
