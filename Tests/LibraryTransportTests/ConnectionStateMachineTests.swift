import LibraryTransport
import Testing

/// Scripts of events and the actions they lead to.
@Suite struct ConnectionStateMachineTests {
    private typealias Machine = ConnectionStateMachine

    private func makeOpen(_ role: Machine.Role, limits: TransportLimits = .standard) -> Machine {
        var machine = Machine(role: role, limits: limits)
        #expect(machine.receive(.hello) == .deliverHello)
        machine.helloAccepted()
        return machine
    }

    @Test(arguments: [FrameType.request, .response, .data, .cancel, .credit, .ping, .pong, .goAway])
    func `nothing goes before HELLO`(_ type: FrameType) {
        for role in [Machine.Role.client, .server] {
            var machine = Machine(role: role)
            #expect(machine.receive(type, stream: 1) == .close(.helloExpected))
            #expect(machine.phase == .closed)
            #expect(machine.receive(.hello) == .ignore)
        }
    }

    @Test func `a HELLO is judged once`() {
        var machine = makeOpen(.server)
        #expect(machine.receive(.hello) == .close(.helloExpected))
        var limits = TransportLimits()
        limits.maximumHelloLength = 2
        machine = Machine(role: .server, limits: limits)
        #expect(machine.receive(.hello, payload: [1, 2, 3]) == .close(.helloTooLong))
        machine = Machine(role: .server)
        #expect(machine.receive(.hello, stream: 1) == .close(.malformedPayload))
        machine = Machine(role: .server)
        #expect(machine.oversizeFrameReceived(FrameHeader(.hello)) == .close(.helloTooLong))
    }

    @Test func `a server takes odd and rising streams`() {
        var machine = makeOpen(.server)
        #expect(machine.receive(.request, stream: 1) == .deliverRequest)
        #expect(machine.receive(.request, stream: 7) == .deliverRequest)
        #expect(machine.openStreamCount == 2)
        var other = machine
        #expect(machine.receive(.request, stream: 5) == .close(.invalidStream))
        #expect(other.receive(.request, stream: 8) == .close(.invalidStream))
        #expect(other.phase == .closed)
        var zero = makeOpen(.server)
        #expect(zero.receive(.request, stream: 0) == .close(.invalidStream))
    }

    @Test func `requests beyond the limit are refused and not remembered`() {
        var limits = TransportLimits()
        limits.maximumOpenStreams = 2
        var machine = makeOpen(.server, limits: limits)
        #expect(machine.receive(.request, stream: 1) == .deliverRequest)
        #expect(machine.receive(.request, stream: 3) == .deliverRequest)
        #expect(machine.receive(.request, stream: 5) == .refuse(.tooManyStreams))
        #expect(machine.openStreamCount == 2)
        #expect(machine.streamFinished(1) == true)
        #expect(machine.streamFinished(1) == false)
        #expect(machine.receive(.request, stream: 7) == .deliverRequest)
    }

    @Test func `an oversize request is refused and takes no place`() {
        var machine = makeOpen(.server)
        #expect(machine.oversizeFrameReceived(FrameHeader(.request, stream: 1)) == .refuse(.payloadTooLarge))
        #expect(machine.openStreamCount == 0)
        #expect(machine.receive(.request, stream: 1) == .close(.invalidStream))
    }

    @Test func `cancelling stops what runs and is ignored for what has ended`() {
        var machine = makeOpen(.server)
        #expect(machine.receive(.request, stream: 1) == .deliverRequest)
        #expect(machine.receive(.cancel, stream: 1) == .cancelRequest)
        #expect(machine.streamFinished(1) == true)
        #expect(machine.receive(.cancel, stream: 1) == .ignore)
        #expect(machine.receive(.request, stream: 3) == .deliverRequest)
        #expect(machine.eventsOpened(3) == true)
        #expect(machine.receive(.cancel, stream: 3) == .cancelEvents)
        #expect(machine.receive(.cancel, stream: 5) == .close(.invalidStream))
    }

    @Test func `events spend credit, and who found too little is resumed when there is more`() {
        var machine = makeOpen(.server)
        #expect(machine.receive(.request, stream: 1) == .deliverRequest)
        #expect(machine.receive(.credit, stream: 1, payload: [0, 0, 0, 40]) == .ignore)
        #expect(machine.eventsOpened(1) == true)
        #expect(machine.eventOffered(1, payloadCount: 8) == .send)
        // 16 of 40 bytes are left: a header and nothing more.
        #expect(machine.eventOffered(1, payloadCount: 1) == .noCredit)
        #expect(machine.receive(.credit, stream: 1, payload: [0, 0, 0, 1]) == .resumeEvents)
        #expect(machine.eventOffered(1, payloadCount: 2) == .noCredit)
        #expect(machine.receive(.credit, stream: 1, payload: [0, 0, 0, 23]) == .resumeEvents)
        #expect(machine.receive(.credit, stream: 1, payload: [0, 0, 0, 1]) == .ignore)
        #expect(machine.eventOffered(1, payloadCount: 2) == .send)
        #expect(machine.eventOffered(1, payloadCount: 7) == .send)
        #expect(machine.streamFinished(1) == true)
        #expect(machine.eventOffered(1, payloadCount: 0) == .ended)
        #expect(machine.receive(.credit, stream: 1, payload: [0, 0, 0, 1]) == .ignore)
    }

    @Test func `credit has limits for a stream and for all of them together`() {
        var limits = TransportLimits()
        limits.maximumStreamCredit = 100
        limits.maximumConnectionCredit = 150
        var machine = makeOpen(.server, limits: limits)
        #expect(machine.receive(.request, stream: 1) == .deliverRequest)
        #expect(machine.receive(.request, stream: 3) == .deliverRequest)
        #expect(machine.receive(.credit, stream: 1, payload: [0, 0, 0, 100]) == .ignore)
        var overStream = machine
        #expect(overStream.receive(.credit, stream: 1, payload: [0, 0, 0, 1]) == .close(.creditExceeded))
        #expect(machine.receive(.credit, stream: 3, payload: [0, 0, 0, 50]) == .ignore)
        var overAll = machine
        #expect(overAll.receive(.credit, stream: 3, payload: [0, 0, 0, 1]) == .close(.creditExceeded))
        // What a closed stream had not spent is free again.
        #expect(machine.streamFinished(1) == true)
        #expect(machine.receive(.credit, stream: 3, payload: [0, 0, 0, 50]) == .ignore)
        #expect(machine.receive(.credit, stream: 3, payload: [0xFF, 0xFF, 0xFF, 0xFF]) == .close(.creditExceeded))
    }

    @Test func `a PING or PONG has 64 bytes at most, from either side`() {
        for role in [Machine.Role.server, .client] {
            for (type, action) in [(FrameType.ping, Machine.Action.sendPong), (.pong, .ignore)] {
                var machine = makeOpen(role)
                let most = [UInt8](repeating: 1, count: TransportLimits.standard.maximumPingLength)
                #expect(most.count == 64)
                #expect(machine.receive(type, stream: 0, payload: most) == action)
                #expect(machine.receive(type, stream: 0, payload: most + [1]) == .close(.malformedPayload))
            }
        }
    }

    @Test func `malformed payloads and foreign frames close the connection`() {
        let scripts: [(Machine.Role, FrameType, UInt32, [UInt8], ProtocolViolation)] = [
            (.server, .credit, 1, [0, 0, 1], .malformedPayload),
            (.server, .cancel, 1, [0], .malformedPayload),
            (.server, .ping, 1, [], .malformedPayload),
            (.server, .response, 1, [], .unexpectedFrame),
            (.server, .data, 1, [], .unexpectedFrame),
            (.client, .request, 2, [], .unexpectedFrame),
            (.client, .cancel, 1, [], .unexpectedFrame),
            (.client, .credit, 1, [0, 0, 0, 1], .unexpectedFrame),
            (.client, .goAway, 0, [1], .malformedPayload),
            (.client, .response, 1, [], .invalidStream),
            (.server, FrameType(rawValue: 0), 1, [], .unknownFrameType),
            (.server, FrameType(rawValue: 10), 1, [], .unknownFrameType),
        ]
        for (role, type, stream, payload, violation) in scripts {
            var machine = makeOpen(role)
            #expect(machine.receive(type, stream: stream, payload: payload) == .close(violation))
        }
    }

    @Test func `flags belong to answers only`() {
        for type in [FrameType.hello, .request, .cancel, .credit, .ping, .pong, .goAway] {
            var machine = makeOpen(.server)
            #expect(machine.receive(type, stream: 1, flags: .endStream) == .close(.unknownFlags))
        }
        var machine = makeOpen(.client)
        #expect(machine.requestStarted() == .opened(1))
        #expect(machine.receive(.response, stream: 1, flags: FrameFlags(rawValue: 2)) == .close(.unknownFlags))
    }

    @Test func `a client's call is opened, answered and closed`() {
        var machine = makeOpen(.client)
        #expect(machine.requestStarted() == .opened(1))
        #expect(machine.requestStarted() == .opened(3))
        #expect(machine.receive(.response, stream: 3, flags: .endStream) == .deliverResponse(isLast: true))
        #expect(machine.receive(.response, stream: 3, flags: .endStream) == .close(.invalidStream))
    }

    @Test func `a client gets no more events than it allowed`() {
        var machine = makeOpen(.client)
        #expect(machine.requestStarted() == .opened(1))
        #expect(machine.creditGiven(1, 40) == true)
        #expect(machine.receive(.response, stream: 1) == .deliverResponse(isLast: false))
        #expect(machine.receive(.data, stream: 1, payload: [1, 2, 3, 4, 5, 6, 7, 8]) == .deliverEvent(isLast: false))
        var tooMuch = machine
        #expect(tooMuch.receive(.data, stream: 1, payload: [1]) == .close(.creditExceeded))
        #expect(machine.receive(.data, stream: 1, flags: .endStream) == .deliverEvent(isLast: true))
        #expect(machine.creditGiven(1, 1) == false)
        var early = makeOpen(.client)
        #expect(early.requestStarted() == .opened(1))
        #expect(early.receive(.data, stream: 1) == .close(.unexpectedFrame))
    }

    @Test func `a client gives no more credit than the server takes`() {
        var limits = TransportLimits()
        limits.maximumStreamCredit = 100
        limits.maximumConnectionCredit = 150
        var machine = makeOpen(.client, limits: limits)
        #expect(machine.requestStarted() == .opened(1))
        #expect(machine.requestStarted() == .opened(3))
        #expect(machine.creditGiven(1, 100) == true)
        #expect(machine.creditGiven(1, 1) == false)
        #expect(machine.creditGiven(3, 51) == false)
        #expect(machine.creditGiven(3, 50) == true)
    }

    @Test func `what comes for an abandoned stream is dropped until it ends`() {
        var machine = makeOpen(.client)
        #expect(machine.requestStarted() == .opened(1))
        #expect(machine.streamAbandoned(1) == true)
        #expect(machine.receive(.response, stream: 1, flags: .endStream) == .ignore)
        #expect(machine.streamAbandoned(1) == false)
        #expect(machine.openStreamCount == 0)
    }

    @Test func `an oversize answer fails its call only`() {
        var machine = makeOpen(.client)
        #expect(machine.requestStarted() == .opened(1))
        #expect(machine.oversizeFrameReceived(FrameHeader(.response, stream: 1)) == .failOversizeResponse)
        #expect(machine.requestStarted() == .opened(3))
        #expect(machine.oversizeFrameReceived(FrameHeader(.data, stream: 3)) == .close(.malformedPayload))
    }

    @Test func `after GOAWAY nothing new begins and crossings are ignored`() {
        var client = makeOpen(.client)
        #expect(client.requestStarted() == .opened(1))
        #expect(client.requestStarted() == .opened(3))
        #expect(client.receive(.goAway, payload: [0, 0, 0, 1]) == .goingAway(lastStream: 1))
        client.requestWithdrawn(3)
        #expect(client.requestStarted() == .refused(.goingAway))
        #expect(client.receive(.response, stream: 3, flags: .endStream) == .ignore)
        #expect(client.receive(.response, stream: 1, flags: .endStream) == .deliverResponse(isLast: true))
        #expect(client.receive(.response, stream: 5, flags: .endStream) == .close(.invalidStream))
        var server = makeOpen(.server)
        #expect(server.receive(.request, stream: 1) == .deliverRequest)
        #expect(server.drainingBegun() == 1)
        #expect(server.receive(.request, stream: 3) == .refuse(.goingAway))
        #expect(server.receive(.cancel, stream: 1) == .cancelRequest)
        #expect(server.receive(.goAway, payload: [0, 0, 0, 0]) == .close(.unexpectedFrame))
    }

    @Test func `a client keeps to the limit of open streams`() {
        var limits = TransportLimits()
        limits.maximumOpenStreams = 1
        var machine = makeOpen(.client, limits: limits)
        #expect(machine.requestStarted() == .opened(1))
        #expect(machine.requestStarted() == .refused(.tooManyStreams))
        machine.requestWithdrawn(1)
        #expect(machine.requestStarted() == .opened(3))
        machine.connectionClosed()
        #expect(machine.requestStarted() == .refused(.connectionClosed))
    }

    @Test func `only requests and responses carry descriptors`() {
        for type in [FrameType.cancel, .credit, .ping, .pong, .goAway] {
            var machine = makeOpen(.server)
            let action = machine.frameReceived(FrameHeader(type, descriptorCount: 1), payload: [UInt8]().span)
            #expect(action == .close(.descriptorMismatch))
        }
    }
}

extension ConnectionStateMachine {
    fileprivate mutating func receive(
        _ type: FrameType,
        stream: UInt32 = 0,
        flags: FrameFlags = [],
        payload: [UInt8] = []
    ) -> Action {
        defer { assertInvariants() }
        return frameReceived(
            FrameHeader(type, stream: stream, flags: flags, payloadLength: payload.count),
            payload: payload.span
        )
    }
}
