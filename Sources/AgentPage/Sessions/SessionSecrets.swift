internal import LinuxSystem
internal import Synchronization

/// What lets a browser in: a link with a secret that works once and not for long, for which it gets a cookie.
///
/// The cookie keeps everybody else out who can reach the port, that is every user and every web page of the machine.
/// Cookies are kept apart by host and not by port: where the page is at `PageAddress.plain`, another program's page
/// there is given it too. So `RequestChecks` looks at the origin as well, and the listener at the user who connects.
package final class SessionSecrets: Sendable {
    /// Nanoseconds for which a link is good.
    static let linkTime: UInt64 = 5 * 60 * 1_000_000_000
    /// Links that have not been followed; the oldest one goes.
    static let maximumLinks = 16
    /// Browsers that were let in; the one that came first goes.
    static let maximumSessions = 64

    private struct State {
        var links: [(secret: Secret, end: UInt64)] = []
        var sessions: [Secret] = []
    }

    private let state = Mutex(State())
    private let now: @Sendable () -> UInt64

    package init(clock now: @escaping @Sendable () -> UInt64 = MonotonicClock.now) { self.now = now }

    /// A secret for a link.
    func makeLink() -> String {
        let secret = Secret.random()
        let end = now() + SessionSecrets.linkTime
        state.withLock { state in
            state.links.append((secret, end))
            if state.links.count > SessionSecrets.maximumLinks { state.links.removeFirst() }
        }
        return secret.text
    }

    /// Takes the secret of a link, and answers the one of a new session: nil when the link has been used, is too old or
    /// never was.
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
