import LinuxSystem

/// The running requests by number.
struct RunningRequests {
    private var lastID: Int32 = 0
    private var running: [Int32: Cancellation] = [:]

    /// Starts a request. Returns its number, which is never 0, and its cancellation.
    mutating func begin() -> (id: Int32, cancellation: Cancellation) {
        repeat { lastID = lastID == .max ? 1 : lastID + 1 } while running[lastID] != nil
        let cancellation = Cancellation()
        running[lastID] = cancellation
        return (lastID, cancellation)
    }

    /// Removes a request. Returns whether it was cancelled.
    mutating func end(_ id: Int32) -> Bool { running.removeValue(forKey: id)?.isStopped ?? false }

    /// Returns the cancellation of a request; nil for one that has ended. Stop it outside the lock of this value,
    /// because that notifies the worker on the calling thread.
    func cancellation(of id: Int32) -> Cancellation? { running[id] }
}
