internal import LinuxSystem
internal import Synchronization

/// The barriers of connected apps: one for all connections of an app.
final class RevocationBarriers: Sendable {
    private struct Entry {
        var barrier: RevocationBarrier
        var sessionCount = 0
    }

    private let entries = Mutex<[String: Entry]>([:])

    /// A session of an app begins; `leave` must follow.
    func join(_ app: String) throws(SystemCallError) -> RevocationBarrier {
        let fresh = try RevocationBarrier()
        return entries.withLock { entries in
            var entry = entries[app] ?? Entry(barrier: fresh)
            entry.sessionCount += 1
            entries[app] = entry
            return entry.barrier
        }
    }

    func leave(_ app: String) {
        entries.withLock { entries in
            guard var entry = entries[app] else { return }
            entry.sessionCount -= 1
            entries[app] = entry.sessionCount > 0 ? entry : nil
        }
    }

    /// Advances an app's barrier after a decision. An app that is not connected has no replies in flight.
    func advance(_ app: String, narrows: Bool) {
        entries.withLock { $0[app]?.barrier }?.advance(narrows: narrows)
    }

    var apps: [String] { entries.withLock { Array($0.keys) } }
}
