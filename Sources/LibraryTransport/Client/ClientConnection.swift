package import LinuxSystem
import Synchronization

/// The client's end of a connection: calls from any number of threads, without a thread of its own.
///
/// One of the waiting threads, the leader, reads the connection: it delivers other threads' replies, and promotes a
/// follower when it has its own (`ReaderElection`). So a single call costs one send, one receive and no thread switch.
///
/// Guards: the leader holds `reading`, which guards the decoder; `state` guards the state machine and the pending
/// calls, and is not held while anything is sent or received. Lock order: `reading`, then `state`.
package final class ClientConnection: Sendable {
    let writer: FrameWriter
    let limits: TransportLimits
    let reading: Mutex<FrameReceiver>
    let state: Mutex<State>

    struct State {
        var machine: ConnectionStateMachine { didSet { machine.assertInvariants() } }
        var pending: [PendingCall] = []
        /// For reuse by the next calls.
        var spare: [PendingCall] = []
        /// Memory for the next replies.
        var sparePayloads = SparePayloads()
        var election = ReaderElection() { didSet { election.assertInvariants() } }
        var failure: TransportError?
        var isGoingAway = false

        /// A thread stops waiting. Returns the promoted call, whose thread has to be woken.
        mutating func endWaiting(_ call: PendingCall) -> PendingCall? {
            guard let next = election.endWaiting(call.stream) else { return nil }
            return pending.first { $0.stream == next }
        }

        mutating func remove(_ call: PendingCall) { pending.removeAll { $0 === call } }
    }

    /// Pending calls kept for reuse: as many as threads usually call at once.
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
            throw TransportError(.cannotConnect, cause: error, socketFile: source.socketFile)
        }
        try connection.performHandshake(localHello, receivedHello)
        return connection
    }

    private init(socket: consuming OwnedDescriptor, limits: TransportLimits) {
        self.limits = limits
        writer = FrameWriter(socket: socket, limits: limits, drainer: nil)
        reading = Mutex(FrameReceiver(limits: limits))
        state = Mutex(State(machine: ConnectionStateMachine(role: .client, limits: limits)))
    }

    deinit { writer.shutDown() }

    /// Returns false when the next call needs a new connection.
    package var isUsable: Bool {
        state.withLock { $0.failure == nil && !$0.isGoingAway } && !writer.isShutDown
    }

    /// Ends the connection. Pending calls fail.
    package func close() {
        writer.shutDown()
        fail(TransportError(.connectionClosed, mayHaveBeenReceived: true))
    }

    // MARK: Calls

    /// Sends a request and waits for its reply. After `timeoutNanoseconds`, or the deadline of `cancellation`, throws
    /// `deadlineExceeded` and sends CANCEL. Stopping `cancellation` sends CANCEL; the server then replies `cancelled`,
    /// unless the work was done. Closes the descriptors; `message` can be reused.
    package func call(
        _ message: inout MessageBuffer,
        descriptors: consuming DescriptorList = DescriptorList(),
        timeoutNanoseconds: UInt64? = nil,
        cancellation: Cancellation? = nil
    ) throws(TransportError) -> Reply {
        let ownDeadline = timeoutNanoseconds.map { MonotonicClock.deadline(after: $0) } ?? .max
        let earliest = min(ownDeadline, cancellation?.deadline ?? .max)
        let deadline = earliest == .max ? 0 : earliest
        let (call, reads) = try send(&message, descriptors, deadline)
        let stream = call.stream
        let registration = cancellation?.whenStopped { [self] in cancel(stream) }
        defer { registration?.end() }
        if !wait(call, deadline, reads) && abandon(call) {
            throw TransportError(.deadlineExceeded, mayHaveBeenReceived: true)
        }
        if let failure = call.failure {
            recycle(call)
            throw failure
        }
        guard let response = call.response.take() else { preconditionFailure("news is a response or a failure") }
        if call.hasEnded {
            recycle(call)
        } else {
            // The server opened an event stream, which this caller does not read.
            _ = abandon(call, evenWithNews: true)
        }
        return response
    }

    /// Sends a request that opens an event stream, and waits for its first response until the deadline of
    /// `cancellation`. Intended for one consuming thread on a connection of its own. When `cancellation` is stopped,
    /// asks the server to end the stream, also before its first response.
    package func openStream(
        _ message: inout MessageBuffer,
        descriptors: consuming DescriptorList = DescriptorList(),
        cancellation: Cancellation? = nil
    ) throws(TransportError) -> IncomingStream {
        let deadline = cancellation?.deadline ?? 0
        let (call, reads) = try send(&message, descriptors, deadline)
        let stream = call.stream
        let registration = cancellation?.whenStopped { [self] in cancel(stream) }
        let hasCredit = giveCredit(call.stream, limits.maximumStreamCredit)
        if !wait(call, deadline, reads) && abandon(call) {
            throw TransportError(.deadlineExceeded, mayHaveBeenReceived: true)
        }
        let response = state.withLock { _ in call.response.take() }
        // `isStream`, not `hasEnded`: the last response may have arrived by now, too.
        let (failure, hasEnded, isStream) = state.withLock { _ in (call.failure, call.hasEnded, call.isStream) }
        if let failure { throw failure }
        guard let response else { preconditionFailure("news is a response or a failure") }
        if !hasCredit && !hasEnded {
            _ = abandon(call, evenWithNews: true)
            throw TransportError(.tooManyStreams, mayHaveBeenReceived: true)
        }
        return IncomingStream(self, call, response: response, isOpen: isStream, registration)
    }
}
