package import Admission
package import LinuxSystem
import Synchronization

/// The server's end of a connection: reads requests, has them handled, and sends the answers.
///
/// The thread in `run` reads, always and alone. It answers short requests itself, and tries those that are likely to be
/// short; whatever takes longer goes to a thread of the pool, in its app's turn. So CANCEL and PING are never kept
/// waiting by work, and an open stream of events costs no thread but this one.
///
/// Guarantees:
/// 1. Each request is answered once: by its handler, or by the transport with a refusal.
/// 2. A request that the pool has is answered when its deadline passes, whatever its handler does.
/// 3. The handler is called by nobody any more after `run` has called `connectionEnded`.
/// 4. A peer that breaks the protocol loses its connection; nothing else is touched.
/// 5. Threads, waiting and arriving requests, streams and unsent bytes are bounded by `TransportLimits` and the pool.
///
/// Guards: `state` guards the state machine and all lists, and is never held while anything is called or sent; the
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
    /// Stopped with the connection; short requests without a deadline have no other.
    let cancellation = Cancellation()
    /// Where undecided requests are begun.
    let trials = InlineTrials()
    /// Answers that have been taken off the list of open streams and are not yet sent.
    let repliesBeingWritten = Atomic<Int>(0)
    let isDraining = Atomic<Bool>(false)
    /// Where the thread in `run` waits for the last request.
    private let idle = Parker()
    private let spareBuffer = Mutex<MessageBuffer?>(nil)

    struct State {
        var machine: ConnectionStateMachine { didSet { machine.assertInvariants() } }
        /// Long requests that wait or run.
        var queued: [Queued] = []
        var streams: [OutgoingStream] = []
        /// What the timer was last asked for.
        var timerMoment: UInt64 = .max
        var hasEnded = false
        var violation: ProtocolViolation?
    }

    /// A request that the pool has.
    struct Queued {
        var request: QueuedRequest
        /// Nil until the pool has given it one.
        var ticket: UInt64?
        /// It was answered for its deadline's sake; its work may go on for a while.
        var isExpired = false
    }

    /// Takes over a connected socket. Nothing happens before `run`. `share`: whose part of the pool its requests use.
    /// `waitingQuota` and `arrivalQuota`: the share's parts of the pool's; nil for all of it. `expectedSender`: nil
    /// where anybody may send who has the socket.
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

    /// Serves the connection on this thread, and on threads of the pool, until it has ended.
    package func run() {
        let hello = localHello
        writer.enqueue(.hello, stream: 0, payload: hello.span)
        var receiver = FrameReceiver(limits: limits, descriptorsBy: pool.descriptors, for: share)
        if shakeHands(&receiver) { read(&receiver) }
        end(nil)
        receiver.finish(writer.socket)
        while state.withLock({ !$0.queued.isEmpty }) { idle.park() }
        pool.timer.forget(self)
        handler.connectionEnded()
    }

    /// Why the peer was dropped; nil when the connection ended in peace or is open.
    package var violation: ProtocolViolation? { state.withLock { $0.violation } }

    /// Takes no new requests, ends the streams of events, lets running requests finish, and closes then. Whatever the
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

    /// Ends the connection at once. Running requests see that they are cancelled.
    package func closeNow() { writer.shutDown() }

    /// Whether the peer was sent something that it has not taken, which waits here.
    package var keepsBytes: Bool { writer.keepsBytes }

    // MARK: The end

    /// Notes the end of the connection: everything that runs is cancelled, what waits is dropped, streams end.
    func end(_ violation: ProtocolViolation?) {
        // At the end of a graceful close the last answers may still be on their way.
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

    /// The pool has done with a request.
    func forget(_ request: QueuedRequest) {
        let isLast = state.withLock { state in
            state.queued.removeAll { $0.request === request }
            return state.hasEnded && state.queued.isEmpty
        }
        if isLast { idle.unpark() }
    }

    /// After a graceful close has begun: closes as soon as nothing is open. What the peer has sent by now is read and
    /// refused first; what it sends later does not leave it.
    func closeIfDrained() {
        if !isDraining.load(ordering: .sequentiallyConsistent) { return }
        let isDone = state.withLock { state in
            state.machine.openStreamCount == 0 && repliesBeingWritten.load(ordering: .sequentiallyConsistent) == 0
        }
        if isDone { writer.shutDownReading() }
    }

    // MARK: Handshake

    private func shakeHands(_ receiver: inout FrameReceiver) -> Bool {
        let deadline = MonotonicClock.deadline(after: limits.helloTimeout)
        do throws(SystemCallError) {
            try writer.socket.lookOnwards()
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

    /// nil when the peer has gone, a violation, or nothing to complain about.
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
                // A peer that sends byte after byte does not get more time by it.
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

    /// Whether bytes may be taken from this process.
    func isExpected(_ sender: Int32?) -> Bool { expectedSender?.isSender(sender) ?? true }

    // MARK: Buffers

    func takeSpareBuffer() -> MessageBuffer {
        var buffer = spareBuffer.withLock { $0.take() } ?? MessageBuffer()
        buffer.removeAll()
        return buffer
    }

    func giveBack(_ buffer: consuming MessageBuffer) {
        // A large one is better returned to the system than kept by every connection.
        if buffer.storage.count > (128 << 10) { return }
        var spare = Optional(buffer)
        spareBuffer.withLock { $0 = spare.take() }
    }
}
