import LinuxSystem
import Synchronization
import Testing

@testable import LibraryTransport

/// Peers that break the rules lose their connection, and nobody else notices.
@Suite(.timeLimit(.minutes(2)), .serialized) struct HostilePeerTests {
    /// Sends bytes after a HELLO and expects to be dropped for a reason, while another client goes on.
    private func expectDropped(
        _ violation: ProtocolViolation?,
        limits: TransportLimits = .standard,
        sayingHello: Bool = true,
        _ body: (borrowing RawPeer) throws -> Void
    ) throws {
        let server = try TestServer(.unixSocket, limits: limits)
        var peer = try RawPeer(server, sayingHello: sayingHello)
        let other = try server.connect()
        try body(peer)
        while try peer.next() != nil {}
        #expect(server.ended.wait(for: 1))
        #expect(server.connection.violation == violation)
        #expect(try other.ask(.longEcho, [5]) == [2, 5])
        other.close()
        try server.stop()
    }

    /// Each small frame takes a kilobyte of the peer's socket until it is taken out.
    @Test func `many small frames at once keep neither side waiting for the other`() throws {
        let server = try TestServer(.unixSocket)
        var peer = try RawPeer(server)
        for _ in 0..<5_000 { try peer.send(.pong, stream: 0) }
        try peer.send(.request, stream: 1, payload: [TestHandler.Command.echo.rawValue, 5])
        #expect(try peer.nextAfterHello()?.payload == [TestHandler.Command.echo.rawValue, 5])
        try server.stop()
    }

    @Test func `garbage`() throws {
        try expectDropped(.reservedBitsSet, sayingHello: false) { peer in
            try peer.send([UInt8](repeating: 0xFF, count: 100))
        }
    }

    @Test func `a request before HELLO`() throws {
        try expectDropped(.helloExpected, sayingHello: false) { try $0.send(.request, stream: 1, payload: [1]) }
    }

    @Test func `a second HELLO`() throws { try expectDropped(.helloExpected) { try $0.send(.hello, stream: 0) } }

    @Test func `a HELLO beyond its limit`() throws {
        try expectDropped(.helloTooLong, sayingHello: false) { peer in
            try peer.send(.hello, stream: 0, payload: [UInt8](repeating: 0, count: (64 << 10) + 1))
        }
    }

    @Test func `no HELLO in time`() throws {
        var limits = TransportLimits()
        limits.helloTimeout = 30_000_000
        let server = try TestServer(.unixSocket, limits: limits)
        var peer = try RawPeer(server, sayingHello: false)
        // Part of one does not help.
        try peer.send([0, 0, 0])
        while try peer.next() != nil {}
        #expect(server.ended.wait(for: 1))
        #expect(server.connection.violation == .helloTimeout)
        try server.stop()
    }

    @Test func `half a frame and then nothing`() throws {
        let server = try TestServer(.unixSocket)
        do {
            let peer = try RawPeer(server)
            try peer.send([0, 0, 1, 0, 0, 0, 0, 1, 2])
        }
        #expect(server.ended.wait(for: 1))
        #expect(server.connection.violation == nil)
        try server.stop()
    }

    @Test func `an oversize frame is answered and the next one is understood`() throws {
        let server = try TestServer(.unixSocket)
        var peer = try RawPeer(server)
        let attached = DescriptorList(try SealedMemory.make([1].span))
        try peer.send(
            .request,
            stream: 1,
            payload: [UInt8](repeating: 1, count: (3 << 20) + 7),
            declaring: 1,
            descriptors: attached
        )
        try peer.send(.request, stream: 3, payload: [TestHandler.Command.echo.rawValue, 8])
        let first = try peer.nextAfterHello()
        #expect(first?.header.stream == 1)
        #expect(first?.payload == refusal(.payloadTooLarge))
        let second = try peer.nextAfterHello()
        #expect(second?.header.stream == 3)
        #expect(second?.payload == [1, 8])
        try server.stop()
    }

    @Test func `large frames that arrive have room together, and are refused beyond it`() throws {
        var limits = TransportLimits()
        limits.maximumArrivingBytes = 300 << 10
        let server = try TestServer(.unixSocket, limits: limits)
        let large = [TestHandler.Command.echo.rawValue] + [UInt8](repeating: 1, count: 200 << 10)
        var peer = try RawPeer(server)
        // Frames of others that do not end.
        var others = server.pool.arrivalQuota.reserve(.init(bytes: 200 << 10, descriptors: 0))
        #expect(others != nil)
        try peer.send(.request, stream: 1, payload: large)
        #expect(try peer.nextAfterHello()?.payload == refusal(.busy))
        // What fits into the connection's own buffer needs no room.
        try peer.send(.request, stream: 3, payload: [TestHandler.Command.echo.rawValue, 8])
        #expect(try peer.nextAfterHello()?.payload == [1, 8])
        others = nil
        try peer.send(.request, stream: 5, payload: large)
        #expect(try peer.nextAfterHello()?.payload.count == large.count)
        #expect(server.pool.arrivalQuota.reserve(.init(bytes: 300 << 10, descriptors: 0)) != nil)
        try server.stop()
    }

    @Test func `a length that nobody could mean`() throws {
        try expectDropped(.lengthOutOfRange) { peer in
            var bytes = [UInt8](repeating: 0, count: 16)
            var header = FrameHeader(.request, stream: 1)
            header.payloadLength = (64 << 20) + 1
            header.encode(into: &bytes)
            try peer.send(bytes)
        }
    }

    @Test func `fewer and more descriptors than declared, which are closed`() throws {
        let name = "mismatch-\(UInt64.random(in: 0 ... .max))"
        for (declared, sent) in [(1, 0), (0, 1), (1, 2), (2, 1), (17, 16), (65_535, 3)] {
            try expectDropped(.descriptorMismatch) { peer in
                var attached = DescriptorList()
                for _ in 0..<sent { attached.append(try SealedMemory.make([1].span, name: name)) }
                try peer.send(.request, stream: 1, payload: [1], declaring: declared, descriptors: attached)
            }
        }
        try expectDropped(.descriptorMismatch) { peer in
            let attached = DescriptorList(try SealedMemory.make([1].span, name: name))
            try peer.send(.ping, stream: 0, declaring: 1, descriptors: attached)
        }
        #expect(try openDescriptors().filter { $0.contains(name) } == [])
    }

    @Test func `streams that do not rise, are even or unknown`() throws {
        try expectDropped(.invalidStream) { peer in
            try peer.send(.request, stream: 5, payload: [1])
            try peer.send(.request, stream: 3, payload: [1])
        }
        try expectDropped(.invalidStream) { try $0.send(.request, stream: 2, payload: [1]) }
        try expectDropped(.invalidStream) { try $0.send(.cancel, stream: 1) }
        try expectDropped(.invalidStream) { try $0.send(.credit, stream: 1, payload: [0, 0, 0, 1]) }
    }

    @Test func `frames that a server never gets`() throws {
        try expectDropped(.unexpectedFrame) { try $0.send(.response, stream: 1) }
        try expectDropped(.unexpectedFrame) { try $0.send(.data, stream: 1) }
        try expectDropped(.unknownFrameType) { try $0.send(FrameType(rawValue: 99), stream: 1) }
        try expectDropped(.unknownFlags) { try $0.send(.request, stream: 1, flags: .endStream) }
        try expectDropped(.malformedPayload) { peer in
            try peer.send(.ping, stream: 0, payload: [UInt8](repeating: 0, count: 65))
        }
    }

    @Test func `more credit than may be given`() throws {
        try expectDropped(.creditExceeded) { peer in
            try peer.send(.request, stream: 1, payload: [TestHandler.Command.stream.rawValue])
            try peer.send(.credit, stream: 1, payload: [0, 4, 0, 1])
        }
        try expectDropped(.creditExceeded) { peer in
            try peer.send(.request, stream: 1, payload: [TestHandler.Command.stream.rawValue])
            try peer.send(.credit, stream: 1, payload: [0, 0, 0, 0])
        }
    }

    @Test func `ten thousand open streams`() throws {
        let server = try TestServer(.unixSocket)
        var peer = try RawPeer(server)
        let other = try server.connect()
        var refused = 0
        var answered = 0
        // Each request waits for ever, so that all that are let in stay open.
        for index in 0..<10_000 {
            try peer.send(
                .request,
                stream: UInt32(2 * index + 1),
                payload: [TestHandler.Command.stream.rawValue]
            )
            let frame = try peer.nextAfterHello()
            if frame?.payload == refusal(.tooManyStreams) { refused += 1 } else { answered += 1 }
        }
        #expect(answered == 256)
        #expect(refused == 10_000 - 256)
        #expect(try other.ask(.longEcho, [5]) == [2, 5])
        other.close()
        try server.stop()
    }

    @Test func `a peer that never reads is given up, and its answers with it`() throws {
        var limits = TransportLimits()
        limits.stallTimeout = 50_000_000
        let server = try TestServer(.unixSocket, limits: limits)
        let peer = try RawPeer(server)
        let other = try server.connect()
        do {
            for index in 0..<1000 {
                try peer.send(
                    .request,
                    stream: UInt32(2 * index + 1),
                    payload: [TestHandler.Command.answerMuch.rawValue, 60]
                )
            }
        } catch let error as SystemCallError {
            #expect(error.errorNumber == SystemCallError.brokenPipe)
        }
        #expect(server.ended.wait(for: 1))
        #expect(try other.ask(.longEcho, [5]) == [2, 5])
        other.close()
        try server.stop()
    }

    @Test func `connections leave no descriptor behind`() throws {
        for kind in TransportKind.allCases {
            let server = try TestServer(kind)
            for _ in 0..<20 {
                let client = try server.connect()
                _ = try client.ask(.sendDescriptors, [4])
                client.close()
            }
            let sockets = server.sockets.withLock { $0 }
            #expect(sockets.count == 40)
            try server.stop()
            // The threads of the server let go of a connection a moment after its end.
            let deadline = MonotonicClock.deadline(after: 10_000_000_000)
            while MonotonicClock.now() < deadline, try !openDescriptors().isDisjoint(with: sockets) {
                _ = server.ended.waitBriefly(for: .max)
            }
            #expect(try openDescriptors().intersection(sockets) == [])
        }
    }
}

/// What the descriptors of this process stand for.
private func openDescriptors() throws -> Set<String> {
    var reader = try FolderReader("/proc/self/fd")
    var result: Set<String> = []
    while let entry = try reader.next() {
        do throws(SystemCallError) {
            result.insert(try FileNames.target(ofLink: FilePath("/proc/self/fd").appending(entry.name)).text)
        } catch {
            // Another test has closed it in between.
            #expect(error.errorNumber == SystemCallError.notFound)
        }
    }
    return result
}
