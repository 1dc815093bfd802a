import LibraryClient
import LibraryModel
import LinuxSystem

/// The token up to which an app's observers were notified, and what to read next. A value without a clock.
///
/// 1. A commit after `observerAdded` is covered by a read that begins after the next ring: of the history from
///    `position` on, or as "anything may have changed" when the position was not known in time.
/// 2. Rings that arrive before a read begins share it.
/// 3. A failed read is repeated after a pause, one pause at a time.
struct ObservedHistory: Sendable {
    /// What to read.
    enum Look: Hashable, Sendable {
        /// The history after a token.
        case history(since: ChangeToken)
        /// The current token; anything may have changed.
        case state
    }

    /// The token up to which observers were notified; nil before it is known.
    private(set) var position: ChangeToken?
    /// The history from `position` on may miss a commit.
    private var isLate = false
    /// A read is due that has not begun.
    private var isDue = false
    private var isPausing = false
    private var backoff = Backoff(first: 250_000_000, last: 8_000_000_000)

    /// An observer was added. `state`: the token read after that; nil when reading it failed.
    mutating func observerAdded(at state: ChangeToken?) {
        if position != nil { return }
        position = state
        isLate = isLate || state == nil
    }

    /// The history may have grown. Returns true when the caller has to start a read.
    mutating func bellRang() -> Bool {
        defer { isDue = true }
        return !isDue
    }

    mutating func lookBegins() -> Look {
        isDue = false
        guard let position, !isLate else { return .state }
        return .history(since: position)
    }

    /// A read succeeded up to a token.
    mutating func looked(_ look: Look, upTo end: ChangeToken) {
        switch look {
        case .history(let since): if position == since { position = end }
        case .state: (position, isLate) = (end, false)
        }
    }

    /// A read reached the end of the history.
    mutating func lookSucceeded() { backoff.reset() }

    /// A read failed. Returns the nanoseconds until the caller calls `pauseEnded`; nil when it will anyway, or a ring
    /// follows.
    mutating func lookFailed(_ error: LibraryError.Code) -> UInt64? {
        switch error {
        // The server rings when the person grants access again.
        case .accessDenied, .accessRestricted: return nil
        default:
            if isPausing { return nil }
            isPausing = true
            return backoff.pause()
        }
    }

    /// The pause is over: reads again, because no ring follows when only the call failed. Returns true when the caller
    /// has to start a read.
    mutating func pauseEnded() -> Bool {
        isPausing = false
        return bellRang()
    }
}
