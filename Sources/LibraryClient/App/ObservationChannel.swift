internal import LibraryModel
internal import LibraryProtocol
internal import LinuxSystem
internal import Synchronization

/// The event stream that all observers of a process share, on a connection and thread of its own. Open while there are
/// observers, and reopened whenever it ends.
///
/// 1. An observer's bell rings once the server observes for it, and then after each visible commit.
/// 2. After a reconnection all bells ring: the history has what happened in between.
/// 3. A failed attempt affects all observers alike: the next connection serves every one.
final class ObservationChannel: Sendable {
    typealias Bell = @Sendable () -> Void
    typealias LossBody = @Sendable (LibraryError) -> Void

    private struct Observer {
        var bell: Bell
        var whenLost: LossBody?
    }

    private struct State {
        var next: UInt64 = 1
        var observers: [UInt64: Observer] = [:]
        /// Stops the running thread; nil without one.
        var thread: Cancellation?
        /// The stream is open, so an added observer is observed for already.
        var isOpen = false

        var all: [Observer] { observers.keys.sorted().compactMap { observers[$0] } }
    }

    private let state = Mutex(State())
    private let calls: CallChannel

    init(_ calls: CallChannel) {
        self.calls = calls
    }

    /// Adds an observer. Fails only when no thread can be started.
    func add(whenLost: LossBody?, _ bell: @escaping Bell) throws(SystemCallError) -> ChangeObservation {
        let (number, isOpen) = try state.withLock { state throws(SystemCallError) in
            if state.thread == nil {
                // Under the lock, so that another caller that finds a thread can rely on it.
                let cancellation = Cancellation()
                _ = try SystemThread(name: "changes") { self.run(until: cancellation) }
                state.thread = cancellation
            }
            defer { state.next += 1 }
            state.observers[state.next] = Observer(bell: bell, whenLost: whenLost)
            return (state.next, state.isOpen)
        }
        if isOpen { bell() }
        return ChangeObservation { [weak self] in self?.remove(number) }
    }

    private func remove(_ number: UInt64) {
        // Releases the bell's captures outside of the lock.
        let (removed, ended) = state.withLock { state -> (Observer?, Cancellation?) in
            let removed = state.observers.removeValue(forKey: number)
            guard state.observers.isEmpty else { return (removed, nil) }
            defer { (state.thread, state.isOpen) = (nil, false) }
            return (removed, state.thread)
        }
        ended?.cancel()
        withExtendedLifetime(removed) {}
    }

    private func run(until cancellation: Cancellation) {
        keepingOpen(until: cancellation) { () throws(LibraryError) in
            try ReplyStream(ObserveCall(), on: try calls.connectionForStream(), cancellation)
        } read: { (stream: ReplyStream<ObserveCall>) throws(LibraryError) in
            repeat {
                for observer in observers(of: cancellation, isOpen: true) { observer.bell() }
            } while try stream.next() != nil
            _ = try stream.last()
        } lost: { loss, error in
            let observers = observers(of: cancellation, isOpen: false)
            if loss == .unreachable { for observer in observers { observer.whenLost?(error) } }
        }
    }

    /// The observers that a thread serves: none once it was stopped.
    private func observers(of thread: Cancellation, isOpen: Bool) -> [Observer] {
        state.withLock { state in
            guard state.thread === thread else { return [] }
            state.isOpen = isOpen
            return state.all
        }
    }
}

/// A running observation. Ends with `cancel()` or when it is released.
package final class ChangeObservation: Sendable {
    private let end: @Sendable () -> Void

    init(_ end: @escaping @Sendable () -> Void) {
        self.end = end
    }

    deinit { end() }

    /// Ends it. From any thread, also from within the bell. A ring that is under way on another thread may still come.
    package func cancel() { end() }
}
