import Glibc

extension OwnedDescriptor {
    /// flock without waiting: takes the advisory lock of the open file, for as long as it is open.
    /// Returns false when another process holds it.
    package borrowing func lockExclusively() throws(SystemCallError) -> Bool {
        let rawValue = self.rawValue
        do throws(SystemCallError) {
            _ = try retryingInterruptions("flock") { flock(rawValue, LOCK_EX | LOCK_NB) }
            return true
        } catch {
            if error.errorNumber == EWOULDBLOCK { return false }
            throw error
        }
    }
}
