import Admission
import LibraryTransport
import LinuxSystem
import Synchronization
import Testing

/// Which transport a test runs over.
enum TransportKind: CaseIterable, Sendable { case unixSocket, inProcess }

/// A server with a thread for each connection, over either transport.
final class TestServer: Sendable {
    let handler: TestHandler
    let pool: ThreadPool
    let limits: TransportLimits
    let connections = Mutex<[ServerConnection]>([])
    let ended = Count()
    /// The names of both ends of all connections.
    let sockets = Mutex<Set<String>>([])
    /// Whose share connections have that are made from now on.
    let share = Mutex(Share.app("test"))
    private let source = Mutex<(any ConnectionSource)?>(nil)

    static let hello: [UInt8] = Array("server".utf8)

    init(
        _ kind: TransportKind,
        handler: TestHandler = TestHandler(),
        limits: TransportLimits = .standard,
        workers: ThreadPool.Limits = ThreadPool.Limits()
    ) throws {
        self.handler = handler
        self.limits = limits
        pool = try ThreadPool(limits: workers, transportLimits: limits)
        switch kind {
        case .inProcess:
            source.withLock { $0 = InProcessTransport { socket in self.serve(socket) } }
        case .unixSocket:
            let path = FilePath("/tmp/photolibrary-transport-test-\(UInt64.random(in: 0 ... .max))")
            let transport = UnixSocketTransport(path: path)
            let listener = Listener(try transport.listen())
            source.withLock { $0 = ListeningSource(transport: transport, listener: listener, server: self) }
        }
    }

    /// Removes the socket file, and breaks the cycle with what was made for the tests.
    func stop() throws {
        let source = source.withLock { $0.take() }
        if let source = source as? ListeningSource { try FileNames.remove(source.transport.path) }
        for connection in connections.withLock({ $0 }) { connection.closeNow() }
        let count = connections.withLock { $0.count }
        #expect(ended.wait(for: count))
        connections.withLock { $0 = [] }
    }

    func connectSocket() throws -> OwnedDescriptor {
        guard let source = source.withLock({ $0 }) else { throw SystemCallError(1, "stopped") }
        let socket = try source.connect()
        let inode = try socket.status().inode
        sockets.withLock { _ = $0.insert("socket:[\(inode)]") }
        return socket
    }

    func connect(limits: TransportLimits? = nil) throws -> ClientConnection {
        try ClientConnection.connect(
            over: ConnectedSource(server: self),
            localHello: Array("client".utf8),
            limits: limits ?? self.limits
        ) { hello in
            hello.count == TestServer.hello.count
        }
    }

    var connection: ServerConnection { connections.withLock { $0[0] } }

    fileprivate func serve(_ socket: consuming OwnedDescriptor) {
        do {
            let inode = try socket.status().inode
            sockets.withLock { _ = $0.insert("socket:[\(inode)]") }
        } catch { Issue.record(error) }
        let connection = ServerConnection(
            socket: socket,
            localHello: TestServer.hello,
            handler: handler,
            pool: pool,
            share: share.withLock { $0 },
            limits: limits
        )
        connections.withLock { $0.append(connection) }
        do {
            _ = try SystemThread(name: "connection") {
                connection.run()
                self.ended.add()
            }
        } catch { Issue.record(error) }
    }
}

private struct ConnectedSource: ConnectionSource {
    let server: TestServer
    func connect() throws(SystemCallError) -> OwnedDescriptor {
        do { return try server.connectSocket() } catch { throw SystemCallError(1, "connect") }
    }
}

private final class Listener: Sendable {
    let listener: UnixSocketListener
    init(_ listener: consuming UnixSocketListener) { self.listener = listener }
}

/// Connects over the socket file, and accepts at once: the kernel has the connection ready by then.
private struct ListeningSource: ConnectionSource {
    let transport: UnixSocketTransport
    let listener: Listener
    let server: TestServer

    func connect() throws(SystemCallError) -> OwnedDescriptor {
        let client = try transport.connect()
        server.serve(try listener.listener.accept())
        return client
    }
}

/// A peer that writes bytes as it likes.
struct RawPeer: ~Copyable {
    let socket: OwnedDescriptor
    private var decoder: FrameDecoder

    init(_ server: TestServer, sayingHello: Bool = true) throws {
        let socket = try server.connectSocket()
        if sayingHello {
            var hello = [UInt8](repeating: 0, count: FrameHeader.byteCount)
            FrameHeader(.hello, payloadLength: 3).encode(into: &hello)
            _ = try socket.send((hello + Array("raw".utf8)).span)
        }
        self.socket = socket
        decoder = FrameDecoder()
    }

    func send(
        _ type: FrameType,
        stream: UInt32,
        flags: FrameFlags = [],
        payload: [UInt8] = [],
        declaring descriptorCount: Int = 0,
        descriptors: borrowing DescriptorList = DescriptorList()
    ) throws {
        var bytes = [UInt8](repeating: 0, count: FrameHeader.byteCount)
        FrameHeader(
            type,
            stream: stream,
            flags: flags,
            payloadLength: payload.count,
            descriptorCount: descriptorCount
        ).encode(into: &bytes)
        try send(bytes + payload, descriptors: descriptors)
    }

    func send(_ bytes: [UInt8], descriptors: borrowing DescriptorList = DescriptorList()) throws {
        var sent = try socket.send(bytes.span, descriptors: descriptors)
        while sent < bytes.count { sent += try socket.send(bytes.span.extracting(sent..<bytes.count)) }
    }

    /// The next frame, nil when the server has closed.
    mutating func next() throws -> (header: FrameHeader, payload: [UInt8])? {
        try socket.setReceiveTimeout(60_000_000_000)
        while true {
            switch decoder.next() {
            case .frame(let header, let range):
                let payload = decoder.detach(range)
                return (header, Array(payload.storage[payload.range]))
            case .needsBytes:
                do throws(SystemCallError) {
                    let count = try decoder.receive { (room, offset) throws(SystemCallError) in
                        (try socket.receive(into: &room, at: offset).count, 0)
                    }
                    if count == 0 { return nil }
                } catch {
                    if error.errorNumber == SystemCallError.connectionReset { return nil }
                    throw error
                }
            case .oversize, .violation: throw SystemCallError(1, "unexpected")
            }
        }
    }

    /// The next frame that is not the server's HELLO.
    mutating func nextAfterHello() throws -> (header: FrameHeader, payload: [UInt8])? {
        while let frame = try next() {
            if frame.header.type != .hello { return frame }
        }
        return nil
    }
}

/// A message that tells the handler what to do.
func message(_ command: TestHandler.Command, _ rest: [UInt8] = []) -> MessageBuffer {
    MessageBuffer(payload: [command.rawValue] + rest)
}

extension ClientConnection {
    /// The bytes of the answer.
    func ask(
        _ command: TestHandler.Command,
        _ rest: [UInt8] = [],
        timeoutNanoseconds: UInt64? = nil
    ) throws(TransportError) -> [UInt8] {
        var request = message(command, rest)
        let reply = try call(&request, timeoutNanoseconds: timeoutNanoseconds)
        return Array(reply.payload.storage[reply.payload.range])
    }
}

/// The answer that says why the transport refused.
func refusal(_ refusal: TransportRefusal) -> [UInt8] { TestHandler.encode(refusal) }
