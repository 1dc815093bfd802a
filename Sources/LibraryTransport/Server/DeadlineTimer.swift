import LinuxSystem
import Synchronization

/// Tells connections when the earliest deadline of their open requests has passed.
///
/// One thread, which exists while anything is scheduled. A connection has one entry, for its earliest deadline. A
/// request that is answered in time leaves the entry, and the connection finds nothing due then. `state` guards
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

    /// Calls `deadlinesPassed` on the timer's thread at `moment`, or earlier if it was scheduled so before. Returns
    /// false when the thread cannot be started.
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

    /// Removes a connection that has ended.
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
                    // With something due, the thread comes back here and finds later entries.
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
