import Admission
import LibraryTransport
import LinuxSystem
import Synchronization
import Testing

/// Client and server together, over both transports.
@Suite(.timeLimit(.minutes(2))) struct ConnectionTests {
    @Test(arguments: TransportKind.allCases)
    func `answers short and long requests of any size`(_ kind: TransportKind) throws {
        let server = try TestServer(kind)
        let client = try server.connect()
        for size in [0, 1, 63, 4096, 65_535, 65_536, 70_000, (1 << 20) - 1] {
            let payload = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 7) }
            #expect(try client.ask(.echo, payload) == [TestHandler.Command.echo.rawValue] + payload)
            #expect(try client.ask(.longEcho, payload) == [TestHandler.Command.longEcho.rawValue] + payload)
        }
        client.close()
        try server.stop()
        #expect(server.handler.ended.value == 1)
    }

    @Test(arguments: TransportKind.allCases)
    func `a message beyond the limit is not sent and an answer beyond it is an error`(_ kind: TransportKind) throws {
        let server = try TestServer(kind)
        let client = try server.connect()
        #expect(throws: TransportError(.messageTooLarge)) {
            _ = try client.ask(.echo, [UInt8](repeating: 0, count: 1 << 20))
        }
        #expect(try client.ask(.answerTooMuch) == refusal(.failed))
        #expect(try client.ask(.forget) == refusal(.failed))
        #expect(try client.ask(.echo) == [1])
        client.close()
        try server.stop()
    }

    @Test(arguments: TransportKind.allCases)
    func `carries descriptors both ways`(_ kind: TransportKind) throws {
        let server = try TestServer(kind)
        let client = try server.connect()
        var attached = DescriptorList()
        for index in 0..<16 { attached.append(try SealedMemory.make([UInt8(index)].span)) }
        var request = message(.readDescriptors)
        let reply = try client.call(&request, descriptors: attached)
        let bytes = reply.withPayload { payload in payload.indices.map { payload[$0] } }
        #expect(bytes == (0..<16).map { UInt8($0) })
        request = message(.sendDescriptors, [3])
        var answer = try client.call(&request)
        var values: [UInt8] = []
        while let descriptor = answer.descriptors.takeFirst() {
            values.append(try MappedMemory(sealed: descriptor).withBytes { $0[0] })
        }
        #expect(values == [0, 1, 2])
        #expect(try client.ask(.sendDescriptors, [17]) == refusal(.failed))
        client.close()
        try server.stop()
    }

    @Test(arguments: TransportKind.allCases)
    func `many threads call at once and each gets its own answer`(_ kind: TransportKind) throws {
        let server = try TestServer(kind)
        let client = try server.connect()
        let done = Count()
        let wrong = Count()
        for thread in 0..<8 {
            _ = try SystemThread(name: "caller") {
                for round in 0..<300 {
                    let payload = [UInt8(thread), UInt8(truncatingIfNeeded: round), UInt8(round >> 8)]
                    let command: TestHandler.Command = round % 3 == 0 ? .longEcho : .echo
                    do {
                        let answer = try client.ask(command, payload)
                        if answer != [command.rawValue] + payload { wrong.add() }
                    } catch { wrong.add() }
                }
                done.add()
            }
        }
        #expect(done.wait(for: 8))
        #expect(wrong.value == 0)
        client.close()
        try server.stop()
    }

    /// Caller | Server
    /// asks for a wait, with a deadline | starts
    /// gives up, sends CANCEL | sees it and answers
    /// calls again | answers
    @Test(arguments: TransportKind.allCases)
    func `a deadline ends the wait and stops the work`(_ kind: TransportKind) throws {
        let server = try TestServer(kind)
        let client = try server.connect()
        #expect(throws: TransportError(.deadlineExceeded, mayHaveBeenReceived: true)) {
            _ = try client.ask(.wait, timeoutNanoseconds: 20_000_000)
        }
        #expect(server.handler.started.wait(for: 1))
        #expect(try client.ask(.echo, [9], timeoutNanoseconds: 30_000_000_000) == [1, 9])
        #expect(try client.ask(.echo, [10]) == [1, 10])
        client.close()
        try server.stop()
    }

    @Test(arguments: TransportKind.allCases)
    func `a call that is cancelled gets the server's answer to that`(_ kind: TransportKind) throws {
        let server = try TestServer(kind)
        let client = try server.connect()
        let cancellation = Cancellation()
        _ = try SystemThread(name: "canceller") {
            _ = server.handler.started.wait(for: 1)
            cancellation.cancel()
        }
        var request = message(.wait)
        let stream = try client.openStream(&request, cancellation: cancellation)
        #expect(!stream.isOpen && Array(stream.response.storage[stream.response.range]) == [1])
        client.close()
        try server.stop()
    }

    /// asks for a wait that may be short | tries it on the thread that reads, and leaves it for another one
    /// asks for an echo                  | answers
    /// cancels the wait                  | sees it and answers
    /// The second and third wait are not tried any more.
    @Test func `a request that may be short and is not is begun anew on another thread`() throws {
        let server = try TestServer(.inProcess)
        var peer = try RawPeer(server)
        for round in 0..<3 as Range<UInt32> {
            let stream = 1 + round * 4
            try peer.send(.request, stream: stream, payload: [TestHandler.Command.undecidedWait.rawValue])
            #expect(server.handler.started.wait(for: Int(round) + 1))
            #expect(server.handler.tries.value == 1)
            try peer.send(.request, stream: stream + 2, payload: [TestHandler.Command.undecidedEcho.rawValue, 7])
            let echo = try peer.nextAfterHello()
            #expect(echo?.header.stream == stream + 2)
            #expect(echo?.payload == [TestHandler.Command.undecidedEcho.rawValue, 7])
            try peer.send(.cancel, stream: stream)
            let answer = try peer.nextAfterHello()
            #expect(answer?.header.stream == stream)
            #expect(answer?.payload == [1])
        }
        try server.stop()
    }

    /// Of four waits with one thread and two places to wait: one runs, two wait, one is refused.
    @Test func `a request beyond threads and places is refused, and a waiting one can be cancelled`() throws {
        let server = try TestServer(.inProcess, workers: limits(threads: 1, waiting: 2))
        var peer = try RawPeer(server)
        try peer.send(.request, stream: 1, payload: [TestHandler.Command.wait.rawValue])
        #expect(server.handler.started.wait(for: 1))
        for stream in [3, 5, 7] as [UInt32] {
            try peer.send(.request, stream: stream, payload: [TestHandler.Command.wait.rawValue])
        }
        let refused = try peer.nextAfterHello()
        #expect(refused?.header.stream == 7)
        #expect(refused?.payload == refusal(.busy))
        try peer.send(.cancel, stream: 3)
        let cancelled = try peer.nextAfterHello()
        #expect(cancelled?.header.stream == 3)
        #expect(cancelled?.payload == refusal(.cancelled))
        try peer.send(.ping, stream: 0, payload: [4, 2])
        let pong = try peer.nextAfterHello()
        #expect(pong?.header.type == .pong)
        #expect(pong?.payload == [4, 2])
        try peer.send(.cancel, stream: 1)
        let answer = try peer.nextAfterHello()
        #expect(answer?.header.stream == 1)
        #expect(answer?.payload == [1])
        #expect(server.handler.started.wait(for: 2))
        try server.stop()
    }

    @Test func `a request that finds no room to wait in is refused, and there is room again later`() throws {
        var transport = TransportLimits()
        transport.maximumWaitingBytes = 1_000
        let server = try TestServer(.inProcess, limits: transport, workers: limits(threads: 1, waiting: 8))
        var peer = try RawPeer(server)
        let large = [TestHandler.Command.wait.rawValue] + [UInt8](repeating: 0, count: 699)
        try peer.send(.request, stream: 1, payload: [TestHandler.Command.wait.rawValue])
        #expect(server.handler.started.wait(for: 1))
        try peer.send(.request, stream: 3, payload: large)
        try peer.send(.request, stream: 5, payload: large)
        let refused = try peer.nextAfterHello()
        #expect(refused?.header.stream == 5)
        #expect(refused?.payload == refusal(.busy))
        try peer.send(.cancel, stream: 3)
        #expect(try peer.nextAfterHello()?.payload == refusal(.cancelled))
        try peer.send(.request, stream: 7, payload: large)
        server.handler.released.add()
        #expect(try peer.nextAfterHello()?.header.stream == 1)
        let last = try peer.nextAfterHello()
        #expect(last?.header.stream == 7)
        #expect(last?.payload == [0])
        try server.stop()
    }

    @Test func `requests beyond the share of an app wait for their turn, on all of its connections`() throws {
        let server = try TestServer(.inProcess, workers: limits(threads: 6, perApp: 2, waiting: 8))
        var first = try RawPeer(server)
        var second = try RawPeer(server)
        for stream in [1, 3, 5] as [UInt32] {
            try first.send(.request, stream: stream, payload: [TestHandler.Command.wait.rawValue])
            try second.send(.request, stream: stream, payload: [TestHandler.Command.wait.rawValue])
        }
        #expect(server.handler.started.wait(for: 2))
        // The readers have seen them all when they answer a PING.
        try first.send(.ping, stream: 0)
        #expect(try first.nextAfterHello()?.header.type == .pong)
        try second.send(.ping, stream: 0)
        #expect(try second.nextAfterHello()?.header.type == .pong)
        #expect(server.handler.started.value == 2)
        server.handler.released.add()
        var streams: [Set<UInt32>] = [[], []]
        for _ in 0..<3 {
            if let answer = try first.nextAfterHello() { streams[0].insert(answer.header.stream) }
            if let answer = try second.nextAfterHello() { streams[1].insert(answer.header.stream) }
        }
        #expect(streams == [[1, 3, 5], [1, 3, 5]])
        try server.stop()
    }

    @Test func `an app that holds all it may holds up neither another app nor the owner`() throws {
        let server = try TestServer(.inProcess, workers: limits(threads: 4, reserved: 1, perApp: 2, waiting: 8))
        let greedy = try RawPeer(server)
        for index in 0..<8 as Range<UInt32> {
            try greedy.send(.request, stream: 2 * index + 1, payload: [TestHandler.Command.wait.rawValue])
        }
        #expect(server.handler.started.wait(for: 2))
        for share in [Share.app("other"), .owner] {
            server.share.withLock { $0 = share }
            let client = try server.connect()
            #expect(try client.ask(.longEcho, [5]) == [TestHandler.Command.longEcho.rawValue, 5])
            client.close()
        }
        server.handler.released.add()
        try server.stop()
    }

    @Test func `a thousand streams of events hold no thread of the pool`() throws {
        let server = try TestServer(.inProcess, workers: limits(threads: 2, waiting: 8))
        var clients: [ClientConnection] = []
        var streams: [IncomingStream] = []
        for _ in 0..<256 {
            let client = try server.connect()
            // As many as the credit of a connection is enough for.
            for _ in 0..<4 {
                var request = message(.stream)
                streams.append(try client.openStream(&request))
            }
            clients.append(client)
        }
        let client = try server.connect()
        #expect(try client.ask(.longEcho, [6]) == [TestHandler.Command.longEcho.rawValue, 6])
        // The echo's thread may not be back yet.
        #expect(server.pool.load <= 1)
        client.close()
        for client in clients { client.close() }
        withExtendedLifetime(streams) {}
        try server.stop()
    }

    // MARK: Deadlines

    @Test(arguments: [TestHandler.Command.waitForDeadline, .hang])
    func `a request is answered when its deadline passes, whatever its handler does`(
        _ command: TestHandler.Command
    ) throws {
        let server = try TestServer(.inProcess)
        var peer = try RawPeer(server)
        try peer.send(.request, stream: 1, payload: [command.rawValue, 20])
        let answer = try peer.nextAfterHello()
        #expect(answer?.header.stream == 1)
        #expect(answer?.payload == refusal(.deadlineExceeded))
        #expect(server.handler.started.wait(for: 1))
        // What the handler answers afterwards is nobody's.
        server.handler.released.add()
        try peer.send(.request, stream: 3, payload: [TestHandler.Command.longEcho.rawValue, 4])
        #expect(try peer.nextAfterHello()?.payload == [TestHandler.Command.longEcho.rawValue, 4])
        try server.stop()
    }

    @Test func `a deadline passes while a request waits for a thread`() throws {
        let server = try TestServer(.inProcess, workers: limits(threads: 1, waiting: 8))
        var peer = try RawPeer(server)
        try peer.send(.request, stream: 1, payload: [TestHandler.Command.wait.rawValue])
        #expect(server.handler.started.wait(for: 1))
        try peer.send(.request, stream: 3, payload: [TestHandler.Command.waitForDeadline.rawValue, 20])
        let answer = try peer.nextAfterHello()
        #expect(answer?.header.stream == 3)
        #expect(answer?.payload == refusal(.deadlineExceeded))
        server.handler.released.add()
        #expect(try peer.nextAfterHello()?.header.stream == 1)
        #expect(server.handler.started.value == 1)
        try server.stop()
    }

    @Test func `a short request that was not done in time is refused in the reply's place`() throws {
        let server = try TestServer(.inProcess)
        var peer = try RawPeer(server)
        try peer.send(.request, stream: 1, payload: [TestHandler.Command.shortAndLate.rawValue, 1])
        #expect(try peer.nextAfterHello()?.payload == refusal(.deadlineExceeded))
        // The deadline was the request's, and not the connection's.
        try peer.send(.request, stream: 3, payload: [TestHandler.Command.echo.rawValue, 4])
        #expect(try peer.nextAfterHello()?.payload == [TestHandler.Command.echo.rawValue, 4])
        try server.stop()
    }

    @Test(arguments: [TestHandler.Command.answerNote, .longAnswerNote])
    func `what a handler noted of a request comes back with it, on whichever thread`(
        _ command: TestHandler.Command
    ) throws {
        let server = try TestServer(.inProcess)
        var peer = try RawPeer(server)
        for note in UInt8(0)...9 {
            try peer.send(.request, stream: UInt32(note) * 2 + 1, payload: [command.rawValue, note])
            #expect(try peer.nextAfterHello()?.payload == [note])
        }
        try server.stop()
    }

    @Test func `a reply outlives the next ones, also where its memory was given back too early`() throws {
        let server = try TestServer(.inProcess)
        let connection = try server.connect()
        for length in [2, 1024, 1025, 20_000, 66_000] {
            func echo(_ byte: UInt8) throws -> DetachedPayload {
                let payload = [TestHandler.Command.echo.rawValue] + [UInt8](repeating: byte, count: length - 1)
                var message = MessageBuffer(payload: payload)
                return try connection.call(&message).payload
            }
            let first = try echo(1)
            connection.recycle(first)
            let second = try echo(2)
            for (payload, byte) in [(first, UInt8(1)), (second, 2)] {
                #expect(payload.count == length)
                #expect(payload.withBytes { bytes in (1..<length).allSatisfy { bytes[$0] == byte } })
            }
        }
        connection.close()
        try server.stop()
    }

    @Test func `a request without time is not begun`() throws {
        let server = try TestServer(.inProcess)
        var peer = try RawPeer(server)
        try peer.send(.request, stream: 1, payload: [TestHandler.Command.waitForDeadline.rawValue, 0])
        #expect(try peer.nextAfterHello()?.payload == refusal(.deadlineExceeded))
        #expect(server.handler.started.value == 0)
        try server.stop()
    }

    @Test func `a stream that waits for somebody ends at its deadline`() throws {
        let server = try TestServer(.inProcess)
        var peer = try RawPeer(server)
        try peer.send(.request, stream: 1, payload: [TestHandler.Command.streamUntilDeadline.rawValue, 50])
        #expect(try peer.nextAfterHello()?.payload == [1])
        let end = try peer.nextAfterHello()
        #expect(end?.header.flags == .endStream)
        #expect(end?.payload == refusal(.deadlineExceeded))
        #expect(server.handler.streamEnds.wait(for: 1))
        try server.stop()
    }

    @Test func `a stream whose wait is over outlives its deadline`() throws {
        let server = try TestServer(.inProcess)
        var peer = try RawPeer(server)
        try peer.send(.request, stream: 1, payload: [TestHandler.Command.streamUntilDeadline.rawValue, 100])
        #expect(try peer.nextAfterHello()?.payload == [1])
        #expect(server.handler.started.wait(for: 1))
        server.handler.streams.withLock { $0[0].clearDeadline() }
        // One that is asked for later ends in between.
        try peer.send(.request, stream: 3, payload: [TestHandler.Command.waitForDeadline.rawValue, 150])
        let answer = try peer.nextAfterHello()
        #expect(answer?.header.stream == 3)
        #expect(server.handler.streamEnds.value == 0)
        try server.stop()
    }

    @Test func `a hanging handler does not keep a connection from closing`() throws {
        let server = try TestServer(.inProcess)
        var peer = try RawPeer(server)
        try peer.send(.request, stream: 1, payload: [TestHandler.Command.hang.rawValue, 20])
        #expect(try peer.nextAfterHello()?.payload == refusal(.deadlineExceeded))
        server.connection.beginGracefulClose()
        #expect(try peer.nextAfterHello()?.header.type == .goAway)
        #expect(try peer.nextAfterHello() == nil)
        server.handler.released.add()
        try server.stop()
    }

    private func limits(
        threads: Int,
        reserved: Int = 0,
        perApp: Int = 8,
        waiting: Int
    ) -> ThreadPool.Limits {
        var limits = ThreadPool.Limits()
        limits.threads = threads
        limits.reservedThreads = reserved
        limits.runningPerApp = perApp
        limits.waitingPerApp = waiting
        return limits
    }

    @Test(arguments: TransportKind.allCases)
    func `a graceful close lets running calls finish and refuses new ones`(_ kind: TransportKind) throws {
        let server = try TestServer(kind)
        let client = try server.connect()
        let result = Mutex<[UInt8]>([])
        let done = Count()
        _ = try SystemThread(name: "caller") {
            do {
                let answer = try client.ask(.wait)
                result.withLock { $0 = answer }
            } catch { Issue.record(error) }
            done.add()
        }
        #expect(server.handler.started.wait(for: 1))
        server.connection.beginGracefulClose()
        do {
            // Either the GOAWAY has been read by then, or the server refuses.
            let answer = try client.ask(.echo)
            #expect(answer == refusal(.goingAway))
        } catch {
            #expect(error == TransportError(.goingAway))
        }
        server.handler.released.add()
        #expect(done.wait(for: 1))
        #expect(result.withLock { $0 } == [0])
        #expect(server.ended.wait(for: 1))
        #expect(!client.isUsable)
        try server.stop()
    }

    @Test(arguments: TransportKind.allCases)
    func `calls that wait fail when the connection is lost`(_ kind: TransportKind) throws {
        let server = try TestServer(kind)
        let client = try server.connect()
        let failures = Mutex<[TransportError.Code]>([])
        let done = Count()
        for _ in 0..<3 {
            _ = try SystemThread(name: "caller") {
                do throws(TransportError) {
                    _ = try client.ask(.wait)
                } catch {
                    failures.withLock { $0.append(error.code) }
                }
                done.add()
            }
        }
        #expect(server.handler.started.wait(for: 3))
        server.connection.closeNow()
        #expect(done.wait(for: 3))
        #expect(failures.withLock { $0 } == [.connectionClosed, .connectionClosed, .connectionClosed])
        #expect(server.ended.wait(for: 1))
        #expect(!client.isUsable)
        try server.stop()
    }

    @Test func `a refused HELLO ends the connection on either side`() throws {
        let server = try TestServer(.inProcess, handler: TestHandler(acceptsHello: false))
        let client = try server.connect()
        #expect(throws: TransportError.self) { _ = try client.ask(.echo) }
        #expect(server.ended.wait(for: 1))
        #expect(server.connection.violation == .helloRefused)
        let peer = Mutex(DescriptorList())
        #expect(throws: TransportError(.handshakeFailed, violation: .helloRefused)) {
            let transport = InProcessTransport { socket in
                do {
                    var bytes = [UInt8](repeating: 0, count: 16)
                    FrameHeader(.hello).encode(into: &bytes)
                    _ = try socket.send(bytes.span)
                    let kept = try socket.duplicate().release()
                    peer.withLock { $0.append(OwnedDescriptor(owning: kept)) }
                } catch { Issue.record(error) }
            }
            _ = try ClientConnection.connect(over: transport, localHello: []) { _ in false }
        }
        try server.stop()
    }

    @Test func `nobody to connect to is said so`() {
        let path: FilePath = "/tmp/photolibrary-no-such-socket"
        let cause = SystemCallError(SystemCallError.notFound, "connect")
        #expect(throws: TransportError(.cannotConnect, cause: cause, socketFile: path)) {
            let transport = UnixSocketTransport(path: path)
            _ = try ClientConnection.connect(over: transport, localHello: []) { _ in true }
        }
    }
}
