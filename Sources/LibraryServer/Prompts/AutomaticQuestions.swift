internal import Synchronization

/// Which runs of apps with limited access were asked about already: the person is asked once a run.
final class AutomaticQuestions: Sendable {
    /// One run of an app.
    struct Run: Hashable {
        var app: String
        var process: Int32
        /// In clock ticks since the machine did: a number of a process is used again.
        var startTime: UInt64
    }

    /// Runs that are remembered; the oldest are forgotten first.
    private static let capacity = 4_096

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

    /// True the first time.
    func isNew(_ run: Run) -> Bool {
        state.withLock { state in
            guard state.runs.insert(run).inserted else { return false }
            state.order.append(run)
            if state.order.count > AutomaticQuestions.capacity { state.runs.remove(state.order.removeFirst()) }
            return true
        }
    }
}
