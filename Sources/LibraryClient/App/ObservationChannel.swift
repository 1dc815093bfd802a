internal import LibraryModel
internal import LibraryProtocol
internal import LinuxSystem
internal import Synchronization

/// The stream of bells that all observers of a process share: on a connection and a thread of its own, for as long as
/// there are observers, and opened again whenever it ends.
///
/// 1. An observer's bell rings once the server listens for it, and after each commit from then on.
/// 2. When the stream is open again, everybody's bell rings: what happened in between is in the history.
/// 3. An observer is served by whatever connection there will be: it does not matter whose attempt failed.
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
        /// Stops the thread that there is.
        var thread: Cancellation?
        /// The server rings for everybody who is added.
        var isOpen = false

        var all: [Observer] { observers.keys.sorted().compactMap { observers[$0] } }
    }

    private let state = Mutex(State())
    private let calls: CallChannel

    init(_ calls: CallChannel) {
        self.calls = calls
    }

    /// Adds an observer. Fails only when there is no thread.
    func add(whenLost: LossBody?, _ bell: @escaping Bell) throws(SystemCallError) -> ChangeObservation {
        let (number, isOpen) = try state.withLock { state throws(SystemCallError) in
            if state.thread == nil {
                // Under the lock: whoever finds a thread counts on it.
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
        // What the bell holds is let go outside of the lock.
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
        } read: { (stream: ReplyStream) throws(LibraryError) in
            guard case .done = stream.first else { throw .unexpectedReply }
            repeat {
                for observer in observers(of: cancellation, isOpen: true) { observer.bell() }
            } while try stream.next() != nil
            _ = try stream.last()
        } lost: { loss, error in
            let observers = observers(of: cancellation, isOpen: false)
            if loss == .unreachable { for observer in observers { observer.whenLost?(error) } }
        }
    }

    /// Those whom a thread serves: nobody, once it was stopped.
    private func observers(of thread: Cancellation, isOpen: Bool) -> [Observer] {
        state.withLock { state in
            guard state.thread === thread else { return [] }
            state.isOpen = isOpen
            return state.all
        }
    }
}

/// A running observation. It ends with `cancel()` or with its last reference.
package final class ChangeObservation: Sendable {
    private let end: @Sendable () -> Void

    init(_ end: @escaping @Sendable () -> Void) {
        self.end = end
    }

    deinit { end() }

    /// Ends it. From any thread, also from within the bell. A ring that another thread is about to make may still come.
    package func cancel() { end() }
}
