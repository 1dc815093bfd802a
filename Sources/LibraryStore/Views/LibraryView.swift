internal import Admission
package import LibraryModel
package import LinuxSystem
internal import SQLiteDatabase

/// A principal's view of a library: the capability through which all of its requests go.
///
/// What is not visible does not exist: fetches leave it out, and every other call answers for it exactly as for an
/// identifier that was never given. Without permission to read, fetches are empty and everything else is refused
/// (`accessDenied`, `accessRestricted`).
package struct LibraryView: Sendable {
    package let principal: Principal
    let store: LibraryStore
    /// Whose part of the readers is used.
    private let share: Share

    init(store: LibraryStore, principal: Principal, share: Share? = nil) {
        self.store = store
        self.principal = principal
        self.share = share ?? principal.share
    }

    /// What this view shows at this moment.
    package func visibility(cancellation: Cancellation? = nil) throws(LibraryError) -> Visibility {
        try read(cancellation) { $0.visibility }
    }

    /// Runs `body` on one snapshot, of which its statements read what is visible and nothing else.
    func read<Result>(
        _ cancellation: Cancellation?,
        _ body: (Snapshot) throws -> Result
    ) throws(LibraryError) -> Result {
        try store.read(for: share, cancellation) { connection in
            let visibility = try Visibility(principal, connection, store.configuration)
            return try Snapshot.showing(visibility, connection, store.identity) { snapshot in
                try connection.confined { try body(snapshot) }
            }
        }
    }

    /// Runs `body` in a transaction of the writer's, in which the views show what is visible to the principal.
    func show<Result>(_ connection: Connection, _ body: (Snapshot) throws -> Result) throws -> Result {
        let visibility = try Visibility(principal, connection, store.configuration)
        return try Snapshot.showing(visibility, connection, store.identity, body)
    }
}

/// One state of the database and what of it may be seen. Lives for one call.
struct Snapshot {
    let connection: Connection
    let visibility: Visibility
    let identity: LibraryIdentity

    /// Runs `body` while the connection's views show what `visibility` sees.
    static func showing<Result>(
        _ visibility: Visibility,
        _ connection: Connection,
        _ identity: LibraryIdentity,
        _ body: (Snapshot) throws -> Result
    ) rethrows -> Result {
        try connection.showing(visibility) {
            try body(Snapshot(connection: connection, visibility: visibility, identity: identity))
        }
    }

    private init(connection: Connection, visibility: Visibility, identity: LibraryIdentity) {
        self.connection = connection
        self.visibility = visibility
        self.identity = identity
    }
}
