package import LinuxSystem
import Synchronization

/// The client's end of a connection: calls from any number of threads, without a thread of its own.
///
/// A thread that waits for its answer reads the connection itself when nobody else does, gives other threads what is
/// theirs, and hands the reading on when it has its own. So a call that is alone costs one send, one receive and no
/// change of thread.
///
/// Guards: `reading` guards the decoder and is held by the thread that reads; `state` guards the state machine and the
/// list of those who wait, and is never held while anything is sent or received. Order: `reading`, then `state`.
/// Who reads is settled by `ReadingTurn`.
package final class ClientConnection: Sendable {
    let writer: FrameWriter
    let limits: TransportLimits
    let reading: Mutex<FrameReceiver>
    let state: Mutex<State>

    struct State {
        var machine: ConnectionStateMachine { didSet { machine.assertInvariants() } }
        var pending: [PendingAnswer] = []
        /// Kept for the next calls.
        var spare: [PendingAnswer] = []
        /// Memory for the next long answer.
        var spareStorage: [UInt8]?
        var turn = ReadingTurn() { didSet { turn.assertInvariants() } }
        var failure: TransportError?
        var isGoingAway = false

        /// A thread does not wait any more. Returns who reads on in its place, and has to be woken.
        mutating func waitEnded(_ answer: PendingAnswer) -> PendingAnswer? {
            guard let next = turn.waitEnded(answer.stream) else { return nil }
            return pending.first { $0.stream == next }
        }

        mutating func remove(_ answer: PendingAnswer) { pending.removeAll { $0 === answer } }
    }

    /// As many waiting places are kept as threads will mostly call at once.
    static let maximumSpare = 8

    /// Connects and waits for the server's HELLO, which `receivedHello` accepts or refuses.
    package static func connect(
        over source: some ConnectionSource,
        localHello: [UInt8],
        limits: TransportLimits = .standard,
        receivedHello: (Span<UInt8>) -> Bool
    ) throws(TransportError) -> ClientConnection {
        let connection: ClientConnection
        do throws(SystemCallError) {
            connection = ClientConnection(socket: try source.connect(), limits: limits)
        } catch {
            throw TransportError(.cannotConnect, cause: error)
        }
        try connection.shakeHands(localHello, receivedHello)
        return connection
    }

    private init(socket: consuming OwnedDescriptor, limits: TransportLimits) {
        self.limits = limits
        writer = FrameWriter(socket: socket, limits: limits, drainer: nil)
        reading = Mutex(FrameReceiver(limits: limits))
        state = Mutex(State(machine: ConnectionStateMachine(role: .client, limits: limits)))
    }

    deinit { writer.shutDown() }

    /// False when the next call needs a new connection.
    package var isUsable: Bool {
        state.withLock { $0.failure == nil && !$0.isGoingAway } && !writer.isShutDown
    }

    /// Ends the connection. Calls that wait fail.
    package func close() {
        writer.shutDown()
        fail(TransportError(.connectionClosed, mayHaveBeenReceived: true))
    }

    // MARK: Calls

    /// Sends a request and waits for its answer. After `timeoutNanoseconds` the call is given up and the server told.
    ///
    /// The memory of `message` is the caller's again afterwards; the descriptors are closed.
    package func call(
        _ message: inout MessageBuffer,
        descriptors: consuming DescriptorList = DescriptorList(),
        timeoutNanoseconds: UInt64? = nil
    ) throws(TransportError) -> Reply {
        let deadline = timeoutNanoseconds.map { MonotonicClock.deadline(after: $0) } ?? 0
        let (answer, reads) = try send(&message, descriptors, deadline)
        if !wait(answer, deadline, reads) && abandon(answer) {
            throw TransportError(.deadlineExceeded, mayHaveBeenReceived: true)
        }
        if let failure = answer.failure {
            recycle(answer)
            throw failure
        }
        guard let response = answer.response.take() else { preconditionFailure("news is a response or a failure") }
        if answer.hasEnded {
            recycle(answer)
        } else {
            // The server made it a stream, which nobody is going to read.
            _ = abandon(answer, evenWithNews: true)
        }
        return response
    }

    /// Sends a request that opens a stream of events, and waits for its first answer, until the deadline of
    /// `cancellation`. The stream is meant to be read by one thread, on a connection of its own. When `cancellation` is
    /// stopped the server is asked to end it, before its first answer too.
    package func openStream(
        _ message: inout MessageBuffer,
        descriptors: consuming DescriptorList = DescriptorList(),
        cancellation: Cancellation? = nil
    ) throws(TransportError) -> IncomingStream {
        let deadline = cancellation?.deadline ?? 0
        let (answer, reads) = try send(&message, descriptors, deadline)
        let stream = answer.stream
        let registration = cancellation?.whenStopped { [self] in cancel(stream) }
        let hasCredit = giveCredit(answer.stream, limits.maximumStreamCredit)
        if !wait(answer, deadline, reads) && abandon(answer) {
            throw TransportError(.deadlineExceeded, mayHaveBeenReceived: true)
        }
        let response = state.withLock { _ in answer.response.take() }
        // Whether it is a stream the first response has said: the last may have come as well by now.
        let (failure, hasEnded, isStream) = state.withLock { _ in (answer.failure, answer.hasEnded, answer.isStream) }
        if let failure { throw failure }
        guard let response else { preconditionFailure("news is a response or a failure") }
        if !hasCredit && !hasEnded {
            _ = abandon(answer, evenWithNews: true)
            throw TransportError(.tooManyStreams, mayHaveBeenReceived: true)
        }
        return IncomingStream(self, answer, response: response, isOpen: isStream, registration)
    }
}
