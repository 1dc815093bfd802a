package import Admission
package import LinuxSystem
import Synchronization

/// A fixed number of connections that read snapshots, each used by one caller at a time.
///
/// While all are in use, `read` waits for its share's turn; one connection is reserved for the owner.
package final class ReaderPool: Sendable {
    /// The pool is closed.
    package struct Closed: Error {}
    /// The app's queue is full.
    package struct Full: Error {}

    /// Connections of one app at a time.
    private static let perApp = 2
    /// Waiting callers of one app. Fewer threads than that work for one.
    private static let waitingPerApp = 256

    // `admission` admits as many callers as there are connections, so an admitted one finds an idle connection.
    private let admission: AdmissionControl
    private let idle: Mutex<[Pooled]>

    /// `@unchecked Sendable`: either in the pool, or owned by the caller that took it out.
    private struct Pooled: @unchecked Sendable {
        let connection: Connection
    }

    /// Opens `size` readers of an existing file. `prepare` sets each up, for example with functions.
    package init(
        path: String,
        size: Int,
        cacheKibibytes: Int,
        prepare: (Connection) throws(SQLiteError) -> Void
    ) throws(SQLiteError) {
        var connections: [Pooled] = []
        for _ in 0..<size {
            let connection = try Connection(path: path, role: .reader, cacheKibibytes: cacheKibibytes)
            try prepare(connection)
            connections.append(Pooled(connection: connection))
        }
        admission = AdmissionControl(
            limits: .init(
                capacity: size,
                reserved: size > 1 ? 1 : 0,
                perApp: ReaderPool.perApp,
                waitingPerApp: ReaderPool.waitingPerApp
            )
        )
        idle = Mutex(connections)
    }

    /// Runs `body` on one snapshot. Waiting and statements end with an interrupted `SQLiteError` once the cancellation
    /// stops; statements also once `isTooOld` returns true.
    package func read<Result>(
        for share: Share = .owner,
        _ cancellation: Cancellation? = nil,
        isTooOld: @escaping @Sendable () -> Bool = { false },
        _ body: (Connection) throws -> Result
    ) throws -> Result {
        let admission = try enter(share, cancellation)
        defer { withExtendedLifetime(admission) {} }
        let connection = take()
        defer { giveBack(connection) }
        return try connection.interruptible(by: { cancellation?.isStopped == true || isTooOld() }) {
            try snapshot(connection, body)
        }
    }

    private func enter(_ share: Share, _ cancellation: Cancellation?) throws -> AdmissionControl.Admission {
        do throws(AdmissionControl.Refusal) {
            return try admission.enter(share, cancellation)
        } catch {
            switch error {
            case .closed: throw Closed()
            case .full: throw Full()
            case .stopped: throw SQLiteError.interrupted
            }
        }
    }

    private func take() -> Connection {
        guard let taken = idle.withLock({ $0.popLast() }) else {
            preconditionFailure("an admitted caller without an idle connection")
        }
        return taken.connection
    }

    private func giveBack(_ connection: Connection) {
        let back = Pooled(connection: connection)
        idle.withLock { $0.append(back) }
    }

    private func snapshot<Result>(_ connection: Connection, _ body: (Connection) throws -> Result) throws -> Result {
        do {
            // Inside `do`: if interrupted at its very end, it throws although it has begun the transaction.
            try connection.statement("BEGIN").run()
            let result = try body(connection)
            try connection.statement("COMMIT").run()
            return result
        } catch {
            if connection.isInTransaction { try connection.execute("ROLLBACK") }
            throw error
        }
    }

    /// Refuses waiting and later callers, waits until all readers are idle, and closes them.
    package func close() {
        admission.closeWhenEmpty()
        // They close here, outside the lock.
        let connections = idle.withLock { idle in
            defer { idle = [] }
            return idle
        }
        withExtendedLifetime(connections) {}
    }
}

extension SQLiteError {
    /// SQLITE_INTERRUPT.
    package static let interrupted = SQLiteError(code: 9, message: "interrupted")
}
