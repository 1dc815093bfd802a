import Synchronization

/// Lets another thread take a call back. The call then gets the server's answer to that, which may still be the result.
package final class CallCancellation: Sendable {
    private enum State {
        case idle
        case running(ClientConnection, stream: UInt32)
        case cancelled
    }

    private let state = Mutex(State.idle)

    package init() {}

    package func cancel() {
        let running: (ClientConnection, UInt32)? = state.withLock { state in
            defer { state = .cancelled }
            if case .running(let connection, let stream) = state { return (connection, stream) }
            return nil
        }
        if let (connection, stream) = running { connection.cancel(stream) }
    }

    package var isCancelled: Bool {
        state.withLock { if case .cancelled = $0 { true } else { false } }
    }

    /// The request has been sent. Cancels at once what was cancelled before.
    func started(_ connection: ClientConnection, _ stream: UInt32) {
        let isCancelled = state.withLock { state in
            if case .cancelled = state { return true }
            state = .running(connection, stream: stream)
            return false
        }
        if isCancelled { connection.cancel(stream) }
    }

    func ended() {
        state.withLock { state in
            if case .running = state { state = .idle }
        }
    }
}
