import LibraryClient
import LibraryModel
import Synchronization

/// Tells an app's observers what changed, from the library's own history.
///
/// Guarantees:
/// 1. What is committed after `add` returned reaches the observer, once, in order, however many commits were told
///    together.
/// 2. Observers are held weakly and called one after the other on one serial queue.
/// 3. Where history cannot tell what happened, because a token expired or because the library could not be observed
///    from the start (it was away, or the person had not allowed it yet), observers are told of a change without
///    details as soon as they can be: every fetch result is then compared as a whole.
/// 4. The library is observed for as long as there are observers and no longer.
/// 5. Observers of availability are told once when the connection to the library is lost and cannot be made again at
///    once. When it comes back, observers of changes are told what was missed.
///
/// States: idle (no observers) → starting (tries to observe, with pauses) → observing → idle.
final class ChangeObservers: Sendable {
    private enum Phase {
        case idle
        case starting
        /// `position`: up to where observers were told.
        case observing(ChangeObservation, position: ChangeToken)
    }

    private struct State {
        var observers: [WeakObserver] = []
        var phase = Phase.idle
        /// Whether a look at history is under way that has not begun to read.
        var isPending = false
    }

    /// Seconds between attempts to observe a library that cannot be: doubled from the first to the last.
    private static let firstPause = 0.25
    private static let lastPause = 8.0

    private let client: LibraryClient
    private let queue = DispatchQueue(label: "photos.observers")
    private let state = Mutex(State())

    init(client: LibraryClient) {
        self.client = client
    }

    func add(_ added: WeakObserver) {
        let mustStart = state.withLock { state -> Bool in
            state.observers.removeAll { $0.isGone || $0.isSame(added) }
            state.observers.append(added)
            guard case .idle = state.phase else { return false }
            state.phase = .starting
            return true
        }
        if mustStart { start(pause: Self.firstPause, isLate: false) }
    }

    func remove(_ removed: WeakObserver) {
        stopWithoutObservers { $0.isGone || $0.isSame(removed) }
    }

    /// Forgets the observers that `isGone` tells, and stops observing when none is left.
    private func stopWithoutObservers(_ isGone: @Sendable (WeakObserver) -> Bool) {
        let ended = state.withLock { state -> ChangeObservation? in
            state.observers.removeAll(where: isGone)
            guard state.observers.isEmpty, case .observing(let observation, _) = state.phase else { return nil }
            state.phase = .idle
            return observation
        }
        ended?.cancel()
    }

    /// Starts to observe, or tries again after a pause.
    private func start(pause: Double, isLate: Bool) {
        do throws(LibraryError) {
            let observation = try client.observeChanges { [weak self] error in
                // Where the person took access away the library is still there.
                guard error.code == .unavailable, let self else { return }
                queue.async { self.tell(.unavailable) }
            } _: { [weak self] _ in
                self?.libraryDidChange()
            }
            // Asked after the observation is on: what falls in between is told twice and found once.
            let position = try client.currentToken()
            state.withLock { $0.phase = .observing(observation, position: position) }
            stopWithoutObservers { $0.isGone }
            if isLate { tell(.change(PHChange(ChangeSummary(unknownUpTo: position), client: client))) }
        } catch {
            queue.asyncAfter(deadline: .now() + pause) { [weak self] in
                guard let self else { return }
                let isWanted = state.withLock { state -> Bool in
                    state.observers.removeAll { $0.isGone }
                    if state.observers.isEmpty { state.phase = .idle }
                    return !state.observers.isEmpty
                }
                if isWanted { start(pause: min(pause * 2, Self.lastPause), isLate: true) }
            }
        }
    }

    private func libraryDidChange() {
        let isNews = state.withLock { state -> Bool in
            defer { state.isPending = true }
            return !state.isPending
        }
        if isNews { queue.async { self.tellWhatChanged() } }
    }

    private func tellWhatChanged() {
        let position = state.withLock { state -> ChangeToken? in
            state.isPending = false
            guard case .observing(_, let position) = state.phase else { return nil }
            return position
        }
        guard let position else { return }
        let summary = ChangeSummary.reading(since: position, from: client)
        // Without an end nothing is known; the library tells of a change again when it is back.
        guard let end = summary.end else { return }
        state.withLock { state in
            guard case .observing(let observation, _) = state.phase else { return }
            state.phase = .observing(observation, position: end)
        }
        if !summary.isEmpty { tell(.change(PHChange(summary, client: client))) }
    }

    private func tell(_ news: LibraryNews) {
        for observer in state.withLock({ $0.observers }) { observer.tell(news) }
        stopWithoutObservers { $0.isGone }
    }
}
