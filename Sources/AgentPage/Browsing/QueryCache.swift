internal import LibraryClient
internal import Synchronization

/// The results of the page's last queries, by the tokens that the page knows them by.
final class QueryCache: Sendable {
    /// Results that are kept: those of what is on the screen, and of what one comes back to. A million photos are 20
    /// MB.
    static let maximumCount = 8

    private struct State {
        /// The one that was used last comes last.
        var results: [(token: String, found: FetchedIdentifiers)] = []
        var next: UInt64 = 1
    }

    private let state = Mutex(State())

    func add(_ found: FetchedIdentifiers) -> String {
        state.withLock { state in
            // Tokens are no secrets: whoever may ask for one may ask for everything.
            let token = String(state.next)
            state.next += 1
            state.results.append((token, found))
            if state.results.count > QueryCache.maximumCount { state.results.removeFirst() }
            return token
        }
    }

    func result(_ token: String) -> FetchedIdentifiers? {
        state.withLock { state in
            guard let position = state.results.firstIndex(where: { $0.token == token }) else { return nil }
            let result = state.results.remove(at: position)
            state.results.append(result)
            return result.found
        }
    }
}
