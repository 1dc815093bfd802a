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

    private struct State {
        /// When a socket is shut down, on the monotonic clock.
        var deadlines: [CInt: UInt64] = [:]
        var isStopped = false
    }

    private let requestTime: UInt64
    private let state = Mutex(State())
    private let changed: EventDescriptor

    init(requestTime: UInt64) throws(SystemCallError) {
        self.requestTime = requestTime
        changed = try EventDescriptor()
        // The thread keeps this object until `stop`.
        _ = try SystemThread(name: "deadlines") { [self] in watch() }
    }

    func stop() {
        state.withLock { $0.isStopped = true }
        changed.signal()
    }

    func requestBegins(_ socket: CInt) {
        let wasEmpty = state.withLock { state in
            defer { state.deadlines[socket] = MonotonicClock.deadline(after: requestTime) }
            return state.deadlines.isEmpty
        }
        // All deadlines are set equally far ahead, so only the first one changes how long to wait.
        if wasEmpty { changed.signal() }
    }

    func answerBegins(_ socket: CInt) { _ = state.withLock { $0.deadlines.removeValue(forKey: socket) } }

    /// Called before the socket is closed: its number may belong to another connection right after.
    func connectionEnds(_ socket: CInt) { _ = state.withLock { $0.deadlines.removeValue(forKey: socket) } }

    private func watch() {
        while true {
            changed.clear()
            let (isStopped, next) = state.withLock { state in
                let now = MonotonicClock.now()
                for (socket, deadline) in state.deadlines where deadline <= now {
                    // The connection's thread reads end of file, and closes.
                    _ = shutdown(socket, CInt(SHUT_RDWR))
                    state.deadlines.removeValue(forKey: socket)
                }
                return (state.isStopped, state.deadlines.values.min().map { $0 - now })
            }
            if isStopped { return }
            do throws(SystemCallError) {
                _ = try Poll.wait(changed.descriptor, for: .readable, timeoutNanoseconds: next)
            } catch {
                preconditionFailure("waiting for an event: \(error)")
            }
        }
    }
}
