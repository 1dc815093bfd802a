/// The protocol rules of a connection, for both sides: each event changes the state and returns an action. No I/O, no
/// clock, no lock; its owner guards it.
///
/// Phases: `awaitingHello` → (peer's HELLO accepted) → `open` → (GOAWAY sent or received) → `draining`; from any phase
/// → (violation or end of the connection) → `closed`.
///
/// Invariants:
/// 1. Until the peer's HELLO is accepted, every other frame is a violation.
/// 2. A client's stream numbers are odd and increase; a stream opens once, and its last RESPONSE or DATA closes it.
/// 3. At most `maximumOpenStreams` are open; further requests are refused and leave no state.
/// 4. CANCEL and CREDIT for a closed stream are ignored, because they cross with its last frame; for a stream that
///    was never opened they are a violation.
/// 5. Event bytes in flight never exceed the credit of their stream, nor that of the connection.
package struct ConnectionStateMachine: Sendable {
    package enum Role: Hashable, Sendable { case client, server }

    package enum Phase: Hashable, Sendable { case awaitingHello, open, draining, closed }

    /// What the owner does with a received frame.
    package enum Action: Hashable, Sendable {
        case ignore
        /// Check the peer's HELLO, then call `helloAccepted` or close.
        case deliverHello
        case deliverRequest
        /// Answer the stream with this, as its last frame.
        case refuse(TransportRefusal)
        /// Cancel this stream's request; it is still answered.
        case cancelRequest
        /// End this event stream with a last response.
        case cancelEvents
        /// An event that found too little credit may be offered again.
        case resumeEvents
        case sendPong
        case deliverResponse(isLast: Bool)
        case deliverEvent(isLast: Bool)
        /// Fail the call: its response is too long.
        case failOversizeResponse
        /// The server will not serve streams after this one.
        case goingAway(lastStream: UInt32)
        case close(ProtocolViolation)
    }

    package let role: Role
    package private(set) var phase = Phase.awaitingHello
    private let limits: TransportLimits
    private var streams = OpenStreams()
    /// The highest stream number that was opened.
    private var lastStream: UInt32 = 0
    /// The sum of all open streams' credit.
    private var connectionCredit = 0

    package init(role: Role, limits: TransportLimits = .standard) {
        self.role = role
        self.limits = limits
    }

    package var openStreamCount: Int { streams.count }

    /// A complete frame has arrived.
    package mutating func frameReceived(_ header: FrameHeader, payload: Span<UInt8>) -> Action {
        let allowedFlags: FrameFlags = header.type == .response || header.type == .data ? .endStream : []
        if !header.flags.isSubset(of: allowedFlags) { return closing(.unknownFlags) }
        switch phase {
        case .closed: return .ignore
        case .awaitingHello: return helloReceived(header)
        case .open, .draining: break
        }
        if header.descriptorCount > 0 && header.type != .request && header.type != .response {
            return closing(.descriptorMismatch)
        }
        switch header.type {
        case .request: return requestReceived(header)
        case .response, .data: return answerReceived(header)
        case .cancel: return cancelReceived(header, payload)
        case .credit: return creditReceived(header, payload)
        case .ping:
            if header.stream != 0 || payload.count > limits.maximumPingLength { return closing(.malformedPayload) }
            return .sendPong
        case .pong:
            if header.stream != 0 || payload.count > limits.maximumPingLength { return closing(.malformedPayload) }
            return .ignore
        case .goAway: return goAwayReceived(header, payload)
        case .hello: return closing(.helloExpected)
        default: return closing(.unknownFrameType)
        }
    }

    /// A frame has arrived whose payload is skipped. `refusal`: the reply when it is a request.
    package mutating func oversizeFrameReceived(
        _ header: FrameHeader,
        _ refusal: TransportRefusal = .payloadTooLarge
    ) -> Action {
        switch (phase, role, header.type) {
        case (.closed, _, _): return .ignore
        case (.awaitingHello, _, _): return closing(header.type == .hello ? .helloTooLong : .helloExpected)
        case (_, .server, .request):
            let action = requestReceived(header)
            guard case .deliverRequest = action else { return action }
            close(header.stream)
            return .refuse(refusal)
        case (_, .client, .response):
            let action = answerReceived(header)
            guard case .deliverResponse = action else { return action }
            close(header.stream)
            return .failOversizeResponse
        default: return closing(.malformedPayload)
        }
    }

    /// The owner accepted the peer's HELLO.
    package mutating func helloAccepted() {
        precondition(phase == .awaitingHello, "a HELLO is accepted once")
        phase = .open
    }

    /// The connection has ended.
    package mutating func connectionClosed() { phase = .closed }

    // MARK: Frames

    private mutating func helloReceived(_ header: FrameHeader) -> Action {
        if header.type != .hello { return closing(.helloExpected) }
        if header.stream != 0 || header.descriptorCount != 0 { return closing(.malformedPayload) }
        if Int(header.payloadLength) > limits.maximumHelloLength { return closing(.helloTooLong) }
        return .deliverHello
    }

    private mutating func requestReceived(_ header: FrameHeader) -> Action {
        if role == .client { return closing(.unexpectedFrame) }
        if header.stream % 2 == 0 || header.stream <= lastStream { return closing(.invalidStream) }
        lastStream = header.stream
        if phase == .draining { return .refuse(.goingAway) }
        if streams.count >= limits.maximumOpenStreams { return .refuse(.tooManyStreams) }
        streams.open(header.stream)
        return .deliverRequest
    }

    private mutating func answerReceived(_ header: FrameHeader) -> Action {
        if role == .server { return closing(.unexpectedFrame) }
        guard let state = streams[header.stream] else {
            // The server's refusal may cross with this side's withdrawal after GOAWAY.
            let wasOpened = header.stream % 2 == 1 && header.stream <= lastStream
            return phase == .draining && wasOpened ? .ignore : closing(.invalidStream)
        }
        let isLast = header.flags.contains(.endStream)
        if header.type == .data {
            let cost = FrameHeader.byteCount + Int(header.payloadLength)
            if !state.carriesEvents { return closing(.unexpectedFrame) }
            if cost > state.credit { return closing(.creditExceeded) }
            _ = streams.update(header.stream) { $0.credit -= cost }
            connectionCredit -= cost
        } else if !isLast {
            if state.carriesEvents { return closing(.unexpectedFrame) }
            _ = streams.update(header.stream) { $0.carriesEvents = true }
        }
        if isLast { close(header.stream) }
        if state.isAbandoned { return .ignore }
        return header.type == .data ? .deliverEvent(isLast: isLast) : .deliverResponse(isLast: isLast)
    }

    private mutating func cancelReceived(_ header: FrameHeader, _ payload: Span<UInt8>) -> Action {
        if role == .client { return closing(.unexpectedFrame) }
        if !payload.isEmpty { return closing(.malformedPayload) }
        if header.stream % 2 == 0 || header.stream > lastStream { return closing(.invalidStream) }
        guard let state = streams[header.stream] else { return .ignore }
        return state.carriesEvents ? .cancelEvents : .cancelRequest
    }

    private mutating func creditReceived(_ header: FrameHeader, _ payload: Span<UInt8>) -> Action {
        if role == .client { return closing(.unexpectedFrame) }
        if payload.count != 4 { return closing(.malformedPayload) }
        if header.stream % 2 == 0 || header.stream > lastStream { return closing(.invalidStream) }
        let increment = Int(loadBigEndian(payload, at: 0))
        guard let state = streams[header.stream] else { return .ignore }
        if increment == 0 || state.credit + increment > limits.maximumStreamCredit
            || connectionCredit + increment > limits.maximumConnectionCredit
        {
            return closing(.creditExceeded)
        }
        connectionCredit += increment
        _ = streams.update(header.stream) { stream in
            stream.credit += increment
            stream.lacksCredit = false
        }
        return state.lacksCredit ? .resumeEvents : .ignore
    }

    private mutating func goAwayReceived(_ header: FrameHeader, _ payload: Span<UInt8>) -> Action {
        // Only servers send GOAWAY; a client just closes.
        if role == .server { return closing(.unexpectedFrame) }
        if header.stream != 0 || payload.count != 4 { return closing(.malformedPayload) }
        phase = .draining
        return .goingAway(lastStream: loadBigEndian(payload, at: 0))
    }

    private mutating func closing(_ violation: ProtocolViolation) -> Action {
        phase = .closed
        return .close(violation)
    }

    private mutating func close(_ stream: UInt32) {
        if let state = streams.close(stream) { connectionCredit -= state.credit }
    }
}

// MARK: - What this side does

extension ConnectionStateMachine {
    /// The outcome of `eventOffered`.
    package enum EventDecision: Hashable, Sendable { case send, noCredit, ended }

    /// Server: the stream's last frame is about to be sent. Returns false when it was closed before.
    package mutating func streamFinished(_ stream: UInt32) -> Bool {
        guard let state = streams.close(stream) else { return false }
        connectionCredit -= state.credit
        return true
    }

    /// Server: the first response of an event stream is about to be sent. Returns false when the stream is closed.
    package mutating func eventsOpened(_ stream: UInt32) -> Bool {
        streams.update(stream) { $0.carriesEvents = true } != nil
    }

    /// Server: spends credit for an event. After `noCredit`, the next CREDIT returns `resumeEvents`.
    package mutating func eventOffered(_ stream: UInt32, payloadCount: Int) -> EventDecision {
        let cost = FrameHeader.byteCount + payloadCount
        let decision = streams.update(stream) { state in
            if cost > state.credit {
                state.lacksCredit = true
                return EventDecision.noCredit
            }
            state.credit -= cost
            return .send
        }
        if decision == .send { connectionCredit -= cost }
        return decision ?? .ended
    }

    /// Server: refuses new requests from here on. Returns the last stream, for GOAWAY.
    package mutating func drainingBegun() -> UInt32 {
        if phase == .open { phase = .draining }
        return lastStream
    }

    /// The outcome of `requestStarted`.
    package enum StreamDecision: Hashable, Sendable { case opened(UInt32), refused(TransportError.Code) }

    /// Client: opens a stream for a new request.
    package mutating func requestStarted() -> StreamDecision {
        switch phase {
        case .awaitingHello, .closed: return .refused(.connectionClosed)
        case .draining: return .refused(.goingAway)
        case .open: break
        }
        if streams.count >= limits.maximumOpenStreams { return .refused(.tooManyStreams) }
        // All stream numbers are used up: the client needs a new connection.
        if lastStream >= UInt32.max - 2 { return .refused(.goingAway) }
        lastStream = lastStream == 0 ? 1 : lastStream + 2
        streams.open(lastStream)
        return .opened(lastStream)
    }

    /// Client: the request could not be sent.
    package mutating func requestWithdrawn(_ stream: UInt32) { _ = streamFinished(stream) }

    /// Client: no thread waits for this stream any more; its further frames are ignored. Returns true when a CANCEL is
    /// due.
    package mutating func streamAbandoned(_ stream: UInt32) -> Bool {
        streams.update(stream) { $0.isAbandoned = true } != nil
    }

    /// Whether the stream is open, so that CANCEL and CREDIT make sense.
    package func isOpen(_ stream: UInt32) -> Bool { streams[stream] != nil }

    /// Client: notes credit that is about to be given. Returns false when it exceeds a limit or the stream is closed;
    /// nothing may be sent then.
    package mutating func creditGiven(_ stream: UInt32, _ count: Int) -> Bool {
        if connectionCredit + count > limits.maximumConnectionCredit { return false }
        let isGiven = streams.update(stream) { state in
            if state.credit + count > limits.maximumStreamCredit { return false }
            state.credit += count
            return true
        }
        if isGiven == true { connectionCredit += count }
        return isGiven == true
    }
}

// MARK: Invariants

extension ConnectionStateMachine {
    /// Traps when an invariant does not hold. For tests and debug builds.
    package func assertInvariants() {
        assert(phase != .awaitingHello || lastStream == 0, "no stream before the peer's HELLO")
        assert(streams.count <= limits.maximumOpenStreams, "more open streams than there may be")
        assert(streams.allSatisfy { stream, _ in stream % 2 == 1 && stream <= lastStream }, "a stream nobody opened")
        assert(streams.credit == connectionCredit, "the connection's credit is not the sum of its streams'")
        assert((0...limits.maximumConnectionCredit).contains(connectionCredit), "credit out of range")
        assert(
            streams.allSatisfy { _, state in (0...limits.maximumStreamCredit).contains(state.credit) },
            "a stream's credit out of range"
        )
        assert(
            streams.allSatisfy { _, state in role == .client ? !state.lacksCredit : !state.isAbandoned },
            "a state of the other side's"
        )
    }
}
