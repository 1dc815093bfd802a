internal import LibraryModel
internal import LibraryStore
internal import LinuxSystem
internal import Synchronization

/// Rings the observers that can see something of a commit.
///
/// After a commit the writer's thread only wakes this object's thread, which then reads the library as
/// `ObservationRegistry` says. An app whose view shows nothing of a change is not rung. An observer that has no room
/// for an event delays nobody: it is rung once it has room.
final class CommitNotifier: Sendable {
    /// Sends an event without content. Returns false when the stream has no room for it now.
    typealias Bell = @Sendable () -> Bool
    /// The state that a view shows now, and whether it shows any change since an earlier one.
    typealias Reading =
        @Sendable (LibraryView, ChangeToken?) throws(LibraryError) -> (now: ChangeToken, hasChanges: Bool)

    private struct Observer {
        var view: LibraryView
        var barrier: RevocationBarrier
        var session: UInt64
        /// Nil until its stream is open.
        var bell: Bell?
    }

    private struct State {
        var registry = ObservationRegistry()
        var observers: [UInt64: Observer] = [:]

        func observers(of principal: Principal) -> [UInt64: Observer] {
            var found: [UInt64: Observer] = [:]
            for number in registry.observers(of: principal) { found[number] = observers[number] }
            return found
        }
    }

    /// Nanoseconds until a read that failed is tried again.
    private static let retryInterval: UInt64 = 1_000_000_000

    private let state = Mutex(State())
    private let thread = ServiceThread()
    private let log: EventLog
    private let read: Reading

    init(
        _ log: EventLog,
        read: @escaping Reading = { view, known throws(LibraryError) in try view.checkForChanges(since: known) }
    ) {
        self.log = log
        self.read = read
    }

    /// Subscribes to what is committed from here on. `begin` follows.
    func add(_ view: LibraryView, barrier: RevocationBarrier, session: UInt64) -> UInt64 {
        let number = state.withLock { state in
            let number = state.registry.add(view.principal)
            state.observers[number] = Observer(view: view, barrier: barrier, session: session)
            return number
        }
        thread.wake()
        return number
    }

    /// The observer's stream is open: `bell` rings it, at once for what was committed since `add`.
    func begin(_ number: UInt64, _ bell: @escaping Bell) {
        state.withLock { $0.observers[number]?.bell = bell }
        hasRoom(number)
    }

    func remove(_ number: UInt64) {
        let removed = state.withLock { state in
            state.registry.remove(number)
            return state.observers.removeValue(forKey: number)
        }
        withExtendedLifetime(removed) {}
    }

    /// Something was committed. From any thread.
    func committed() {
        state.withLock { $0.registry.committed() }
        thread.wake()
    }

    /// What had been deleted was erased. From any thread.
    func erased() {
        state.withLock { $0.registry.erased() }
        thread.wake()
    }

    /// A decision changed what an app may see. From any thread.
    func decided(about app: String) {
        state.withLock { $0.registry.decided(about: app) }
        thread.wake()
    }

    /// An observer's stream has room for an event again. From any thread.
    func hasRoom(_ number: UInt64) {
        state.withLock { $0.registry.hasRoom(number) }
        thread.wake()
    }

    func start() throws(SystemCallError) {
        try thread.start("observers") { [self] in
            var hasFailed = false
            while thread.wait(until: hasFailed ? MonotonicClock.deadline(after: CommitNotifier.retryInterval) : nil) {
                hasFailed = false
                let looks = state.withLock { state in
                    state.registry.assertInvariants()
                    return state.registry.takeDue()
                }
                for look in looks where !make(look) { hasFailed = true }
            }
        }
    }

    /// Ends the thread and waits for that.
    func stop() { thread.stop() }

    /// Reads the library for one app and rings its observers. Returns false when the library could not be read.
    private func make(_ look: ObservationRegistry.Look) -> Bool {
        let before = state.withLock { $0.observers(of: look.principal) }
        guard let view = before.values.first?.view else { return true }
        // Pinned before reading: a decision in between holds back what was read under the old one.
        var pins: [ObjectIdentifier: RevocationBarrier.Pin] = [:]
        for barrier in before.values.map(\.barrier) where pins[ObjectIdentifier(barrier)] == nil {
            pins[ObjectIdentifier(barrier)] = barrier.pin()
        }
        do throws(LibraryError) {
            let (now, hasChanges) = try read(view, look.known)
            let rung = state.withLock { state in
                state.registry.found(now, hasChanges: hasChanges, by: look).compactMap { number in
                    state.observers[number].map { (number, $0) }
                }
            }
            for (number, observer) in rung { ring(number, observer, pins[ObjectIdentifier(observer.barrier)], look) }
            return true
        } catch {
            if error.code == .accessDenied || error.code == .accessRestricted {
                state.withLock { $0.registry.foundNoAccess(by: look) }
                return true
            }
            log.event("observer-failed", ["error": error.reason])
            state.withLock { $0.registry.again(look) }
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
            // A decision came meanwhile, or the observer subscribed meanwhile through another barrier.
            state.withLock { $0.registry.again(look) }
            return thread.wake()
        }
        let isTaken = observer.bell?() ?? false
        observer.barrier.endSending(sending)
        if isTaken { state.withLock { $0.registry.rung(number) } }
    }
}
