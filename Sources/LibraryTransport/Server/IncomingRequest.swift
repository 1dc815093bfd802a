package import LinuxSystem
import Synchronization

/// A request that a handler is working on. It cannot outlive the call of `handle`.
package struct IncomingRequest: ~Copyable {
    private let connection: ServerConnection
    /// The stream that the request opened.
    package let stream: UInt32
    /// Stopped when the peer cancels, the request's deadline passes, or the connection ends. It means nothing after the
    /// answer.
    package let cancellation: Cancellation
    /// For a request that is tried on the thread that reads: when to leave it for another thread, in nanoseconds of
    /// `MonotonicClock`.
    package let quickDeadline: UInt64?
    private let isAnswered = Atomic<Bool>(false)

    init(_ connection: ServerConnection, _ stream: UInt32, _ cancellation: Cancellation, quickDeadline: UInt64? = nil) {
        self.connection = connection
        self.stream = stream
        self.cancellation = cancellation
        self.quickDeadline = quickDeadline
    }

    var hasAnswer: Bool { isAnswered.load(ordering: .relaxed) }

    /// An empty buffer for the answer, with memory that an earlier answer no longer needs.
    package borrowing func makeBuffer() -> MessageBuffer { connection.takeSpareBuffer() }

    /// Sends the answer, which ends the request. The descriptors are closed when they have been sent.
    package borrowing func reply(
        _ message: consuming MessageBuffer,
        descriptors: consuming DescriptorList = DescriptorList()
    ) {
        answers()
        connection.sendReply(message, descriptors: descriptors, stream: stream, cancellation)
    }

    /// Answers with a stream of events. Returns nil when the peer has cancelled or gone; the request is answered then.
    ///
    /// Both closures are called on transport threads, must not wait, and may call the stream. `onCreditReturned`: an
    /// event had found too little credit, and there is more now. `onEnd`: nothing can be sent any more; called once,
    /// except after `finish`. `keepsDeadline`: the request's deadline ends the stream; otherwise it binds the first
    /// answer only.
    package borrowing func openStream(
        _ message: consuming MessageBuffer,
        keepsDeadline: Bool,
        onCreditReturned: @escaping @Sendable (OutgoingStream) -> Void,
        onEnd: @escaping @Sendable () -> Void
    ) -> OutgoingStream? {
        answers()
        return connection.openStream(
            message,
            stream: stream,
            cancellation: cancellation,
            keepsDeadline: keepsDeadline,
            onCreditReturned: onCreditReturned,
            onEnd: onEnd
        )
    }

    private borrowing func answers() {
        let hasAnswer = isAnswered.exchange(true, ordering: .relaxed)
        precondition(!hasAnswer, "a request is answered once")
    }
}
