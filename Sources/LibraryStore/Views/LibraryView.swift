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

    /// How much a view shows.
    package enum Extent: Sendable {
        case full
        case limited
        case addOnly
        case none
    }

    /// How much this view shows at this moment.
    package func extent(cancellation: Cancellation? = nil) throws(LibraryError) -> Extent {
        try read(cancellation) { snapshot in
            switch snapshot.sight {
            case .full: .full
            case .limited: .limited
            case .addOnly: .addOnly
            case .none: .none
            }
        }
    }

    func read<Result>(
        _ cancellation: Cancellation?,
        _ body: (Snapshot) throws -> Result
    ) throws(LibraryError) -> Result {
        try store.read(for: share, cancellation) { connection in
            let sight = try Sight(principal, connection, store.configuration)
            return try body(Snapshot(connection: connection, sight: sight, identity: store.identity))
        }
    }
}

/// One state of the database and what of it may be seen. Lives for one call.
struct Snapshot {
    let connection: Connection
    let sight: Sight
    let identity: LibraryIdentity
}
