/// A fixed number of connections that read snapshots.
///
/// `read` blocks its thread while all of them are in use; a connection is with one caller at a time.
package final class ReaderPool: Sendable {
    /// The pool is closed.
    package struct Closed: Error {}

    private struct State {
        var idle: [Connection]
        /// Connections that are not closed.
        var size: Int
        var isClosed = false
    }

    private let state: Monitor<State>

    /// How often somebody who waits for a connection asks whether it still wants one.
    private static let cancellationInterval: Duration = .milliseconds(20)

    /// Opens `size` readers of an existing file; `prepare` readies each, for example with functions.
    package init(
        path: String,
        size: Int,
        cacheKibibytes: Int,
        prepare: (Connection) throws(SQLiteError) -> Void
    ) throws(SQLiteError) {
        var connections: [Connection] = []
        for _ in 0..<size {
            let connection = try Connection(path: path, role: .reader, cacheKibibytes: cacheKibibytes)
            try prepare(connection)
            connections.append(connection)
        }
        state = Monitor(State(idle: connections, size: size))
    }

    /// Runs `body` on one snapshot of the database. Once `isCancelled` answers true, waiting and statements end with an
    /// interrupted `SQLiteError`.
    package func read<Result>(
        isCancelled: (@Sendable () -> Bool)? = nil,
        _ body: (Connection) throws -> Result
    ) throws -> Result {
        let connection = try take(isCancelled)
        defer { state.update { $0.idle.append(connection) } }
        guard let isCancelled else { return try snapshot(connection, body) }
        return try connection.interruptible(by: isCancelled) { try snapshot(connection, body) }
    }

    private func take(_ isCancelled: (@Sendable () -> Bool)?) throws -> Connection {
        let timeout = isCancelled == nil ? nil : ReaderPool.cancellationInterval
        while true {
            let taken = state.wait(timeout: timeout) { state -> Result<Connection, Closed>? in
                state.isClosed ? .failure(Closed()) : state.idle.popLast().map { .success($0) }
            }
            if let taken { return try taken.get() }
            if isCancelled?() == true { throw SQLiteError.interrupted }
        }
    }

    private func snapshot<Result>(_ connection: Connection, _ body: (Connection) throws -> Result) throws -> Result {
        try connection.statement("BEGIN").run()
        do {
            let result = try body(connection)
            try connection.statement("COMMIT").run()
            return result
        } catch {
            if connection.isInTransaction { try connection.execute("ROLLBACK") }
            throw error
        }
    }

    /// Refuses who comes, waits until all readers are back, and closes them.
    package func close() {
        state.update { $0.isClosed = true }
        let connections = state.wait { state -> [Connection]? in
            guard state.idle.count == state.size else { return nil }
            defer { (state.idle, state.size) = ([], 0) }
            return state.idle
        }
        // They close here, outside the lock.
        withExtendedLifetime(connections) {}
    }
}

extension SQLiteError {
    /// SQLITE_INTERRUPT.
    package static let interrupted = SQLiteError(code: 9, message: "interrupted")
}
