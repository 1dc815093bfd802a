import LinuxSystem
import Synchronization

/// The most memory that was in use since this was made, as something measures it in mebibytes.
final class MemoryWatch: Sendable {
    private struct State {
        var most: Double
        var failure: (any Error)?
        var isStopped = false
    }

    private let measure: @Sendable () throws -> Double
    private let first: Double
    private let state: Mutex<State>
    private let hasEnded = Parker()

    /// Nanoseconds between two looks.
    private static let interval: UInt64 = 10_000_000

    init(_ measure: @escaping @Sendable () throws -> Double) throws {
        self.measure = measure
        first = try measure()
        state = Mutex(State(most: first))
        _ = try SystemThread(name: "memory") { [self] in
            while !state.withLock({ $0.isStopped }) {
                do {
                    let now = try self.measure()
                    state.withLock { $0.most = max($0.most, now) }
                } catch { state.withLock { $0.failure = error } }
                Parker().park(until: MonotonicClock.deadline(after: MemoryWatch.interval))
            }
            hasEnded.unpark()
        }
    }

    /// The first and the most of what was measured.
    func stop() throws -> (first: Double, most: Double) {
        state.withLock { $0.isStopped = true }
        hasEnded.park()
        return try state.withLock { state in
            if let failure = state.failure { throw failure }
            return (first, state.most)
        }
    }
}
