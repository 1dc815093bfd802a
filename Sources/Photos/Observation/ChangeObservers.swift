import LibraryClient
import LibraryModel
import LinuxSystem
import Synchronization

/// Tells an app's observers what changed, from the library's own history.
///
/// Guarantees:
/// 1. What is committed after `add` returned reaches the observer, once, in order, however many commits were told
///    together. A look at history that finds several tells one change.
/// 2. Observers are held weakly and called one after the other on one serial queue.
/// 3. Where history cannot tell what happened, because a token expired or because the library's state was not known
///    when an observer was added (it was away, the person had not allowed it yet), observers are told of a change
///    without details as soon as they can be: every fetch result is then compared as a whole.
/// 4. The library is observed for as long as there are observers and no longer.
/// 5. Observers of availability are told when the library cannot be reached, at first or after the connection was lost,
///    once each time. When it comes back, observers of changes are told what was missed.
/// 6. Nothing of the app's is let go under a lock: its end may call this again.
///
/// What is looked at, and when, says `ObservedHistory`. Locks: `observation`, then `state`.
final class ChangeObservers: Sendable {
    private struct State {
        /// In the order in which they were added. A number is never another observer's.
        var observers: [(number: UInt64, observer: WeakObserver)] = []
        var nextNumber: UInt64 = 1
        var history = ObservedHistory()
    }

    private let client: LibraryClient
    private let queue = DispatchQueue(label: "photos.observers")
    private let state = Mutex(State())
    /// There while there are observers, if there is a thread for it.
    private let observation = Mutex<ChangeObservation?>(nil)

    init(client: LibraryClient) {
        self.client = client
    }

    func add(_ added: WeakObserver) {
        let needsState = state.withLock { state in
            state.observers.removeAll { $0.observer.isSame(added) }
            state.observers.append((state.nextNumber, added))
            state.nextNumber += 1
            return state.history.position == nil
        }
        // Before the first ring: what is committed from here on is read from there.
        let token = needsState ? stateOfNow() : nil
        state.withLock { $0.history.observerAdded(at: token) }
        observe()
        forgetThoseGone()
    }

    func remove(_ removed: WeakObserver) {
        state.withLock { state in state.observers.removeAll { $0.observer.isSame(removed) } }
        forgetThoseGone()
    }

    private func stateOfNow() -> ChangeToken? {
        // Why it is not known shows when it is looked at.
        do throws(LibraryError) { return try client.currentToken() } catch { return nil }
    }

    /// Observes the library where that is due. Where there is no thread for it, it is tried again after a pause.
    private func observe() {
        do throws(SystemCallError) {
            try observation.withLock { observation throws(SystemCallError) in
                guard observation == nil, !state.withLock({ $0.observers.isEmpty }) else { return }
                observation = try client.observeChanges { [weak self] error in
                    // Where the person took access away the library is still there.
                    guard error.code == .unavailable, let self else { return }
                    queue.async { self.tell(.unavailable) }
                } _: { [weak self] in
                    self?.bellRang()
                }
            }
        } catch {
            lookAgain(after: .internal)
        }
    }

    /// Forgets observers that are gone, and stops observing when none is left.
    private func forgetThoseGone() {
        let gone = Set(state.withLock { $0.observers }.filter(\.observer.isGone).map(\.number))
        if !gone.isEmpty { state.withLock { $0.observers.removeAll { gone.contains($0.number) } } }
        let ended = observation.withLock { observation in
            let isOver = state.withLock { state in
                if state.observers.isEmpty { state.history = ObservedHistory() }
                return state.observers.isEmpty
            }
            return isOver ? observation.take() : nil
        }
        ended?.cancel()
    }

    private func bellRang() {
        if state.withLock({ $0.history.bellRang() }) { queue.async { self.look() } }
    }

    private func look() {
        guard let look = state.withLock({ $0.observers.isEmpty ? nil : $0.history.lookBegins() }) else { return }
        let summary: ChangeSummary
        switch look {
        case .history(let since): summary = .reading(since: since, from: client)
        case .state: summary = .unknown(upTo: client)
        }
        if let end = summary.end {
            state.withLock { $0.history.looked(look, upTo: end) }
            if !summary.isEmpty { tell(.change(PHChange(summary, client: client))) }
        }
        if let failure = summary.failure {
            lookAgain(after: failure.code)
        } else {
            state.withLock { $0.history.lookSucceeded() }
        }
    }

    private func lookAgain(after failure: LibraryError.Code) {
        guard let pause = state.withLock({ $0.history.lookFailed(failure) }) else { return }
        queue.asyncAfter(deadline: .now() + .nanoseconds(Int(clamping: pause))) { [weak self] in
            guard let self else { return }
            observe()
            if state.withLock({ $0.history.pauseEnded() }) { look() }
        }
    }

    private func tell(_ news: LibraryNews) {
        for (_, observer) in state.withLock({ $0.observers }) { observer.tell(news) }
        forgetThoseGone()
    }
}
