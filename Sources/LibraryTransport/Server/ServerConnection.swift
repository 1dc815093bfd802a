package import Admission
package import LinuxSystem
import Synchronization

/// The server's end of a connection: reads requests, passes them to the handler, and sends the replies.
///
/// Only the thread in `run` reads. It serves short requests itself and tries those that are likely to be short;
/// longer ones go to the `ThreadPool`, in their app's turn. So CANCEL and PING never wait for work, and an open event
/// stream needs no other thread.
///
/// Guarantees:
/// 1. Every request gets one last frame: the handler's reply, or a refusal by the transport.
/// 2. A queued request is refused when its deadline passes, whatever its handler does.
/// 3. Nothing calls the handler after `connectionEnded`.
/// 4. A peer that violates the protocol loses its connection, and nothing else suffers.
/// 5. `TransportLimits` and the pool bound threads, queued and arriving requests, streams and unsent bytes.
///
/// Guards: `state` guards the state machine and the lists, and is not held while anything is called or sent; the
/// writer guards itself; the receiver belongs to the thread in `run`.
package final class ServerConnection: Sendable {
    let handler: any RequestHandler
    let writer: FrameWriter
    let pool: ThreadPool
    let share: Share
    let waitingQuota: RequestQuota
    let arrivalQuota: RequestQuota
    let limits: TransportLimits
    private let expectedSender: ExpectedSender?
    private let localHello: [UInt8]
    let state: Mutex<State>
    /// Stopped when the connection ends. Short requests without a deadline use it directly.
    let cancellation = Cancellation()
    /// Decides which undecided requests start on the reading thread.
    let trials = InlineTrials()
    /// Replies whose stream is closed in the state machine and that are not sent yet.
    let repliesBeingWritten = Atomic<Int>(0)
    let isDraining = Atomic<Bool>(false)
    /// Where `run` waits for the last queued request to end.
    private let idle = Parker()
    private let spareBuffer = Mutex<MessageBuffer?>(nil)

    struct State {
        var machine: ConnectionStateMachine { didSet { machine.assertInvariants() } }
        /// Requests that the pool runs or queues.
        var queued: [Queued] = []
        var streams: [OutgoingStream] = []
        /// The deadline last given to the timer.
        var timerMoment: UInt64 = .max
        var hasEnded = false
        var violation: ProtocolViolation?
    }

    /// A request that was given to the pool.
    struct Queued {
        var request: QueuedRequest
        /// The pool's; nil until it has given one.
        var ticket: UInt64?
        /// Refused at its deadline; its work may still be running.
        var isExpired = false
    }

    /// Takes over a connected socket; `run` serves it. `share`: whom its requests count against in the pool.
    /// `waitingQuota` and `arrivalQuota`: the share's parts of the pool's quotas; nil for the whole. `expectedSender`:
    /// nil to accept bytes from any holder of the socket.
    package init(
        socket: consuming OwnedDescriptor,
        localHello: [UInt8],
        handler: any RequestHandler,
        pool: ThreadPool,
        share: Share = .owner,
        waitingQuota: RequestQuota? = nil,
        arrivalQuota: RequestQuota? = nil,
        expectedSender: ExpectedSender? = nil,
        limits: TransportLimits = .standard
    ) {
        self.handler = handler
        self.pool = pool
        self.share = share
        self.waitingQuota = waitingQuota ?? pool.waitingQuota
        self.arrivalQuota = arrivalQuota ?? pool.arrivalQuota
        self.limits = limits
        self.expectedSender = expectedSender
        self.localHello = localHello
        writer = FrameWriter(socket: socket, limits: limits, drainer: pool.drainer)
        state = Mutex(State(machine: ConnectionStateMachine(role: .server, limits: limits)))
    }

    /// Serves the connection until it has ended, on this thread and the pool's.
    package func run() {
        let hello = localHello
        writer.enqueue(.hello, stream: 0, payload: hello.span)
        var receiver = FrameReceiver(limits: limits, descriptorsBy: pool.descriptors, for: share)
        if performHandshake(&receiver) { read(&receiver) }
        end(nil)
        receiver.finish(writer.socket)
        while state.withLock({ !$0.queued.isEmpty }) { idle.park() }
        pool.timer.forget(self)
        handler.connectionEnded()
    }

    /// Why the server closed the connection; nil when it is open or ended without a violation.
    package var violation: ProtocolViolation? { state.withLock { $0.violation } }

    /// Refuses new requests, ends event streams, lets running requests finish, and then closes. Everything that the
    /// peer had sent by then is answered.
    package func beginGracefulClose() {
        isDraining.store(true, ordering: .sequentiallyConsistent)
        let (lastStream, streams) = state.withLock { state in
            (state.machine.drainingBegun(), state.streams)
        }
        let payload = bigEndianBytes(lastStream)
        writer.enqueue(.goAway, stream: 0, payload: payload.span)
        for stream in streams { endStream(stream, .goingAway) }
        closeIfDrained()
    }

    /// Ends the connection at once and cancels its requests.
    package func closeNow() { writer.shutDown() }

    /// Whether bytes wait here because the peer's socket is full.
    package var hasUnsentBytes: Bool { writer.hasUnsentBytes }

    // MARK: The end

    /// Ends the connection: cancels running requests, drops queued ones, ends streams.
    func end(_ violation: ProtocolViolation?) {
        // At the end of a graceful close the last replies may still be unsent.
        if violation == nil && isDraining.load(ordering: .sequentiallyConsistent) {
            writer.shutDownWhenSent()
        } else {
            writer.shutDown()
        }
        let (streams, queued): ([OutgoingStream], [Queued]) = state.withLock { state in
            if state.violation == nil { state.violation = violation }
            if state.hasEnded { return ([], []) }
            state.hasEnded = true
            state.machine.connectionClosed()
            defer { state.streams = [] }
            return (state.streams, state.queued)
        }
        cancellation.cancel()
        for stream in streams { stream.onEnd() }
        for entry in queued {
            if let ticket = entry.ticket, pool.withdraw(ticket) { forget(entry.request) }
        }
    }

    /// The pool has finished or dropped a request.
    func forget(_ request: QueuedRequest) {
        let isLast = state.withLock { state in
            state.queued.removeAll { $0.request === request }
            return state.hasEnded && state.queued.isEmpty
        }
        if isLast { idle.unpark() }
    }

    /// Ends a graceful close once no stream is open. Requests that the peer has sent by now are still read and refused;
    /// its later sends fail.
    func closeIfDrained() {
        if !isDraining.load(ordering: .sequentiallyConsistent) { return }
        let isDone = state.withLock { state in
            state.machine.openStreamCount == 0 && repliesBeingWritten.load(ordering: .sequentiallyConsistent) == 0
        }
        if isDone { writer.shutDownReading() }
    }

    // MARK: Handshake

    private func performHandshake(_ receiver: inout FrameReceiver) -> Bool {
        let deadline = MonotonicClock.deadline(after: limits.helloTimeout)
        do throws(SystemCallError) {
            try writer.socket.enablePeeking()
            switch try receiveHello(&receiver, deadline) {
            case .some(.none):
                try receiver.setTimeout(0, of: writer.socket)
                return true
            case .some(.some(let violation)): end(violation)
            case .none: end(nil)
            }
        } catch {
            end(nil)
        }
        return false
    }

    /// Returns nil when the peer has gone, `.some(nil)` when its HELLO was accepted, or the violation.
    private func receiveHello(
        _ receiver: inout FrameReceiver,
        _ deadline: UInt64
    ) throws(SystemCallError) -> ProtocolViolation?? {
        while true {
            switch receiver.decoder.next() {
            case .violation(let violation): return violation
            case .oversize(let header):
                return .some(violation(state.withLock { $0.machine.oversizeFrameReceived(header) }))
            case .frame(let header, let range):
                let payload = receiver.decoder.storage.span.extracting(range)
                let action = state.withLock { state in state.machine.frameReceived(header, payload: payload) }
                guard action == .deliverHello else { return .some(violation(action)) }
                let length = FrameHeader.byteCount + range.count
                if let earlier = expectedSender?.earlierByteCount, earlier > length { return .earlyFrame }
                if !handler.receivedHello(payload) { return .helloRefused }
                state.withLock { $0.machine.helloAccepted() }
                return .some(nil)
            case .needsBytes:
                // One deadline for the whole HELLO, however slowly its bytes arrive.
                let now = MonotonicClock.now()
                if now >= deadline { return .helloTimeout }
                try receiver.setTimeout(deadline - now, of: writer.socket)
                switch try receiver.receive(from: writer.socket) {
                case .received: if !isExpected(receiver.sender) { return .foreignSender }
                case .ended: return nil
                case .timedOut: return .helloTimeout
                case .refused: return .descriptorsHeld
                }
            }
        }
    }

    private func violation(_ action: ConnectionStateMachine.Action) -> ProtocolViolation {
        if case .close(let violation) = action { return violation }
        return .helloExpected
    }

    /// Whether the server accepts bytes from this process.
    func isExpected(_ sender: Int32?) -> Bool { expectedSender?.isSender(sender) ?? true }

    // MARK: Buffers

    func takeSpareBuffer() -> MessageBuffer {
        var buffer = spareBuffer.withLock { $0.take() } ?? MessageBuffer()
        buffer.removeAll()
        return buffer
    }

    func giveBack(_ buffer: consuming MessageBuffer) {
        // Large buffers go back to the allocator instead of staying with each connection.
        if buffer.storage.count > (128 << 10) { return }
        var spare = Optional(buffer)
        spareBuffer.withLock { $0 = spare.take() }
    }
}
