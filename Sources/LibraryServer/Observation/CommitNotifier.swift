internal import LibraryModel
internal import LibraryStore
internal import LinuxSystem
internal import Synchronization

/// Rings for observers when something was committed that they may see.
///
/// After a commit the writer's thread only raises a flag; one thread of this object does the rest, as
/// `ObservationRegistry` says. An app whose view shows nothing of a change hears nothing of it. An observer that cannot
/// take an event keeps nobody waiting: it is rung when it can.
final class CommitNotifier: Sendable {
    /// Sends an event without content. False when there is no room for it now.
    typealias Bell = @Sendable () -> Bool
    /// What a view shows now, and whether anything happened since a state.
    typealias Reading = @Sendable (LibraryView, ChangeToken?) throws(LibraryError) -> (now: ChangeToken, isNews: Bool)

    private struct Observer {
        var view: LibraryView
        var barrier: RevocationBarrier
        var session: UInt64
        /// Nil until its stream is open.
        var bell: Bell?
    }

    private struct State {
        var register = ObservationRegistry()
        var observers: [UInt64: Observer] = [:]
        var isStopped = false

        func observers(of principal: Principal) -> [UInt64: Observer] {
            var found: [UInt64: Observer] = [:]
            for number in register.observers(of: principal) { found[number] = observers[number] }
            return found
        }
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
        read: @escaping Reading = { view, known throws(LibraryError) in try view.news(since: known) }
    ) throws {
        flag = try EventDescriptor()
        hasEnded = try EventDescriptor()
        self.log = log
        self.read = read
    }

    /// Observes: what is committed from here on rings the bell that `begin` brings.
    func add(_ view: LibraryView, barrier: RevocationBarrier, session: UInt64) -> UInt64 {
        let number = state.withLock { state in
            let number = state.register.add(view.principal)
            state.observers[number] = Observer(view: view, barrier: barrier, session: session)
            return number
        }
        flag.signal()
        return number
    }

    /// The observer's stream is open.
    func begin(_ number: UInt64, _ bell: @escaping Bell) {
        state.withLock { $0.observers[number]?.bell = bell }
        // What it could not be told before.
        hasRoom(number)
    }

    func remove(_ number: UInt64) {
        let removed = state.withLock { state in
            state.register.remove(number)
            return state.observers.removeValue(forKey: number)
        }
        withExtendedLifetime(removed) {}
    }

    /// From any thread: something was committed.
    func committed() {
        state.withLock { $0.register.committed() }
        flag.signal()
    }

    /// From any thread: what an app may see was decided anew.
    func decided(about app: String) {
        state.withLock { $0.register.decided(about: app) }
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

    /// Rings until `stop`. For a thread of its own.
    func run() {
        defer { hasEnded.signal() }
        var hasFailed = false
        while true {
            do throws(SystemCallError) {
                _ = try Poll.wait(
                    flag.descriptor,
                    for: .readable,
                    timeoutNanoseconds: hasFailed ? CommitNotifier.retryInterval : nil
                )
            } catch {
                // No reason to fall silent: who is due is looked at, and it is waited again.
                log.event("observers-failed", ["error": error.reason])
            }
            _ = flag.clear()
            let (looks, isStopped) = state.withLock { ($0.register.takeDue(), $0.isStopped) }
            if isStopped { return }
            hasFailed = false
            for one in looks where !look(one) { hasFailed = true }
        }
    }

    /// False when the library could not be read.
    private func look(_ look: ObservationRegistry.Look) -> Bool {
        let before = state.withLock { $0.observers(of: look.principal) }
        guard let view = before.values.first?.view else { return true }
        // Taken before anything is read: what is decided meanwhile keeps back what was read under the old decision.
        var pins: [ObjectIdentifier: RevocationBarrier.Pin] = [:]
        for barrier in before.values.map(\.barrier) where pins[ObjectIdentifier(barrier)] == nil {
            pins[ObjectIdentifier(barrier)] = barrier.pin()
        }
        do throws(LibraryError) {
            let (now, isNews) = try read(view, look.known)
            let rung = state.withLock { state in
                state.register.found(now, isNews: isNews, by: look).compactMap { number in
                    state.observers[number].map { (number, $0) }
                }
            }
            for (number, observer) in rung { ring(number, observer, pins[ObjectIdentifier(observer.barrier)], look) }
            return true
        } catch {
            if error.code == .accessDenied || error.code == .accessRestricted {
                state.withLock { $0.register.foundNoAccess(by: look) }
                return true
            }
            log.event("observer-failed", ["error": error.reason])
            state.withLock { $0.register.again(look) }
            return false
        }
    }

    private func ring(
        _ number: UInt64,
        _ observer: Observer,
        _ pin: RevocationBarrier.Pin?,
        _ look: ObservationRegistry.Look
    ) {
        guard let pin, let sending = observer.barrier.beginSending(pin, session: observer.session) else {
            // The person has decided meanwhile, or the observer came meanwhile through a barrier of its own.
            state.withLock { $0.register.again(look) }
            flag.signal()
            return
        }
        let isTaken = observer.bell?() ?? false
        observer.barrier.endSending(sending)
        if isTaken { state.withLock { $0.register.rung(number) } }
    }
}
