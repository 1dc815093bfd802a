internal import LibraryModel
internal import LibraryStore
internal import LinuxSystem
internal import Synchronization

/// Tells observers of changes, each what it may see.
///
/// After a commit the writer's thread only raises a flag; one thread of this object does the rest. An observer whose view
/// shows nothing of a change hears nothing of it. One that cannot take an event keeps nobody waiting: it is marked, and
/// its next event says that it must resynchronise from the history.
final class ChangeObservers: Sendable {
    /// What an event is handed to. False when there is no room for it now.
    typealias Sink = @Sendable (ChangeEvent) -> Bool

    private struct Observer {
        var view: LibraryView
        var sink: Sink
        var gate: AppGate
        var session: UInt64
        /// What it was told of last; nil when it could see nothing then.
        var told: ChangeToken?
        /// An event was lost since.
        var isBehind = false
    }

    private struct State {
        var next: UInt64 = 1
        var observers: [UInt64: Observer] = [:]
        var isStopped = false
    }

    private let state = Mutex(State())
    private let flag: EventDescriptor
    private let hasEnded: EventDescriptor
    private let log: EventLog

    init(_ log: EventLog) throws {
        flag = try EventDescriptor()
        hasEnded = try EventDescriptor()
        self.log = log
    }

    /// Observes from `token` on: what is committed after that is told.
    func add(
        _ view: LibraryView,
        from token: ChangeToken?,
        gate: AppGate,
        session: UInt64,
        _ sink: @escaping Sink
    ) -> UInt64 {
        let number = state.withLock { state in
            defer { state.next += 1 }
            state.observers[state.next] = Observer(view: view, sink: sink, gate: gate, session: session, told: token)
            return state.next
        }
        // A commit may have come between the token and this.
        flag.signal()
        return number
    }

    func remove(_ number: UInt64) {
        state.withLock { _ = $0.observers.removeValue(forKey: number) }
    }

    /// From any thread: something was committed, or an observer has room again.
    func wake() { flag.signal() }

    /// Ends `run`, and waits until it has ended.
    func stop() throws(SystemCallError) {
        state.withLock { $0.isStopped = true }
        flag.signal()
        _ = try Poll.wait(hasEnded.descriptor, for: .readable)
    }

    /// Tells observers until `stop`. For a thread of its own.
    func run() {
        defer { hasEnded.signal() }
        while true {
            do {
                _ = try Poll.wait(flag.descriptor, for: .readable)
            } catch {
                log.event("observers-failed", ["error": error.reason])
                return
            }
            _ = flag.clear()
            let (numbers, isStopped) = state.withLock { (Array($0.observers.keys), $0.isStopped) }
            if isStopped { return }
            for number in numbers { tell(number) }
        }
    }

    private func tell(_ number: UInt64) {
        guard let observer = state.withLock({ $0.observers[number] }) else { return }
        let ticket = observer.gate.ticket()
        do throws(LibraryError) {
            let now = try observer.view.currentToken()
            guard now != observer.told || observer.isBehind else { return }
            let isReset = now.visibilityEpoch != observer.told?.visibilityEpoch
            let firstNew = (observer.told?.sequence ?? now.sequence) + 1
            var isNews = isReset || observer.isBehind
            if !isNews, firstNew <= now.sequence {
                isNews = try observer.view.seesAnything(in: firstNew...now.sequence)
            }
            guard isNews else {
                update(number) { $0.told = now }
                return
            }
            let event = ChangeEvent(token: now.serialized, isResynchronization: isReset || observer.isBehind)
            guard let passage = observer.gate.pass(ticket, session: observer.session) else {
                // The person has decided meanwhile: it is looked at again.
                flag.signal()
                return
            }
            let isTold = observer.sink(event)
            observer.gate.leave(passage)
            if isTold {
                update(number) {
                    $0.told = now
                    $0.isBehind = false
                }
            } else {
                update(number) { $0.isBehind = true }
            }
        } catch {
            // Access was withdrawn: there is nothing to tell until it is given again. Anything else is the store's.
            if error.code != .accessDenied && error.code != .accessRestricted {
                log.event("observer-failed", ["error": error.reason])
            }
        }
    }

    private func update(_ number: UInt64, _ change: (inout Observer) -> Void) {
        state.withLock { state in
            guard var observer = state.observers[number] else { return }
            change(&observer)
            state.observers[number] = observer
        }
    }
}
