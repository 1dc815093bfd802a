internal import Glibc
internal import LinuxSystem
internal import Synchronization

/// Closes connections that take too long to send a request. libmicrohttpd's own timeout starts again with every byte.
///
/// A deadline runs from the start of a connection, and from the end of each answer, until the next request has arrived
/// whole. None runs while a request is being answered.
package final class ConnectionDeadlines: Sendable {
    /// Nanoseconds that a connection has for a request.
    package static let requestTime: UInt64 = 60_000_000_000

    private let requestTime: UInt64
    /// When each socket is shut down, on the monotonic clock.
    private let deadlines = Mutex<[CInt: UInt64]>([:])
    private let thread = ServiceThread()

    init(requestTime: UInt64) throws(SystemCallError) {
        self.requestTime = requestTime
        // The thread keeps this object until `stop`.
        try thread.start("deadlines") { [self] in while thread.wait(until: shutDownLate()) {} }
    }

    func stop() { thread.stop() }

    func requestBegins(_ socket: CInt) {
        let wasEmpty = deadlines.withLock { deadlines in
            defer { deadlines[socket] = MonotonicClock.deadline(after: requestTime) }
            return deadlines.isEmpty
        }
        // All deadlines are set equally far ahead, so only the first one changes how long to wait.
        if wasEmpty { thread.wake() }
    }

    func answerBegins(_ socket: CInt) { _ = deadlines.withLock { $0.removeValue(forKey: socket) } }

    /// Called before the socket is closed: its number may belong to another connection right after.
    func connectionEnds(_ socket: CInt) { _ = deadlines.withLock { $0.removeValue(forKey: socket) } }

    /// Shuts down the sockets whose deadline has passed. Returns the next deadline.
    private func shutDownLate() -> UInt64? {
        let now = MonotonicClock.now()
        return deadlines.withLock { deadlines in
            for (socket, deadline) in deadlines where deadline <= now {
                // The connection's thread reads end of file, and closes.
                _ = shutdown(socket, CInt(SHUT_RDWR))
                deadlines.removeValue(forKey: socket)
            }
            return deadlines.values.min()
        }
    }
}
