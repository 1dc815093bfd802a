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
///    from the start (it was away, the person had not allowed it yet, or another observer's start was under way),
///    observers are told of a change without details as soon as they can be: every fetch result is then compared as a
///    whole.
/// 4. The library is observed for as long as there are observers and no longer.
/// 5. Observers of availability are told once when the connection to the library is lost and cannot be made again at
///    once. When it comes back, observers of changes are told what was missed.
/// 6. History that cannot be read is read again, from where observers were told, after pauses and with each event.
///
/// States: idle (no observers) → starting (tries to observe, with pauses) → observing → idle.
final class ChangeObservers: Sendable {
    private enum Phase {
        case idle
        /// `isLate`: what was committed since an observer was added may not be found in history.
        case starting(isLate: Bool)
        /// `position`: up to where observers were told.
        case observing(ChangeObservation, position: ChangeToken)
    }

    private struct State {
        var observers: [WeakObserver] = []
        var phase = Phase.idle
        /// Whether a look at history is due that has not begun to read. Before the phase is `observing` it stays due.
        var isPending = false
        /// Until the next attempt to start, or to read history.
        var pause = RetryPause()
        /// Whether a look after a pause is under way.
        var isRetrying = false
    }

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
            switch state.phase {
            case .idle:
                state.phase = .starting(isLate: false)
                return true
            case .starting:
                state.phase = .starting(isLate: true)
                return false
            case .observing: return false
            }
        }
        if mustStart { start() }
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
    private func start() {
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
            let (isLate, isPending) = state.withLock { state in
                defer {
                    state.phase = .observing(observation, position: position)
                    state.pause.reset()
                }
                guard case .starting(isLate: true) = state.phase else { return (false, state.isPending) }
                return (true, state.isPending)
            }
            stopWithoutObservers { $0.isGone }
            if isLate {
                let change = PHChange(ChangeSummary(unknownUpTo: position), client: client)
                queue.async { self.tell(.change(change)) }
            }
            // Events that came before there was a position to read from.
            if isPending { queue.async { self.tellWhatChanged() } }
        } catch {
            let pause = state.withLock { state in
                state.phase = .starting(isLate: true)
                return state.pause.next()
            }
            queue.asyncAfter(deadline: .now() + pause) { [weak self] in
                guard let self else { return }
                let isWanted = state.withLock { state -> Bool in
                    state.observers.removeAll { $0.isGone }
                    if state.observers.isEmpty { state.phase = .idle }
                    return !state.observers.isEmpty
                }
                if isWanted { start() }
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
            guard case .observing(_, let position) = state.phase else { return nil }
            state.isPending = false
            return position
        }
        guard let position else { return }
        let summary = ChangeSummary.reading(since: position, from: client)
        if let end = summary.end {
            state.withLock { state in
                guard case .observing(let observation, _) = state.phase else { return }
                state.phase = .observing(observation, position: end)
            }
            if !summary.isEmpty { tell(.change(PHChange(summary, client: client))) }
        }
        switch summary.failure?.code {
        case nil: state.withLock { $0.pause.reset() }
        // The library tells of a change when the person gives access again.
        case .accessDenied, .accessRestricted: return
        default: lookAgainAfterPause()
        }
    }

    /// The connection for events may be in order where a call failed: nothing else would bring up what was not read.
    private func lookAgainAfterPause() {
        let pause = state.withLock { state -> Double? in
            defer { state.isRetrying = true }
            return state.isRetrying ? nil : state.pause.next()
        }
        guard let pause else { return }
        queue.asyncAfter(deadline: .now() + pause) { [weak self] in
            guard let self else { return }
            state.withLock { $0.isRetrying = false }
            libraryDidChange()
        }
    }

    private func tell(_ news: LibraryNews) {
        for observer in state.withLock({ $0.observers }) { observer.tell(news) }
        stopWithoutObservers { $0.isGone }
    }
}
