internal import Synchronization

/// How a caller stops a request: by hand, or by a deadline that was set at its start.
///
/// Reading stops soon wherever it is. A change block is taken back while it waits for the writer; one that runs is
/// finished, because it is part of a transaction with others.
package final class Cancellation: Sendable {
    package enum Cause: Sendable {
        case cancelled
        case deadline
    }

    private struct State {
        var isCancelled = false
        var withdraw: (@Sendable () -> Void)?
    }

    private let state = Mutex(State())
    private let deadline: ContinuousClock.Instant?
    private let isStopped: (@Sendable () -> Cause?)?

    package init(deadline: ContinuousClock.Instant? = nil) {
        self.deadline = deadline
        isStopped = nil
    }

    /// Asks somebody else, now and then while reading, and before a change block begins. `remaining` is the time until
    /// the deadline that `isStopped` goes by; it ends the wait for the writer.
    package init(remaining: Duration?, asking isStopped: @escaping @Sendable () -> Cause?) {
        deadline = remaining.map { ContinuousClock.now.advanced(by: $0) }
        self.isStopped = isStopped
    }

    /// From any thread, any number of times.
    package func cancel() {
        let withdraw = state.withLock { state in
            state.isCancelled = true
            return state.withdraw
        }
        withdraw?()
    }

    /// Why to stop, nil to go on.
    package var cause: Cause? {
        if state.withLock({ $0.isCancelled }) { return .cancelled }
        if let deadline, ContinuousClock.now >= deadline { return .deadline }
        return isStopped?()
    }

    var remaining: Duration? { deadline.map { ContinuousClock.now.duration(to: $0) } }

    /// Runs `withdraw` when cancelled from now on, at once when that has happened already.
    func whenCancelled(_ withdraw: @escaping @Sendable () -> Void) {
        let isLate = state.withLock { state in
            state.withdraw = withdraw
            return state.isCancelled
        }
        if isLate { withdraw() }
    }
}

/// Until requests carry the `Cancellation` of LinuxSystem.
package typealias StoreCancellation = Cancellation
