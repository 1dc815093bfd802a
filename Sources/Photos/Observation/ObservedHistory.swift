import LibraryClient
import LibraryModel

/// Up to where an app's observers were told, and what is to be looked at next. A value without a clock.
///
/// 1. Whatever is committed after `observerAdded` is in a look that begins after the next ring: read from the position,
///    or told as "anything may have changed" where the position was not known in time.
/// 2. Of several rings that no look has begun for, one look is made.
/// 3. A look that failed is made again after a pause; there is one pause at a time.
struct ObservedHistory: Sendable {
    /// What to look at.
    enum Look: Hashable, Sendable {
        /// History from a state on.
        case history(since: ChangeToken)
        /// Anything may have happened: the state of now.
        case state
    }

    /// Up to where observers were told; nil before it is known.
    private(set) var position: ChangeToken?
    /// Something may have been committed that history does not tell from the position on.
    private var isLate = false
    /// A look is due that has not begun.
    private var isDue = false
    private var isPausing = false
    private var backoff = Backoff(first: 250_000_000, last: 8_000_000_000)

    /// An observer was added, and the state asked for after that; nil when it was not told.
    mutating func observerAdded(at state: ChangeToken?) {
        if position != nil { return }
        position = state
        isLate = isLate || state == nil
    }

    /// There may be more in history. True when a look is to be made.
    mutating func bellRang() -> Bool {
        defer { isDue = true }
        return !isDue
    }

    mutating func lookBegins() -> Look {
        isDue = false
        guard let position, !isLate else { return .state }
        return .history(since: position)
    }

    /// A look found something out up to a state.
    mutating func looked(_ look: Look, upTo end: ChangeToken) {
        switch look {
        case .history(let since): if position == since { position = end }
        case .state: (position, isLate) = (end, false)
        }
    }

    /// Reading went to its end.
    mutating func lookSucceeded() { backoff.reset() }

    /// Reading failed. Nanoseconds after which `pauseEnded`; nil when that comes anyway, or a ring is to be waited for.
    mutating func lookFailed(_ error: LibraryError.Code) -> UInt64? {
        switch error {
        // The library rings when the person gives access again.
        case .accessDenied, .accessRestricted: return nil
        default:
            if isPausing { return nil }
            isPausing = true
            return backoff.pause()
        }
    }

    /// The connection for events may be in order where a call failed, and no ring comes. True when a look is to be
    /// made.
    mutating func pauseEnded() -> Bool {
        isPausing = false
        return bellRang()
    }
}
