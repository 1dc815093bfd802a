package import LinuxSystem

/// A request that a handler is working on. It cannot outlive the call of `handle`.
package struct IncomingRequest: ~Copyable {
    private let connection: ServerConnection
    /// The stream that the request opened.
    package let stream: UInt32
    /// For whoever has to stop the work: it means nothing after the reply.
    package let cancellation: RequestCancellation
    /// When the request came, monotonic; 0 when it was not kept waiting and nobody looked at the clock.
    private let arrival: UInt64

    init(_ connection: ServerConnection, _ stream: UInt32, _ cancellation: RequestCancellation, arrival: UInt64) {
        self.connection = connection
        self.stream = stream
        self.cancellation = cancellation
        self.arrival = arrival
    }

    /// Sets how long the request may take from its arrival to the last byte of its answer.
    package borrowing func setDeadline(afterNanoseconds span: UInt64) {
        let start = arrival == 0 ? MonotonicClock.now() : arrival
        let (deadline, overflow) = start.addingReportingOverflow(span)
        cancellation.setDeadline(overflow ? 0 : deadline)
    }

    /// The peer cancelled, the time is over, or the connection ended.
    package var isCancelled: Bool { cancellation.isCancelled }

    /// An empty buffer for the answer, with memory that an earlier answer no longer needs.
    package borrowing func makeBuffer() -> MessageBuffer { connection.takeSpareBuffer() }

    /// Sends the answer, which ends the request. The descriptors are closed when they have been sent.
    package borrowing func reply(
        _ message: consuming MessageBuffer,
        descriptors: consuming DescriptorList = DescriptorList()
    ) {
        precondition(!cancellation.hasAnswer, "a request is answered once")
        cancellation.answered()
        connection.sendReply(message, descriptors: descriptors, stream: stream, deadline: cancellation.currentDeadline)
    }

    /// Answers with a stream of events. Returns nil when the peer has cancelled or gone; the request is answered then.
    ///
    /// Both closures are called on transport threads, must not wait, and may call the stream. `onCreditReturned`: the
    /// consumer had fallen behind and takes events again. `onEnd`: nothing can be sent any more; called once, except
    /// after `finish`.
    package borrowing func openStream(
        _ message: consuming MessageBuffer,
        onCreditReturned: @escaping @Sendable (OutgoingStream) -> Void,
        onEnd: @escaping @Sendable () -> Void
    ) -> OutgoingStream? {
        precondition(!cancellation.hasAnswer, "a request is answered once")
        cancellation.answered()
        return connection.openStream(
            message,
            stream: stream,
            cancellation: cancellation,
            onCreditReturned: onCreditReturned,
            onEnd: onEnd
        )
    }
}
