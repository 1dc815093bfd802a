package import LibraryModel
package import LinuxSystem

/// When a stream that has ended is opened again, and what of that is news. A value without a clock.
///
/// States: open -> ended -> unreachable; from each of the others -> open. It begins ended: whoever wants the stream is
/// told when it cannot be had at first.
package struct Reconnection: Hashable, Sendable {
    /// What a failure means.
    package enum Loss: Hashable, Sendable {
        /// The stream was open until now.
        case ended
        /// It could not be opened at once, at first or after it had ended.
        case unreachable
        /// Nor could it before.
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

    /// The stream has ended or could not be opened. Returns the nanoseconds to wait until it is tried again.
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

/// Has a stream until `cancellation`: opens it, lets `read` read it to its end, and opens it again. Blocks its thread.
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
