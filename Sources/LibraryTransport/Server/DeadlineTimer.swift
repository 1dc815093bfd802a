import LinuxSystem
import Synchronization

/// Tells connections when the next deadline of their open requests has passed.
///
/// One thread, which exists while anything is scheduled. Each connection is scheduled once, for its earliest deadline;
/// a request that is answered in time leaves its schedule behind, and the connection looks again then. `state` guards
/// everything.
final class DeadlineTimer: Sendable {
    private struct Entry {
        var connection: ServerConnection
        var moment: UInt64
    }

    private struct State {
        var entries: [ObjectIdentifier: Entry] = [:]
        var isRunning = false
        /// When the thread wakes by itself.
        var wakesAt: UInt64 = .max
    }

    private let state = Mutex(State())
    private let parker = Parker()

    /// Has `deadlinesPassed` called on the timer's thread at `moment`, or at an earlier one that was asked for before.
    /// False when there is no thread for it.
    func schedule(_ connection: ServerConnection, at moment: UInt64) -> Bool {
        let (needsThread, needsWake): (Bool, Bool) = state.withLock { state in
            let key = ObjectIdentifier(connection)
            if let entry = state.entries[key], entry.moment <= moment { return (false, false) }
            state.entries[key] = Entry(connection: connection, moment: moment)
            defer { state.isRunning = true }
            return (!state.isRunning, state.isRunning && moment < state.wakesAt)
        }
        if needsWake { parker.unpark() }
        if !needsThread { return true }
        do throws(SystemCallError) {
            _ = try SystemThread(name: "deadlines") { self.run() }
            return true
        } catch {
            state.withLock { $0 = State() }
            return false
        }
    }

    /// Nothing of the connection is left to be looked at.
    func forget(_ connection: ServerConnection) {
        state.withLock { _ = $0.entries.removeValue(forKey: ObjectIdentifier(connection)) }
    }

    private func run() {
        while true {
            let now = MonotonicClock.now()
            let (due, wakesAt): ([ServerConnection], UInt64?) = state.withLock { state in
                let due = state.entries.values.filter { $0.moment <= now }.map(\.connection)
                for connection in due { state.entries.removeValue(forKey: ObjectIdentifier(connection)) }
                guard let earliest = state.entries.values.map(\.moment).min() else {
                    // With something due this thread comes back, and sees what was scheduled meanwhile.
                    state.wakesAt = 0
                    if due.isEmpty { state.isRunning = false }
                    return (due, nil)
                }
                state.wakesAt = due.isEmpty ? earliest : 0
                return (due, earliest)
            }
            for connection in due { connection.deadlinesPassed() }
            if !due.isEmpty { continue }
            guard let wakesAt else { return }
            parker.park(until: wakesAt)
        }
    }
}
