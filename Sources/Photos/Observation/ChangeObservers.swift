import LibraryClient
import LibraryModel
import LinuxSystem
import Synchronization

/// Notifies an app's observers of changes, which it reads from the library's history.
///
/// Guarantees:
/// 1. Each commit after `add` has returned reaches the observer once, in order. One notification may cover several.
/// 2. Observers are held weakly and called one after the other on one serial queue.
/// 3. When the history cannot provide the changes (its token expired, or the server was unreachable or denied access
///    when the observer was added), observers get a change without details: every fetch result is then compared as a
///    whole.
/// 4. The library is observed exactly while there are observers.
/// 5. Availability observers are notified once each time the server becomes unreachable. When it is back, change
///    observers are notified of what they missed.
/// 6. No object of the app is released under a lock, because its `deinit` may call this object.
///
/// `ObservedHistory` decides what to read and when. Lock order: `observation`, then `state`.
final class ChangeObservers: Sendable {
    private struct State {
        /// In the order of `add`. Numbers are not reused.
        var observers: [(number: UInt64, observer: WeakObserver)] = []
        var nextNumber: UInt64 = 1
        var history = ObservedHistory()
    }

    private let client: LibraryClient
    private let queue = DispatchQueue(label: "photos.observers")
    private let state = Mutex(State())
    /// Nil without observers, or when its thread could not be started.
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
        // Before the first ring: what is committed after this is read from this token on.
        let token = needsState ? currentToken() : nil
        state.withLock { $0.history.observerAdded(at: token) }
        observe()
        removeReleased()
    }

    func remove(_ removed: WeakObserver) {
        state.withLock { state in state.observers.removeAll { $0.observer.isSame(removed) } }
        removeReleased()
    }

    private func currentToken() -> ChangeToken? {
        // The first read reports the error.
        do throws(LibraryError) { return try client.currentToken() } catch { return nil }
    }

    /// Starts observing if needed. Tries again after a pause when no thread can be started.
    private func observe() {
        do throws(SystemCallError) {
            try observation.withLock { observation throws(SystemCallError) in
                guard observation == nil, !state.withLock({ $0.observers.isEmpty }) else { return }
                observation = try client.observeChanges { [weak self] error in
                    // Other errors, such as revoked access, come from a server that is reachable.
                    guard error.code == .unavailable, let self else { return }
                    queue.async { self.notify(.unavailable) }
                } _: { [weak self] in
                    self?.bellRang()
                }
            }
        } catch {
            lookAgain(after: .internal)
        }
    }

    /// Removes released observers, and stops observing when none is left.
    private func removeReleased() {
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
            if !summary.isEmpty { notify(.change(PHChange(summary, client: client))) }
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

    private func notify(_ event: LibraryEvent) {
        for (_, observer) in state.withLock({ $0.observers }) { observer.notify(event) }
        removeReleased()
    }
}
