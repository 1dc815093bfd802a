import LinuxSystem
import Synchronization

/// The most memory that a server has had of its own since this was made.
final class MemoryWatch: Sendable {
    private struct State {
        var most: Double
        var failure: (any Error)?
        var isStopped = false
    }

    private let first: Double
    private let state: Mutex<State>
    private let hasEnded = Parker()

    /// Nanoseconds between two looks.
    private static let interval: UInt64 = 10_000_000

    init(_ server: MeasuredServer) throws {
        first = try server.ownMemory()
        state = Mutex(State(most: first))
        _ = try SystemThread(name: "memory") { [self] in
            while !state.withLock({ $0.isStopped }) {
                do {
                    let now = try server.ownMemory()
                    state.withLock { $0.most = max($0.most, now) }
                } catch { state.withLock { $0.failure = error } }
                Parker().park(until: MonotonicClock.deadline(after: MemoryWatch.interval))
            }
            hasEnded.unpark()
        }
    }

    /// Mebibytes that it grew by.
    func stop() throws -> Double {
        state.withLock { $0.isStopped = true }
        hasEnded.park()
        return try state.withLock { state in
            if let failure = state.failure { throw failure }
            return state.most - first
        }
    }
}
