internal import LibraryModel
internal import Synchronization

/// Apps that have asked for access and wait for the person.
///
/// Nothing here blocks: an app holds a stream open, and the decision is offered to it when it comes.
final class AuthorizationWaiters: Sendable {
    /// Questions of one app that may be open at once; the person is asked once for all of them.
    static let maximumPerApp = 16

    struct Waiter: Sendable {
        var app: String
        /// The number of the session that asks.
        var session: UInt64
        var level: AccessLevel
        /// Answers the question and ends it.
        var decide: @Sendable (AuthorizationStatus) -> Void
    }

    private struct State {
        var next: UInt64 = 1
        var waiters: [UInt64: Waiter] = [:]
    }

    private let state = Mutex(State())

    /// Keeps a question until it is decided or `remove`d.
    func add(_ waiter: Waiter) throws(LibraryError) -> UInt64 {
        let number: UInt64? = state.withLock { state in
            guard state.waiters.values.count(where: { $0.app == waiter.app }) < AuthorizationWaiters.maximumPerApp
            else {
                return nil
            }
            defer { state.next += 1 }
            state.waiters[state.next] = waiter
            return state.next
        }
        guard let number else {
            throw LibraryError(.limitExceeded, "the app has asked \(AuthorizationWaiters.maximumPerApp) times already")
        }
        return number
    }

    func remove(_ number: UInt64) {
        state.withLock { _ = $0.waiters.removeValue(forKey: number) }
    }

    /// The session that has waited for the longest with a question of this app's.
    func firstAsker(of app: String) -> UInt64? {
        state.withLock { state in
            state.waiters.filter { $0.value.app == app }.min { $0.key < $1.key }?.value.session
        }
    }

    /// Answers everybody who waits for this decision. `notDetermined` leaves them waiting.
    func decided(_ status: AuthorizationStatus, app: String, level: AccessLevel) {
        guard status != .notDetermined else { return }
        let answered = state.withLock { state in
            let answered = state.waiters.filter { $0.value.app == app && $0.value.level == level }
            for number in answered.keys { state.waiters.removeValue(forKey: number) }
            return answered
        }
        for waiter in answered.values { waiter.decide(status) }
    }
}
