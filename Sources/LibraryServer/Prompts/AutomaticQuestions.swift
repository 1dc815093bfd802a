internal import Synchronization

/// Remembers for which runs of limited-access apps the person was asked automatically: once per run.
final class AutomaticQuestions: Sendable {
    /// One process of an app.
    struct Run: Hashable {
        var app: String
        var process: Int32
        /// Clock ticks since boot; tells a reused PID apart.
        var startTime: UInt64
    }

    /// Runs to remember; the oldest are forgotten first.
    static let capacity = 4_096

    private struct State {
        var runs: Set<Run> = []
        var order: [Run] = []
    }

    private let state = Mutex(State())

    func forget(_ app: String) {
        state.withLock { state in
            state.runs = state.runs.filter { $0.app != app }
            state.order.removeAll { $0.app == app }
        }
    }

    /// Returns true the first time.
    func isNew(_ run: Run) -> Bool {
        state.withLock { state in
            guard state.runs.insert(run).inserted else { return false }
            state.order.append(run)
            if state.order.count > AutomaticQuestions.capacity { state.runs.remove(state.order.removeFirst()) }
            return true
        }
    }
}
