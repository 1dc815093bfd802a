internal import LibraryModel
internal import LibraryTransport
internal import LinuxSystem
internal import Synchronization

/// Keeps what was read under one decision of the person's from leaving after a later one was acknowledged: an epoch
/// fence that all replies and events to one app pass, except replies that disclose nothing of the library
/// (`CallRules.Effect.none`).
///
/// 1. A reply is pinned to the current epoch before it reads what the app may see.
/// 2. It may be sent only if the epoch has not advanced since; otherwise it is made again.
/// 3. `advance` is called when a decision is in the database, and before it is acknowledged. It returns once every
///    reply that was sent in an earlier epoch has been handed to the kernel and the app's outboxes are empty. An app
///    that does not take its replies cannot hold it up: after `patience` its connections are closed.
///
/// So a reply was either handed to the kernel before the acknowledgement, or made under the new decision. Everything
/// may be called from any thread.
final class RevocationBarrier: Sendable {
    /// Nanoseconds that replies have to reach the kernel.
    static let patience: UInt64 = 50_000_000
    /// Nanoseconds between looks at the outboxes: the thread that drains them does not signal `sendingEnded`.
    private static let recheckInterval: UInt64 = 1_000_000

    /// The epoch in which a reply was begun.
    struct Pin {
        fileprivate var epoch: UInt64
        /// The attempt that the next epoch stops.
        fileprivate var attempt: UInt64?
    }

    /// A reply that is being handed to the kernel.
    struct Sending: Hashable {
        fileprivate var session: UInt64
        fileprivate var epoch: UInt64
    }

    /// A connection of the app's.
    struct Connection {
        /// Whether its outbox holds anything.
        var hasUnsentBytes: @Sendable () -> Bool
        var cut: @Sendable () -> Void
    }

    private struct State {
        /// Counts decisions.
        var epoch: UInt64 = 0
        var sendings: [Sending] = []
        var connections: [UInt64: Connection] = [:]
        /// Replies that are being made and are made again in the next epoch.
        var attempts: [UInt64: Cancellation] = [:]
        var nextAttempt: UInt64 = 0
        /// `advance` waits for `sendings` to end.
        var isWaitedFor = false

        /// Traps when a reply is sent in an epoch that has not begun, or an attempt has a number that was not given
        /// out.
        func assertInvariants() {
            assert(sendings.allSatisfy { $0.epoch <= epoch })
            assert(attempts.keys.allSatisfy { $0 < nextAttempt })
        }
    }

    private let state = Mutex(State())
    /// Serializes `advance`.
    private let advancing = Mutex(())
    private let sendingEnded: EventDescriptor

    init() throws(SystemCallError) {
        sendingEnded = try EventDescriptor()
    }

    func connect(_ session: UInt64, _ connection: Connection) {
        state.withLock { $0.connections[session] = connection }
    }

    func disconnect(_ session: UInt64) {
        state.withLock { _ = $0.connections.removeValue(forKey: session) }
    }

    /// The number of the last decision.
    var epoch: UInt64 { state.withLock { $0.epoch } }

    /// Pins a reply to the current epoch. `attempt` is cancelled when the epoch advances before the reply is sent;
    /// `beginSending` or `unpin` must follow.
    func pin(interrupting attempt: Cancellation? = nil) -> Pin {
        state.withLock { state in
            guard let attempt else { return Pin(epoch: state.epoch) }
            defer { state.nextAttempt += 1 }
            state.attempts[state.nextAttempt] = attempt
            return Pin(epoch: state.epoch, attempt: state.nextAttempt)
        }
    }

    /// Gives back a pin of which no reply comes.
    func unpin(_ pin: Pin) {
        guard let attempt = pin.attempt else { return }
        state.withLock { _ = $0.attempts.removeValue(forKey: attempt) }
    }

    /// Begins to send; nil when the epoch has advanced since the pin. A reply that discloses nothing of the library
    /// needs no pin: it is only counted. `endSending` must follow.
    func beginSending(_ pin: Pin?, session: UInt64) -> Sending? {
        state.withLock { state in
            if let attempt = pin?.attempt { state.attempts.removeValue(forKey: attempt) }
            if let pin, pin.epoch != state.epoch { return nil }
            let sending = Sending(session: session, epoch: state.epoch)
            state.sendings.append(sending)
            return sending
        }
    }

    func endSending(_ sending: Sending) {
        let isWaitedFor = state.withLock { state in
            if let index = state.sendings.firstIndex(of: sending) { state.sendings.remove(at: index) }
            return state.isWaitedFor
        }
        if isWaitedFor { sendingEnded.signal() }
    }

    /// Makes a reply and sends it in the same epoch; makes it again when the epoch advanced meanwhile.
    func send<Made, Sent>(
        session: UInt64,
        _ make: () throws(LibraryError) -> Made,
        send: (Made) -> Sent
    ) throws(LibraryError) -> Sent {
        while true {
            let pin = pin()
            let made = try make()
            guard let sending = beginSending(pin, session: session) else { continue }
            defer { endSending(sending) }
            return send(made)
        }
    }

    /// Begins the next epoch. When the decision `narrows` what the app may do, returns only once nothing that it may no
    /// longer see is on its way.
    func advance(narrows: Bool) {
        guard narrows else {
            _ = nextEpoch { _ in }
            return
        }
        advancing.withLock { _ in
            let epoch = nextEpoch { $0.isWaitedFor = true }
            let deadline = MonotonicClock.deadline(after: RevocationBarrier.patience)
            let late = sessionsSending(before: epoch, until: deadline)
            let cut = state.withLock { state in
                state.isWaitedFor = false
                return state.connections.filter { late.contains($0.key) }
            }
            for connection in cut.values { connection.cut() }
            for connection in connectionsWithUnsentBytes(until: deadline) { connection.cut() }
        }
    }

    /// Counts a decision, and cancels the replies that are being made. Returns the new epoch.
    private func nextEpoch(_ change: (inout State) -> Void) -> UInt64 {
        let (epoch, attempts) = state.withLock { state in
            state.epoch += 1
            change(&state)
            return (state.epoch, Array(state.attempts.values))
        }
        for attempt in attempts { attempt.cancel() }
        return epoch
    }

    /// Waits until the connections' outboxes are empty. Returns the connections whose are not in time.
    private func connectionsWithUnsentBytes(until deadline: UInt64) -> [Connection] {
        var keeping = state.withLock { Array($0.connections.values) }
        while true {
            keeping.removeAll { !$0.hasUnsentBytes() }
            let now = MonotonicClock.now()
            guard !keeping.isEmpty, now < deadline else { return keeping }
            sendingEnded.clear()
            do throws(SystemCallError) {
                _ = try Poll.wait(
                    sendingEnded.descriptor,
                    for: .readable,
                    timeoutNanoseconds: min(RevocationBarrier.recheckInterval, deadline - now)
                )
            } catch { return keeping }
        }
    }

    /// Waits for what is being sent in earlier epochs. Returns the sessions that have not ended in time.
    private func sessionsSending(before epoch: UInt64, until deadline: UInt64) -> Set<UInt64> {
        while true {
            sendingEnded.clear()
            let sessions = state.withLock { state in
                Set(state.sendings.filter { $0.epoch < epoch }.map(\.session))
            }
            let now = MonotonicClock.now()
            guard !sessions.isEmpty, now < deadline else { return sessions }
            do throws(SystemCallError) {
                _ = try Poll.wait(sendingEnded.descriptor, for: .readable, timeoutNanoseconds: deadline - now)
            } catch {
                // Out of memory: closes them instead of waiting.
                return sessions
            }
        }
    }
}

extension RevocationBarrier {
    /// Whether no reply is pinned, sent or waited for. For tests.
    var isIdle: Bool {
        state.withLock { state in
            state.assertInvariants()
            return state.sendings.isEmpty && state.attempts.isEmpty && !state.isWaitedFor
        }
    }
}
