internal import LibraryModel
internal import LibraryStore
internal import LinuxSystem
internal import Synchronization

/// Tells observers of changes, each what it may see.
///
/// After a commit the writer's thread only raises a flag; one thread of this object does the rest, as
/// `ObservationRegister` says. An observer whose view shows nothing of a change hears nothing of it. One that cannot take
/// an event keeps nobody waiting: it is marked, and its next event says that it must resynchronise from the history.
final class ChangeObservers: Sendable {
    /// What an event is handed to. False when there is no room for it now.
    typealias Sink = @Sendable (ChangeEvent) -> Bool
    /// What a view shows now, and whether anything happened since it was told last.
    typealias Reading = @Sendable (LibraryView, ChangeToken?) throws(LibraryError) -> (now: ChangeToken, isNews: Bool)

    private struct Observer {
        var view: LibraryView
        var sink: Sink
        var gate: AppGate
        var session: UInt64
    }

    private struct State {
        var register = ObservationRegister()
        var observers: [UInt64: Observer] = [:]
        var isStopped = false
    }

    /// Nanoseconds until what could not be read is looked at again.
    private static let retryInterval: UInt64 = 1_000_000_000

    private let state = Mutex(State())
    private let flag: EventDescriptor
    private let hasEnded: EventDescriptor
    private let log: EventLog
    private let read: Reading

    init(
        _ log: EventLog,
        read: @escaping Reading = { view, told throws(LibraryError) in try view.news(since: told) }
    ) throws {
        flag = try EventDescriptor()
        hasEnded = try EventDescriptor()
        self.log = log
        self.read = read
    }

    /// Observes from `token` on: what is committed after that is told, also what was committed before this call.
    func add(
        _ view: LibraryView,
        from token: ChangeToken?,
        gate: AppGate,
        session: UInt64,
        _ sink: @escaping Sink
    ) -> UInt64 {
        let number = state.withLock { state in
            let number = state.register.add(view.principal, from: token)
            state.observers[number] = Observer(view: view, sink: sink, gate: gate, session: session)
            return number
        }
        flag.signal()
        return number
    }

    func remove(_ number: UInt64) {
        let removed = state.withLock { state in
            state.register.remove(number)
            return state.observers.removeValue(forKey: number)
        }
        withExtendedLifetime(removed) {}
    }

    /// From any thread: something was committed.
    func committed(_ summary: CommitSummary) {
        state.withLock { $0.register.committed(grants: summary.grants) }
        flag.signal()
    }

    /// From any thread: what apps may see was decided anew.
    func decided() {
        state.withLock { $0.register.decided() }
        flag.signal()
    }

    /// From any thread: an observer can take events again.
    func hasRoom(_ number: UInt64) {
        state.withLock { $0.register.hasRoom(number) }
        flag.signal()
    }

    /// Ends `run`, and waits until it has ended.
    func stop() throws(SystemCallError) {
        state.withLock { $0.isStopped = true }
        flag.signal()
        _ = try Poll.wait(hasEnded.descriptor, for: .readable)
    }

    /// Tells observers until `stop`. For a thread of its own.
    func run() {
        defer { hasEnded.signal() }
        var hasFailed = false
        while true {
            do throws(SystemCallError) {
                _ = try Poll.wait(
                    flag.descriptor,
                    for: .readable,
                    timeoutNanoseconds: hasFailed ? ChangeObservers.retryInterval : nil
                )
            } catch {
                // No reason to fall silent: what is due is told, and it is waited again.
                log.event("observers-failed", ["error": error.reason])
            }
            _ = flag.clear()
            let (looks, isStopped) = state.withLock { ($0.register.takeDue(), $0.isStopped) }
            if isStopped { return }
            hasFailed = false
            for look in looks where !tell(look) { hasFailed = true }
        }
    }

    /// False when the library could not be read.
    private func tell(_ look: ObservationRegister.Look) -> Bool {
        let observers = state.withLock { state in
            look.observers.compactMap { number in
                state.observers[number].map { (number, $0) }
            }
        }
        guard let view = observers.first?.1.view else { return true }
        // Taken before anything is read: what is decided meanwhile keeps back what was read under the old decision.
        let tickets = Dictionary(uniqueKeysWithValues: observers.map { ($0.0, ($0.1, $0.1.gate.ticket())) })
        do throws(LibraryError) {
            let (now, isNews) = try read(view, look.told)
            let tellings = state.withLock { $0.register.found(now, isNews: isNews, by: look) }
            for telling in tellings {
                guard let (observer, ticket) = tickets[telling.observer] else { continue }
                tell(telling, now, observer, ticket)
            }
            return true
        } catch {
            if error.code == .accessDenied || error.code == .accessRestricted {
                state.withLock { $0.register.foundNoAccess(by: look) }
                return true
            }
            log.event("observer-failed", ["error": error.reason])
            state.withLock { $0.register.again(look.observers) }
            return false
        }
    }

    private func tell(
        _ telling: ObservationRegister.Telling,
        _ now: ChangeToken,
        _ observer: Observer,
        _ ticket: AppGate.Ticket
    ) {
        guard let passage = observer.gate.pass(ticket, session: observer.session) else {
            // The person has decided meanwhile.
            state.withLock { $0.register.again([telling.observer]) }
            flag.signal()
            return
        }
        let isAccepted = observer.sink(telling.event)
        observer.gate.leave(passage)
        state.withLock { $0.register.told(telling.observer, of: now, isAccepted: isAccepted) }
    }
}
