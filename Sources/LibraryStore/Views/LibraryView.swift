internal import Admission
package import LibraryModel
package import LinuxSystem
internal import SQLiteDatabase

/// A principal's view of a library, and the only way in which its requests reach the store.
///
/// Objects that are not visible do not exist: fetches omit them, and every other call replies as for an unknown
/// identifier. Without permission to read, fetches are empty and all else throws `accessDenied` or `accessRestricted`.
package struct LibraryView: Sendable {
    package let principal: Principal
    let store: LibraryStore
    /// The share of the readers that requests use.
    private let share: Share
    /// Whether columns in memory may answer. SQL gives the same answers: tests and benchmarks compare the two.
    package var usesColumns = true

    init(store: LibraryStore, principal: Principal, share: Share? = nil) {
        self.store = store
        self.principal = principal
        self.share = share ?? principal.share
    }

    /// The current visibility.
    package func visibility(cancellation: Cancellation? = nil) throws(LibraryError) -> Visibility {
        try read(cancellation) { $0.visibility }
    }

    /// Runs `body` on a snapshot. Its statements can read visible objects only.
    func read<Result>(
        _ cancellation: Cancellation?,
        _ body: (Snapshot) throws -> Result
    ) throws(LibraryError) -> Result {
        try store.read(for: share, cancellation) { connection in
            let visibility = try Visibility(principal, connection, store.configuration)
            let columns = usesColumns ? store.columns : nil
            return try Snapshot.showing(visibility, connection, store.identity, columns) { snapshot in
                try connection.confined { try body(snapshot) }
            }
        }
    }

    /// Runs `body` in the writer's transaction, with the views showing what is visible to the principal.
    func show<Result>(_ connection: Connection, _ body: (Snapshot) throws -> Result) throws -> Result {
        let visibility = try Visibility(principal, connection, store.configuration)
        return try Snapshot.showing(visibility, connection, store.identity, nil, body)
    }
}

/// One state of the database with the visibility of its reader. Lives for one call.
struct Snapshot {
    let connection: Connection
    let visibility: Visibility
    let identity: LibraryIdentity
    /// The columns of the assets; nil in the writer's transaction, of whose state there are none.
    let columns: AssetColumnCache?

    /// Runs `body` with the connection's views showing what is visible under `visibility`.
    static func showing<Result>(
        _ visibility: Visibility,
        _ connection: Connection,
        _ identity: LibraryIdentity,
        _ columns: AssetColumnCache? = nil,
        _ body: (Snapshot) throws -> Result
    ) throws -> Result {
        try connection.showing(visibility) {
            try body(Snapshot(connection: connection, visibility: visibility, identity: identity, columns: columns))
        }
    }

    private init(
        connection: Connection,
        visibility: Visibility,
        identity: LibraryIdentity,
        columns: AssetColumnCache?
    ) {
        self.connection = connection
        self.visibility = visibility
        self.identity = identity
        self.columns = columns
    }
}
