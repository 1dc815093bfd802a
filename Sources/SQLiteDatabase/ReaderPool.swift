/// A fixed number of connections that read snapshots.
///
/// `read` blocks its thread while all of them are in use; a connection is with one caller at a time.
package final class ReaderPool: Sendable {
    private let idle: Monitor<[Connection]>
    private let size: Int

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
        self.size = size
        idle = Monitor(connections)
    }

    /// Runs `body` on one snapshot of the database. Once `isCancelled` answers true, waiting and statements end with an
    /// interrupted `SQLiteError`.
    package func read<Result>(
        isCancelled: (@Sendable () -> Bool)? = nil,
        _ body: (Connection) throws -> Result
    ) throws -> Result {
        let connection = try take(isCancelled)
        defer { idle.update { $0.append(connection) } }
        guard let isCancelled else { return try snapshot(connection, body) }
        return try connection.interruptible(by: isCancelled) { try snapshot(connection, body) }
    }

    private func take(_ isCancelled: (@Sendable () -> Bool)?) throws(SQLiteError) -> Connection {
        while true {
            let timeout = isCancelled == nil ? nil : ReaderPool.cancellationInterval
            if let connection = idle.wait(timeout: timeout, for: { $0.popLast() }) { return connection }
            if isCancelled?() == true { throw .interrupted }
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

    /// Waits until all readers are back and closes them. Nobody may read afterwards.
    package func close() {
        let all = idle.wait { connections -> [Connection]? in
            guard connections.count == size else { return nil }
            defer { connections = [] }
            return connections
        }
        withExtendedLifetime(all) {}
    }
}

extension SQLiteError {
    /// SQLITE_INTERRUPT.
    package static let interrupted = SQLiteError(code: 9, message: "interrupted")
}
