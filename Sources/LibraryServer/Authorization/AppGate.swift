internal import LibraryModel
internal import LibraryTransport
internal import LinuxSystem
internal import Synchronization

/// Through which everything that the server sends to one app goes, so that nothing that was found out under an earlier
/// decision of the person's leaves after a later one was acknowledged.
///
/// 1. Whoever makes an answer takes a ticket first, and reads what the app may see after that.
/// 2. An answer passes only if nothing was decided since its ticket; otherwise it is made again.
/// 3. `decided` is called when a decision is in the database, and before it is acknowledged. It returns when every
///    answer that passed before has been sent, and what was queued for the app has gone. An app that does not take its
///    answers cannot hold the decision up: after `patience` its connections are cut, with what they have not taken.
///
/// So an answer was either handed to the kernel before the acknowledgement, or it was made under the new decision.
/// Everything may be called from any thread.
final class AppGate: Sendable {
    /// Nanoseconds that answers have to go out.
    static let patience: UInt64 = 50_000_000
    /// Nanoseconds after which it is looked again whether what was queued has gone: whoever sends it does not come by
    /// here.
    private static let glance: UInt64 = 1_000_000

    /// What was decided when an answer was begun.
    struct Ticket {
        fileprivate var decision: UInt64
        /// Of the attempt that a decision interrupts.
        fileprivate var attempt: UInt64?
    }

    /// An answer on its way out.
    struct Passage {
        fileprivate var session: UInt64
        fileprivate var decision: UInt64
    }

    /// A connection of the app's.
    struct Connection {
        /// Whether it was given something that it has not taken.
        var keepsBytes: @Sendable () -> Bool
        var cut: @Sendable () -> Void
    }

    private struct State {
        /// Counts decisions.
        var decision: UInt64 = 0
        var passing: [Passage] = []
        var connections: [UInt64: Connection] = [:]
        /// Answers that are being made, and have to be made again when something is decided.
        var attempts: [UInt64: Cancellation] = [:]
        var nextAttempt: UInt64 = 0
        /// `decided` waits for somebody to leave.
        var isWaitedFor = false

        /// Traps when an answer passed by a decision that was not made, or an attempt has a number that was not given.
        func assertInvariants() {
            assert(passing.allSatisfy { $0.decision <= decision })
            assert(attempts.keys.allSatisfy { $0 < nextAttempt })
        }
    }

    private let state = Mutex(State())
    /// One decision at a time.
    private let deciding = Mutex(())
    private let left: EventDescriptor

    init() throws(SystemCallError) {
        left = try EventDescriptor()
    }

    func connect(_ session: UInt64, _ connection: Connection) {
        state.withLock { $0.connections[session] = connection }
    }

    func disconnect(_ session: UInt64) {
        state.withLock { _ = $0.connections.removeValue(forKey: session) }
    }

    /// The number of the last decision.
    var decision: UInt64 { state.withLock { $0.decision } }

    /// Before an answer is begun. `attempt` is stopped when something is decided before the answer passes; `pass` or
    /// `drop` must follow.
    func ticket(interrupting attempt: Cancellation? = nil) -> Ticket {
        state.withLock { state in
            guard let attempt else { return Ticket(decision: state.decision) }
            defer { state.nextAttempt += 1 }
            state.attempts[state.nextAttempt] = attempt
            return Ticket(decision: state.decision, attempt: state.nextAttempt)
        }
    }

    /// No answer comes of a ticket.
    func drop(_ ticket: Ticket) {
        guard let attempt = ticket.attempt else { return }
        state.withLock { _ = $0.attempts.removeValue(forKey: attempt) }
    }

    /// Begins to send. Nil when something was decided since the ticket. Without a ticket, for what tells nothing of the
    /// library, it is only counted. `leave` must follow.
    func pass(_ ticket: Ticket?, session: UInt64) -> Passage? {
        state.withLock { state in
            if let attempt = ticket?.attempt { state.attempts.removeValue(forKey: attempt) }
            if let ticket, ticket.decision != state.decision { return nil }
            let passage = Passage(session: session, decision: state.decision)
            state.passing.append(passage)
            return passage
        }
    }

    /// Makes something by what the person has decided, and sends it under the same decision. It is made again when they
    /// have decided meanwhile.
    func pass<Made, Sent>(
        session: UInt64,
        _ make: () throws(LibraryError) -> Made,
        send: (Made) -> Sent
    ) throws(LibraryError) -> Sent {
        while true {
            let ticket = ticket()
            let made = try make()
            guard let passage = pass(ticket, session: session) else { continue }
            defer { leave(passage) }
            return send(made)
        }
    }

    func leave(_ passage: Passage) {
        let isWaitedFor = state.withLock { state in
            let place = state.passing.firstIndex {
                $0.session == passage.session && $0.decision == passage.decision
            }
            if let place { state.passing.remove(at: place) }
            return state.isWaitedFor
        }
        if isWaitedFor { left.signal() }
    }

    /// Something was decided. `narrows`: the app may do less; then it returns when nothing that it may no longer see is
    /// on its way.
    func decided(narrows: Bool) {
        guard narrows else {
            _ = interrupting { _ in }
            return
        }
        deciding.withLock { _ in
            let decision = interrupting { $0.isWaitedFor = true }
            let deadline = MonotonicClock.deadline(after: AppGate.patience)
            let late = sessionsThatPassed(before: decision, until: deadline)
            let cut = state.withLock { state in
                state.isWaitedFor = false
                return state.connections.filter { late.contains($0.key) }
            }
            for connection in cut.values { connection.cut() }
            for connection in connectionsThatKeepBytes(until: deadline) { connection.cut() }
        }
    }

    /// Counts a decision, and stops the answers that are being made; the decision's number.
    private func interrupting(_ change: (inout State) -> Void) -> UInt64 {
        let (decision, attempts) = state.withLock { state in
            state.decision += 1
            change(&state)
            return (state.decision, Array(state.attempts.values))
        }
        for attempt in attempts { attempt.cancel() }
        return decision
    }

    /// Waits until the connections have sent what was queued for them. Returns those that have not in time.
    private func connectionsThatKeepBytes(until deadline: UInt64) -> [Connection] {
        var keeping = state.withLock { Array($0.connections.values) }
        while true {
            keeping.removeAll { !$0.keepsBytes() }
            let now = MonotonicClock.now()
            guard !keeping.isEmpty, now < deadline else { return keeping }
            left.clear()
            do throws(SystemCallError) {
                _ = try Poll.wait(
                    left.descriptor,
                    for: .readable,
                    timeoutNanoseconds: min(AppGate.glance, deadline - now)
                )
            } catch { return keeping }
        }
    }

    /// Waits for those who passed before a decision. Returns who has not left in time.
    private func sessionsThatPassed(before decision: UInt64, until deadline: UInt64) -> Set<UInt64> {
        while true {
            left.clear()
            let sessions = state.withLock { state in
                Set(state.passing.filter { $0.decision < decision }.map(\.session))
            }
            let now = MonotonicClock.now()
            guard !sessions.isEmpty, now < deadline else { return sessions }
            do throws(SystemCallError) {
                _ = try Poll.wait(left.descriptor, for: .readable, timeoutNanoseconds: deadline - now)
            } catch {
                // Out of memory: nobody is waited for.
                return sessions
            }
        }
    }
}

extension AppGate {
    /// Nobody makes an answer, sends one, or waits for that. For tests: every ticket and passage was given back.
    var isIdle: Bool {
        state.withLock { state in
            state.assertInvariants()
            return state.passing.isEmpty && state.attempts.isEmpty && !state.isWaitedFor
        }
    }
}

/// The gates of the apps that are connected.
final class AppGates: Sendable {
    private struct Entry {
        var gate: AppGate
        var sessionCount = 0
    }

    private let entries = Mutex<[String: Entry]>([:])

    /// A session of an app's begins; `leave` must follow.
    func join(_ app: String) throws(SystemCallError) -> AppGate {
        let fresh = try AppGate()
        return entries.withLock { entries in
            var entry = entries[app] ?? Entry(gate: fresh)
            entry.sessionCount += 1
            entries[app] = entry
            return entry.gate
        }
    }

    func leave(_ app: String) {
        entries.withLock { entries in
            guard var entry = entries[app] else { return }
            entry.sessionCount -= 1
            entries[app] = entry.sessionCount > 0 ? entry : nil
        }
    }

    /// Something was decided about an app. An app that is not connected has nothing on its way.
    func decided(_ app: String, narrows: Bool) {
        entries.withLock { $0[app]?.gate }?.decided(narrows: narrows)
    }

    var apps: [String] { entries.withLock { Array($0.keys) } }
}
