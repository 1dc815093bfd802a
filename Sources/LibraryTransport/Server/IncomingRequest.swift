package import LinuxSystem
import Synchronization

/// A request as its handler sees it, for the duration of `handle`.
package struct IncomingRequest: ~Copyable {
    private let connection: ServerConnection
    /// The stream that the request opened.
    package let stream: UInt32
    /// What the handler made of its first fields.
    package let estimate: RequestEstimate
    /// Stopped when the peer cancels, the request's deadline passes, or the connection ends; of a short request only
    /// when the connection ends. Meaningless after the reply.
    package let cancellation: Cancellation
    /// Monotonic nanoseconds after which a refusal is sent in the reply's place; nil for none.
    private let deadline: UInt64?
    /// For a request that is tried on the reading thread: the monotonic nanoseconds at which to return `needsThread`.
    package let inlineDeadline: UInt64?
    private let isAnswered = Atomic<Bool>(false)

    init(
        _ connection: ServerConnection,
        _ stream: UInt32,
        _ estimate: RequestEstimate,
        _ cancellation: Cancellation,
        deadline: UInt64?,
        inlineDeadline: UInt64? = nil
    ) {
        self.connection = connection
        self.stream = stream
        self.estimate = estimate
        self.cancellation = cancellation
        self.deadline = deadline
        self.inlineDeadline = inlineDeadline
    }

    var hasAnswer: Bool { isAnswered.load(ordering: .relaxed) }

    /// An empty buffer for the reply, in the memory of an earlier one.
    package borrowing func makeBuffer() -> MessageBuffer { connection.takeSpareBuffer() }

    /// Sends the reply, which ends the request. Closes the descriptors.
    package borrowing func reply(
        _ message: consuming MessageBuffer,
        descriptors: consuming DescriptorList = DescriptorList()
    ) {
        answers()
        connection.sendReply(message, descriptors: descriptors, stream: stream, deadline)
    }

    /// Replies with an event stream. Returns nil when the peer has cancelled or gone; the request is answered then.
    ///
    /// Both closures run on transport threads, must not wait, and may call the stream. `onCreditReturned`: there is
    /// credit again after an event found too little. `onEnd`: nothing can be sent any more; called once, but not after
    /// `finish`. `keepsDeadline`: the request's deadline ends the stream; otherwise it only bounds the first response.
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
