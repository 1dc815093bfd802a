import LibraryClient
import LibraryModel
import Synchronization

/// Tells an app's observers what changed, from the library's own history.
///
/// Guarantees:
/// 1. What is committed after `add` returned reaches the observer, once, in order, however many commits were told
///    together.
/// 2. Observers are held weakly and called one after the other on one serial queue.
/// 3. Where history cannot tell what happened (the token expired, the connection was away for long), observers are
///    told of a change without details: every fetch result is then compared as a whole.
final class ChangeObservers: Sendable {
    private struct State {
        var observers: [WeakObserver] = []
        var observation: ChangeObservation?
        /// Up to where observers were told.
        var position: ChangeToken?
        /// Whether a look at history is under way that has not begun to read.
        var isPending = false
    }

    private let client: LibraryClient
    private let queue = DispatchQueue(label: "photos.observers")
    private let state = Mutex(State())

    init(client: LibraryClient) {
        self.client = client
    }

    func add(_ observer: any PHPhotoLibraryChangeObserver) {
        let added = WeakObserver(observer)
        state.withLock { state in
            state.observers.removeAll { $0.isGone || $0.isSame(added) }
            state.observers.append(added)
        }
        startObserving()
    }

    func remove(_ observer: any PHPhotoLibraryChangeObserver) {
        let removed = WeakObserver(observer)
        state.withLock { state in state.observers.removeAll { $0.isGone || $0.isSame(removed) } }
    }

    /// Observes the library from the first observer on. Where that fails (the library is away), the next observer
    /// tries again.
    private func startObserving() {
        guard state.withLock({ $0.observation == nil }) else { return }
        do throws(LibraryError) {
            let observation = try client.observeChanges { [weak self] event in self?.libraryDidChange(event) }
            // Asked after the observation is on: what falls in between is told twice and found once.
            let position = try client.currentToken()
            let isFirst = state.withLock { state -> Bool in
                guard state.observation == nil else { return false }
                state.observation = observation
                state.position = state.position ?? position
                return true
            }
            if !isFirst { observation.cancel() }
        } catch {
            return
        }
    }

    private func libraryDidChange(_ event: ChangeEvent) {
        let isNews = state.withLock { state -> Bool in
            defer { state.isPending = true }
            return !state.isPending
        }
        guard isNews else { return }
        queue.async { self.tellObservers() }
    }

    private func tellObservers() {
        let (position, observers) = state.withLock { state in
            state.isPending = false
            return (state.position, state.observers)
        }
        guard let position else { return }
        let summary = ChangeSummary.reading(since: position, from: client)
        guard let end = summary.end else { return }
        state.withLock { $0.position = end }
        guard !summary.isEmpty else { return }
        let change = PHChange(summary, client: client)
        for observer in observers { observer.tell(change) }
    }
}

/// An observer, held weakly as Apple's is: it ends its observation by going away.
//
// `@unchecked`: an observer is any object of the app's. It is only called on the serial queue that the protocol
// promises; a weak reference may be read from any thread.
private struct WeakObserver: @unchecked Sendable {
    private weak var observer: (any PHPhotoLibraryChangeObserver)?

    init(_ observer: any PHPhotoLibraryChangeObserver) {
        self.observer = observer
    }

    var isGone: Bool { observer == nil }

    func isSame(_ other: WeakObserver) -> Bool { observer === other.observer }

    func tell(_ change: PHChange) { observer?.photoLibraryDidChange(change) }
}

extension PHPhotoLibrary {
    /// Tells an observer of every change from now on, of this app's own too. Observers are not kept alive.
    public func register(_ observer: any PHPhotoLibraryChangeObserver) { observers.add(observer) }

    /// Tells an observer no more. A call that is under way may still end after this returned.
    public func unregisterChangeObserver(_ observer: any PHPhotoLibraryChangeObserver) { observers.remove(observer) }
}
