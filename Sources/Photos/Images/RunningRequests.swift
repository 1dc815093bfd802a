import LinuxSystem

/// The requests that are under way, by their numbers.
struct RunningRequests {
    private var lastID: Int32 = 0
    private var running: [Int32: Cancellation] = [:]

    /// A request begins: its number, which is never 0, and what stops it.
    mutating func begin() -> (id: Int32, cancellation: Cancellation) {
        repeat { lastID = lastID == .max ? 1 : lastID + 1 } while running[lastID] != nil
        let cancellation = Cancellation()
        running[lastID] = cancellation
        return (lastID, cancellation)
    }

    /// Forgets a request and returns whether it was cancelled.
    mutating func end(_ id: Int32) -> Bool { running.removeValue(forKey: id)?.isStopped ?? false }

    /// What stops a request; nil for one that has ended. It is stopped outside of the lock that guards this value: who
    /// works on the request is told on the calling thread.
    func cancellation(of id: Int32) -> Cancellation? { running[id] }
}
