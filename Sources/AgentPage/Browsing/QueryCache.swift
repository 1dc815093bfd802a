internal import LibraryClient
internal import PhotoSearch
internal import Synchronization

/// The results of the page's last queries, by token.
final class QueryCache: Sendable {
    /// Results that are kept, for what is on the screen and what one goes back to. A million photos take 20 MB.
    static let maximumCount = 8

    struct Result: Sendable {
        var found: FetchedIdentifiers
        /// Whether its photos are in Recently Deleted.
        var isDeleted = false
    }

    private struct State {
        var results = RecentlyUsed<String, Result>(atMost: QueryCache.maximumCount)
        var next: UInt64 = 1
    }

    private let state = Mutex(State())

    func add(_ result: Result) -> String {
        state.withLock { state in
            // Tokens need not be secret: every session may see every photo.
            let token = String(state.next)
            state.next += 1
            state.results.add(result, for: token)
            return token
        }
    }

    func result(_ token: String) -> Result? { state.withLock { $0.results.value(for: token) } }
}
