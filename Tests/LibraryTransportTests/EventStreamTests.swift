import LibraryTransport
import LinuxSystem
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(2))) struct EventStreamTests {
    private func open(_ client: ClientConnection) throws -> IncomingStream {
        var request = message(.stream)
        let stream = try client.openStream(&request)
        #expect(stream.isOpen)
        #expect(stream.response.bytes == [1])
        return stream
    }

    private func publisher(_ server: TestServer) -> OutgoingStream {
        #expect(server.handler.started.wait(for: 1))
        return server.handler.streams.withLock { $0[0] }
    }

    @Test(arguments: TransportKind.allCases)
    func `delivers events in order and then the last response`(_ kind: TransportKind) throws {
        let server = try TestServer(kind)
        let client = try server.connect()
        let stream = try open(client)
        let publisher = publisher(server)
        _ = try SystemThread(name: "publisher") {
            for round in 0..<20_000 {
                let event = [UInt8(truncatingIfNeeded: round), UInt8(truncatingIfNeeded: round >> 8)]
                // Of what finds no credit the test wants all.
                while publisher.offer(event) == .noCredit { _ = server.handler.credits.waitBriefly(for: .max) }
            }
            publisher.finish([7])
        }
        var next = 0
        while let event = try stream.next() {
            #expect(event.bytes == [UInt8(truncatingIfNeeded: next), UInt8(truncatingIfNeeded: next >> 8)])
            next += 1
        }
        #expect(next == 20_000)
        #expect(stream.finalResponse?.bytes == [7])
        client.close()
        try server.stop()
        #expect(server.handler.streamEnds.value == 0)
    }

    /// Server                  | Client
    /// opens a stream, ends it | takes the first response, looks whether it is a stream
    @Test(arguments: TransportKind.allCases)
    func `a stream that ends at once is a stream all the same`(_ kind: TransportKind) throws {
        let server = try TestServer(kind)
        let client = try server.connect()
        for _ in 0..<500 {
            var request = message(.shortStream)
            let stream = try client.openStream(&request)
            let event = try stream.next()
            guard stream.isOpen, stream.response.bytes == [1], event == nil, stream.finalResponse?.bytes == [3] else {
                Issue.record("\(stream.isOpen), \(stream.response.bytes), \(stream.finalResponse?.bytes ?? [])")
                break
            }
        }
        client.close()
        try server.stop()
    }

    /// Publisher | Consumer
    /// offers until the credit is used up | does not read
    /// is told that there is none | —
    /// — | reads everything, which gives credit back
    /// gets its hook, goes on | reads on
    @Test(arguments: TransportKind.allCases)
    func `a consumer without credit holds nobody up, and its publisher hears when there is some`(
        _ kind: TransportKind
    ) throws {
        let server = try TestServer(kind)
        let client = try server.connect()
        let stream = try open(client)
        let publisher = publisher(server)
        let event = [UInt8](repeating: 3, count: 1008)
        // The credit may still be on its way.
        while publisher.offer(event) != .accepted {}
        var accepted = 1
        while publisher.offer(event) == .accepted { accepted += 1 }
        // 256 KiB of credit for frames of 1 KiB.
        #expect(accepted == 256)
        #expect(publisher.offer([1]) == .noCredit)
        let creditsBefore = server.handler.credits.value
        for _ in 0..<accepted { #expect(try stream.next()?.count == 1008) }
        #expect(server.handler.credits.wait(for: creditsBefore + 1))
        #expect(publisher.offer([1]) == .accepted)
        #expect(try stream.next()?.bytes == [1])
        client.close()
        try server.stop()
        #expect(server.handler.streamEnds.value == 1)
        #expect(publisher.offer([1]) == .ended)
    }

    @Test(arguments: TransportKind.allCases)
    func `a cancelled stream ends with an answer on both sides`(_ kind: TransportKind) throws {
        let server = try TestServer(kind)
        let client = try server.connect()
        let stream = try open(client)
        let publisher = publisher(server)
        stream.cancel()
        #expect(try stream.next() == nil)
        #expect(stream.finalResponse?.bytes == refusal(.cancelled))
        #expect(server.handler.streamEnds.wait(for: 1))
        #expect(publisher.offer([1]) == .ended)
        #expect(!publisher.finish([1]))
        #expect(try client.ask(.echo, [3]) == [1, 3])
        client.close()
        try server.stop()
    }

    @Test(arguments: TransportKind.allCases)
    func `dropping a stream ends it`(_ kind: TransportKind) throws {
        let server = try TestServer(kind)
        let client = try server.connect()
        do { _ = try open(client) }
        #expect(server.handler.streamEnds.wait(for: 1))
        #expect(try client.ask(.echo, [3]) == [1, 3])
        client.close()
        try server.stop()
    }

    @Test(arguments: TransportKind.allCases)
    func `a graceful close ends streams with an answer`(_ kind: TransportKind) throws {
        let server = try TestServer(kind)
        let client = try server.connect()
        let stream = try open(client)
        _ = publisher(server)
        server.connection.beginGracefulClose()
        #expect(try stream.next() == nil)
        #expect(stream.finalResponse?.bytes == refusal(.goingAway))
        #expect(server.ended.wait(for: 1))
        try server.stop()
    }

    @Test(arguments: TransportKind.allCases)
    func `a stream is cancelled with the work that it is part of`(_ kind: TransportKind) throws {
        let server = try TestServer(kind)
        let client = try server.connect()
        let cancellation = Cancellation()
        var request = message(.stream)
        let stream = try client.openStream(&request, cancellation: cancellation)
        cancellation.cancel()
        #expect(try stream.next() == nil)
        #expect(stream.finalResponse?.bytes == refusal(.cancelled))
        // One that is late is cancelled at once.
        request = message(.stream)
        let late = try client.openStream(&request, cancellation: cancellation)
        #expect(try late.next() == nil)
        #expect(late.finalResponse?.bytes == refusal(.cancelled))
        client.close()
        try server.stop()
    }

    /// The socket is full of events, and its peer does not read: offers return at once, and the drainer gives the peer
    /// up.
    @Test func `a stream whose peer never reads does not block its publisher`() throws {
        var limits = TransportLimits()
        limits.stallTimeout = 100_000_000
        limits.maximumStreamCredit = 4 << 20
        limits.maximumConnectionCredit = 4 << 20
        let server = try TestServer(.unixSocket, limits: limits)
        let peer = try RawPeer(server)
        try peer.send(.request, stream: 1, payload: [TestHandler.Command.stream.rawValue])
        try peer.send(.credit, stream: 1, payload: [0, 0x40, 0, 0])
        let publisher = publisher(server)
        let event = [UInt8](repeating: 3, count: 100_000)
        while publisher.offer(event) != .accepted {}
        var accepted = 1
        while publisher.offer(event) == .accepted { accepted += 1 }
        // More than any socket buffer takes.
        #expect(accepted > 35)
        #expect(server.ended.wait(for: 1))
        #expect(server.handler.streamEnds.value == 1)
        try server.stop()
    }
}

extension OutgoingStream {
    fileprivate func offer(_ event: [UInt8]) -> Offer { offer(event.span) }
    @discardableResult fileprivate func finish(_ payload: [UInt8]) -> Bool { finish(payload.span) }
}

extension DetachedPayload {
    fileprivate var bytes: [UInt8] { Array(storage[range]) }
}
