package import LibraryModel
package import LinuxSystem

/// When to reopen a stream, and which failures to report. A value without a clock.
///
/// States: open -> ended -> unreachable, and from either back to open. It begins as ended, so that a first attempt that
/// fails is reported as unreachable.
package struct Reconnection: Hashable, Sendable {
    /// What a failure means.
    package enum Loss: Hashable, Sendable {
        /// The stream was open.
        case ended
        /// The first attempt to open it, at first or after it ended, failed.
        case unreachable
        /// A later attempt failed.
        case stillUnreachable
    }

    private enum State: Hashable, Sendable { case open, ended, unreachable }

    private var state = State.ended
    private var backoff: Backoff

    package init(_ backoff: Backoff = Backoff()) {
        self.backoff = backoff
    }

    /// The stream is open.
    package mutating func opened() {
        state = .open
        backoff.reset()
    }

    /// The stream has ended or could not be opened. `pause`: nanoseconds until the next attempt.
    package mutating func failed() -> (loss: Loss, pause: UInt64) {
        switch state {
        case .open:
            state = .ended
            return (.ended, backoff.pause())
        case .ended:
            state = .unreachable
            return (.unreachable, backoff.pause())
        case .unreachable: return (.stillUnreachable, backoff.pause())
        }
    }
}

/// Keeps a stream open until `cancellation`: opens it, has `read` read it to its end, and reopens it. Blocks the
/// thread.
package func keepingOpen<Stream>(
    _ reconnection: Reconnection = Reconnection(),
    until cancellation: Cancellation,
    open: () throws(LibraryError) -> Stream,
    read: (Stream) throws(LibraryError) -> Void,
    lost: (Reconnection.Loss, LibraryError) -> Void
) {
    var reconnection = reconnection
    while !cancellation.isStopped {
        var failure = LibraryError(.unavailable, "the server ended the stream", isRetryable: true)
        do throws(LibraryError) {
            let stream = try open()
            reconnection.opened()
            try read(stream)
        } catch { failure = error }
        let (loss, pause) = reconnection.failed()
        lost(loss, failure)
        if cancellation.pause(pause) { return }
    }
}
