internal import LinuxSystem
internal import Synchronization

/// The bearer tokens of browsers: a link carries one that works once and soon expires, and is exchanged for a session
/// cookie.
///
/// The cookie keeps out everyone else who can reach the port: all users of the machine and all web pages in their
/// browsers. Browsers send cookies to every port of a host, so at `PageAddress.plain` other programs' pages get it too.
/// That is why `RequestChecks` looks at the origin as well, and the listener at the user who connects.
package final class SessionSecrets: Sendable {
    /// Nanoseconds after which a link expires.
    static let linkTime: UInt64 = 5 * 60 * 1_000_000_000
    /// Links that were not followed yet; one more drops the oldest.
    static let maximumLinks = 16
    /// Sessions; one more drops the oldest.
    static let maximumSessions = 64

    private struct State {
        var links: [(secret: Secret, end: UInt64)] = []
        var sessions: [Secret] = []
    }

    private let state = Mutex(State())
    private let now: @Sendable () -> UInt64

    package init(clock now: @escaping @Sendable () -> UInt64 = MonotonicClock.now) { self.now = now }

    /// The secret of a new link.
    func makeLink() -> String {
        let secret = Secret.random()
        let end = now() + SessionSecrets.linkTime
        state.withLock { state in
            state.links.append((secret, end))
            if state.links.count > SessionSecrets.maximumLinks { state.links.removeFirst() }
        }
        return secret.text
    }

    /// Exchanges the secret of a link for the secret of a new session. Nil when the link was used, has expired or never
    /// existed.
    func redeem(_ text: String) -> String? {
        guard let given = Secret(text) else { return nil }
        let now = now()
        let session = Secret.random()
        let isGood = state.withLock { state in
            state.links.removeAll { $0.end <= now }
            guard let position = state.links.firstIndex(where: { $0.secret.matches(given) }) else { return false }
            state.links.remove(at: position)
            state.sessions.append(session)
            if state.sessions.count > SessionSecrets.maximumSessions { state.sessions.removeFirst() }
            return true
        }
        return isGood ? session.text : nil
    }

    /// Whether this is the secret of a session.
    func isSession(_ text: String) -> Bool {
        guard let given = Secret(text) else { return false }
        return state.withLock { $0.sessions.contains { $0.matches(given) } }
    }
}
