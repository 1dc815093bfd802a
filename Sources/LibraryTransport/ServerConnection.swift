package import LinuxSystem
import Synchronization

/// The server's end of a connection: reads requests, has them handled, and sends the answers.
///
/// One thread at a time reads: the one that holds `reading`. It runs short requests itself. Before it runs a long one, it
/// hands the reading over to a follower, so that CANCEL and PING are never kept waiting and the request itself changes no
/// thread. The thread in `run` is the first reader, and the preferred follower whenever it has nothing to do.
///
/// Guarantees:
/// 1. Each request is answered once: by its handler, or by the transport with a refusal.
/// 2. The handler is called by nobody any more after `run` has called `connectionEnded`.
/// 3. A peer that breaks the protocol loses its connection; nothing else is touched.
/// 4. Threads, waiting requests, streams and unsent bytes are bounded by `TransportLimits` and the pool.
///
/// Guards: `reading` guards the decoder and is held while a thread reads; `state` guards the state machine and all lists,
/// and is never held while anything is called or sent; the writer guards itself. Order: `reading`, then `state`.
package final class ServerConnection: Sendable {
    let handler: any RequestHandler
    let writer: FrameWriter
    let pool: WorkerPool
    let waitingRoom: WaitingRoom
    let limits: TransportLimits
    let expectedSender: ExpectedSender?
    private let localHello: [UInt8]
    let reading: Mutex<FrameReceiver>
    let state: Mutex<State>
    /// Where the thread in `run` sleeps when it has nothing to do.
    let standby = Parker()
    /// Used by one short request after the other.
    let shortCancellation = RequestCancellation()
    /// Answers that have been taken off the list of open streams and are not yet sent.
    let repliesBeingWritten = Atomic<Int>(0)
    let isDraining = Atomic<Bool>(false)
    private let spareBuffer = Mutex<MessageBuffer?>(nil)

    struct State {
        var machine: ConnectionStateMachine
        /// Long requests that run.
        var running: [WaitingRequest] = []
        /// Long requests that have not been started, the oldest first.
        var waiting: [WaitingRequest] = []
        /// Jobs in the pool that will come for a waiting request.
        var tickets = 0
        var streams: [OutgoingStream] = []
        /// Threads of the pool that work for this connection.
        var workers = 0
        /// The thread in `run` has nothing to do.
        var isStandbyFree = false
        /// The thread in `run` is to read.
        var isStandbyPromoted = false
        var hasEnded = false
        var violation: ProtocolViolation?
    }

    /// Takes over a connected socket. Nothing happens before `run`. `waitingRoom` is the peer's share of the pool's; nil
    /// for all of it. `expectedSender`: nil where anybody may send who has the socket.
    package init(
        socket: consuming OwnedDescriptor,
        localHello: [UInt8],
        handler: any RequestHandler,
        pool: WorkerPool,
        waitingRoom: WaitingRoom? = nil,
        expectedSender: ExpectedSender? = nil,
        limits: TransportLimits = .standard
    ) {
        self.handler = handler
        self.pool = pool
        self.waitingRoom = waitingRoom ?? pool.waitingRoom
        self.limits = limits
        self.expectedSender = expectedSender
        self.localHello = localHello
        writer = FrameWriter(socket: socket, limits: limits, drainer: pool.drainer)
        reading = Mutex(FrameReceiver(limits: limits))
        state = Mutex(State(machine: ConnectionStateMachine(role: .server, limits: limits)))
    }

    /// Serves the connection on this thread, and on threads of the pool, until it has ended.
    package func run() {
        let hello = localHello
        writer.enqueue(.hello, stream: 0, payload: hello.span)
        if shakeHands() {
            while readTurn() == .requestServed {
                serveAllWaiting()
                if !waitForTurn() { break }
            }
        }
        end(nil)
        waitForWorkers()
        handler.connectionEnded()
    }

    /// Why the peer was dropped; nil when the connection ended in peace or is open.
    package var violation: ProtocolViolation? { state.withLock { $0.violation } }

    /// Takes no new requests, ends the streams of events, lets running requests finish, and closes then.
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

    // MARK: Turns

    /// The thread in `run` waits until it is to read again. False when the connection has ended.
    private func waitForTurn() -> Bool {
        while true {
            let turn: Bool? = state.withLock { state in
                if state.isStandbyPromoted {
                    state.isStandbyPromoted = false
                    return true
                }
                state.isStandbyFree = !state.hasEnded
                return state.hasEnded ? false : nil
            }
            if let turn { return turn }
            standby.park()
        }
    }

    private func waitForWorkers() {
        while state.withLock({ $0.workers > 0 }) { standby.park() }
    }

    /// A thread of the pool has nothing to do with this connection any more.
    func workerLeft() {
        let wakesStandby = state.withLock { state in
            state.workers -= 1
            return state.hasEnded && state.workers == 0
        }
        if wakesStandby { standby.unpark() }
    }

    // MARK: The end

    /// Notes the end of the connection: everything that runs is cancelled, what waits is dropped, streams end.
    func end(_ violation: ProtocolViolation?) {
        writer.shutDown()
        let streams: [OutgoingStream] = state.withLock { state in
            if state.violation == nil { state.violation = violation }
            if state.hasEnded { return [] }
            state.hasEnded = true
            state.machine.connectionClosed()
            for request in state.running { request.cancellation.raise() }
            state.waiting = []
            defer { state.streams = [] }
            return state.streams
        }
        shortCancellation.raise()
        for stream in streams { stream.onEnd() }
        standby.unpark()
    }

    /// After a graceful close has begun: closes as soon as nothing is open.
    func closeIfDrained() {
        if !isDraining.load(ordering: .sequentiallyConsistent) { return }
        let isDone = state.withLock { state in
            state.machine.openStreamCount == 0 && state.running.isEmpty
                && repliesBeingWritten.load(ordering: .sequentiallyConsistent) == 0
        }
        if isDone { writer.shutDownWhenSent() }
    }

    // MARK: Handshake

    private func shakeHands() -> Bool {
        let deadline = MonotonicClock.deadline(after: limits.helloTimeout)
        let outcome = reading.withLock { receiver -> ProtocolViolation?? in
            do throws(SystemCallError) {
                let failure = try receiveHello(&receiver, deadline)
                if failure == .some(nil) { try receiver.setTimeout(0, of: writer.socket) }
                return failure
            } catch {
                return nil
            }
        }
        switch outcome {
        case .some(.none): return true
        case .some(.some(let violation)): end(violation)
        case .none: end(nil)
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
