package import LinuxSystem
import Synchronization

/// An `AdmissionQueue` on which threads wait.
package final class AdmissionControl: Sendable {
    /// Why a ticket was not admitted.
    package enum Refusal: Error, Hashable, Sendable {
        /// The share's queue is full, or the cost exceeds the share's limit.
        case full
        /// `Cancellation` stopped the wait.
        case stopped(Cancellation.Cause)
        case closed
    }

    /// An admission, given back on deinit.
    package struct Admission: ~Copyable, Sendable {
        private let control: AdmissionControl
        private let ticket: UInt64

        fileprivate init(_ control: AdmissionControl, _ ticket: UInt64) {
            self.control = control
            self.ticket = ticket
        }

        deinit { control.leave(ticket) }

        /// The admitted work hangs: from now on it counts for its share only.
        package borrowing func setAside() { control.setAside(ticket) }
    }

    private struct State {
        var queue: AdmissionQueue<UInt64> { didSet { queue.assertInvariants() } }
        var nextTicket: UInt64 = 0
        /// Wakes the threads of waiting tickets.
        var parkers: [UInt64: Parker] = [:]
        var isClosed = false
        /// Wakes the thread that waits for the last ticket to leave.
        var closer: Parker?
    }

    private let state: Mutex<State>

    package init(limits: AdmissionQueue<UInt64>.Limits) {
        state = Mutex(State(queue: AdmissionQueue(limits: limits)))
    }

    /// Units in use.
    package var usedUnits: Int { state.withLock { $0.queue.usedUnits } }

    /// The number of waiting tickets.
    package var waitingCount: Int { state.withLock { $0.queue.waitingCount } }

    /// Waits until `cost` units are admitted for the share, `cancellation` stops, or `close` is called.
    package func enter(
        _ share: Share,
        cost: Int = 1,
        _ cancellation: Cancellation? = nil
    ) throws(Refusal) -> Admission {
        let (ticket, parker) = try arrive(share, cost)
        guard let parker else { return Admission(self, ticket) }
        let registration = cancellation?.whenStopped { parker.unpark() }
        defer { registration?.end() }
        while true {
            let isInTime = parker.park(until: cancellation?.deadline)
            let cause = isInTime ? cancellation?.cause : .deadline
            let outcome: Result<Bool, Refusal> = state.withLock { state in
                // Admitted between the timeout and the lock: the admission counts.
                if state.parkers[ticket] == nil { return state.isClosed ? .failure(.closed) : .success(true) }
                return cause.map { .failure(.stopped($0)) } ?? .success(false)
            }
            switch outcome {
            case .success(true): return Admission(self, ticket)
            case .success(false): continue
            case .failure(let refusal):
                leave(ticket)
                throw refusal
            }
        }
    }

    /// Refuses all waiting and later tickets.
    package func close() {
        let waiting = state.withLock { state in
            state.isClosed = true
            defer { state.parkers = [:] }
            return Array(state.parkers.values)
        }
        for parker in waiting { parker.unpark() }
    }

    /// Closes, and waits until every ticket has left. For one caller.
    package func closeWhenEmpty() {
        close()
        let parker = Parker()
        while true {
            let isEmpty = state.withLock { state in
                state.closer = parker
                return state.queue.usedUnits == 0
            }
            if isEmpty { return }
            parker.park()
        }
    }

    private func arrive(_ share: Share, _ cost: Int) throws(Refusal) -> (UInt64, Parker?) {
        let arrival: Result<(UInt64, Parker?), Refusal> = state.withLock { state in
            if state.isClosed { return .failure(.closed) }
            let ticket = state.nextTicket
            state.nextTicket += 1
            switch state.queue.arrive(ticket, of: share, cost: cost) {
            case .admitted: return .success((ticket, nil))
            case .refused: return .failure(.full)
            case .waits:
                let parker = Parker()
                state.parkers[ticket] = parker
                return .success((ticket, parker))
            }
        }
        return try arrival.get()
    }

    fileprivate func leave(_ ticket: UInt64) {
        change { state in
            state.parkers.removeValue(forKey: ticket)
            return state.queue.leave(ticket)
        }
    }

    fileprivate func setAside(_ ticket: UInt64) { change { $0.queue.setAside(ticket) } }

    /// Wakes the threads of admitted tickets.
    private func change(_ body: (inout State) -> [UInt64]) {
        let awakened = state.withLock { state in
            let admitted = body(&state).compactMap { state.parkers.removeValue(forKey: $0) }
            return admitted + [state.closer].compactMap { $0 }
        }
        for parker in awakened { parker.unpark() }
    }
}
