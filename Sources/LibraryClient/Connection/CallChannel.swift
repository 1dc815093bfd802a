internal import LibraryModel
internal import LibraryProtocol
internal import LibraryTransport
internal import LinuxSystem
internal import Synchronization

/// The connection for calls: opened on first use, and again after a loss. Thread-safe.
///
/// A call whose connection is lost is retried once on a new one if its rules allow it
/// (`CallRules.Effect.isRepeatable`). When the last attempt fails too, it throws `unavailable`: the outcome is unknown.
final class CallChannel: Sendable {
    private let address: ServerAddress
    private let claims: AppClaims
    private let connection = Mutex<ClientConnection?>(nil)
    /// For picks, which are valid only on the connection that opened them.
    private let pickConnection = Mutex<ClientConnection?>(nil)
    /// Request buffers for reuse.
    private let buffers = Mutex<[[UInt8]]>([])

    init(_ address: ServerAddress, _ claims: AppClaims) {
        self.address = address
        self.claims = claims
    }

    /// The client's HELLO, with the usage description for one access level.
    private func hello(for level: AccessLevel) -> Hello {
        var hello = Hello()
        hello.maximumPayload = TransportLimits.standard.maximumPayloadLength
        hello.maximumStreams = TransportLimits.standard.maximumOpenStreams
        hello.claimedName = claims.name ?? CallChannel.programName
        hello.usageDescription = claims.usageDescription(for: level)
        if claims.preventsAutomaticQuestion { hello.capabilities.insert(Hello.preventsAutomaticQuestion) }
        return hello
    }

    private static var programName: String? {
        CommandLine.arguments.first.map { FilePath($0).lastComponent.text }
    }

    /// A decoded reply with its descriptors.
    struct Response<Answer: CallReply>: ~Copyable {
        var reply: Answer
        var descriptors: DescriptorList

        /// Takes the reply's descriptor. Throws when there is none.
        mutating func takeDescriptor() throws(LibraryError) -> OwnedDescriptor {
            guard let descriptor = descriptors.takeFirst() else {
                throw LibraryError(.protocolViolation, "a reply came without its descriptor")
            }
            return descriptor
        }

        /// Maps the reply's sealed memory.
        mutating func takeMemory() throws(LibraryError) -> MappedMemory {
            let descriptor = try takeDescriptor()
            do throws(SystemCallError) { return try MappedMemory(sealed: descriptor) } catch {
                throw LibraryError(.protocolViolation, "a reply's memory cannot be mapped: \(error.reason)")
            }
        }
    }

    /// Makes a call without descriptors in the request or the reply.
    func ask<Asked: Call>(_ call: Asked) throws(LibraryError) -> Asked.Reply {
        try self.call(call).reply
    }

    /// Makes a call. `descriptors` creates the request's descriptors, again for each attempt. Stopping `cancellation`
    /// sends CANCEL; the call then throws `cancelled`.
    func call<Asked: Call>(
        _ call: Asked,
        _ cancellation: Cancellation? = nil,
        descriptors: () throws(SystemCallError) -> DescriptorList = { DescriptorList() }
    ) throws(LibraryError) -> Response<Asked.Reply> {
        var buffer = takeBuffer()
        defer { giveBack(&buffer) }
        let rules = Asked.rules
        buffer.end = call.encode(timeout: rules.timeout, into: &buffer.storage, at: MessageBuffer.headerSpace)
        guard let memory = try buffer.memoryForLongRequest() else {
            return try send(&buffer, rules, cancellation, descriptors)
        }
        var message = MessageBuffer.announcingDescriptor
        return try send(&message, rules, cancellation) { () throws(SystemCallError) in
            DescriptorList(try memory.duplicate())
        }
    }

    /// Makes a call on a given connection, without retry: for objects that are valid only there.
    func call<Asked: Call>(
        _ call: Asked,
        on connection: ClientConnection
    ) throws(LibraryError) -> Response<Asked.Reply> {
        var buffer = takeBuffer()
        defer { giveBack(&buffer) }
        let timeout = Asked.rules.timeout
        buffer.end = call.encode(timeout: timeout, into: &buffer.storage, at: MessageBuffer.headerSpace)
        var descriptors = DescriptorList()
        if let memory = try buffer.memoryForLongRequest() {
            descriptors.append(memory)
            buffer = .announcingDescriptor
        }
        let reply: Reply
        do throws(TransportError) {
            reply = try connection.call(
                &buffer,
                descriptors: descriptors,
                timeoutNanoseconds: timeout
            )
        } catch {
            throw LibraryError(error)
        }
        return try decode(reply, from: connection)
    }

    private func send<Answer: CallReply>(
        _ buffer: inout MessageBuffer,
        _ rules: CallRules,
        _ cancellation: Cancellation?,
        _ descriptors: () throws(SystemCallError) -> DescriptorList
    ) throws(LibraryError) -> Response<Answer> {
        var attemptsLeft = rules.effect.isRepeatable ? 2 : 1
        while true {
            if cancellation?.cause == .cancelled { throw .requestCancelled }
            let attached = try translatingSystemErrors("handing a file over", descriptors)
            attemptsLeft -= 1
            let connection: ClientConnection
            let reply: Reply
            do throws(TransportError) {
                connection = try usableConnection()
                reply = try connection.call(
                    &buffer,
                    descriptors: attached,
                    timeoutNanoseconds: rules.timeout,
                    cancellation: cancellation
                )
            } catch {
                guard attemptsLeft > 0, error.isLostConnection else { throw LibraryError(error) }
                continue
            }
            return try decode(reply, from: connection)
        }
    }
}

extension CallChannel {
    /// The open connection, or a new one.
    private func usableConnection() throws(TransportError) -> ClientConnection {
        try usable(connection)
    }

    /// The connection for picks.
    func connectionForPicks() throws(LibraryError) -> ClientConnection {
        do throws(TransportError) { return try usable(pickConnection) } catch { throw LibraryError(error) }
    }

    /// A new connection for one stream. `level`: the access that the app asks for with it.
    func connectionForStream(for level: AccessLevel = .readWrite) throws(LibraryError) -> ClientConnection {
        do throws(TransportError) { return try connect(for: level) } catch { throw LibraryError(error) }
    }

    private func usable(_ kept: borrowing Mutex<ClientConnection?>) throws(TransportError) -> ClientConnection {
        try kept.withLock { connection throws(TransportError) in
            if let usable = connection, usable.isUsable { return usable }
            let fresh = try connect()
            connection = fresh
            return fresh
        }
    }

    private func connect(for level: AccessLevel = .readWrite) throws(TransportError) -> ClientConnection {
        try ClientConnection.connect(over: address.source, localHello: hello(for: level).encoded()) { hello in
            do throws(LibraryError) {
                return try Hello(decoding: hello).protocolVersion == Hello.protocolVersion
            } catch {
                return false
            }
        }
    }

    private func decode<Answer: CallReply>(
        _ reply: consuming Reply,
        from connection: ClientConnection
    ) throws(LibraryError) -> Response<Answer> {
        var reply = reply
        guard !reply.withPayload({ MessageInDescriptor.isAnnounced(by: $0) }) else {
            guard let memory = reply.descriptors.takeFirst() else {
                throw LibraryError(.protocolViolation, "a reply came without its descriptor")
            }
            let mapped: MappedMemory
            do throws(SystemCallError) {
                mapped = try MappedMemory(sealed: memory, maximumCount: MessageInDescriptor.maximumSize)
            } catch {
                throw LibraryError(.protocolViolation, "a reply's memory cannot be mapped: \(error.reason)")
            }
            let decoded = try mapped.withBytes { bytes throws(LibraryError) in try Answer.decode(bytes) }
            return try Response(reply: decoded.get(), descriptors: DescriptorList())
        }
        let decoded = try reply.withPayload { bytes throws(LibraryError) in try Answer.decode(bytes) }
        let descriptors = reply.descriptors.takeFirst(reply.descriptors.count)
        connection.recycle(reply.payload)
        return try Response(reply: decoded.get(), descriptors: descriptors)
    }

    private func takeBuffer() -> MessageBuffer {
        if let storage = buffers.withLock({ $0.popLast() }) { return MessageBuffer(reusing: storage) }
        return MessageBuffer()
    }

    private func giveBack(_ buffer: inout MessageBuffer) {
        // Large buffers go back to the allocator.
        guard buffer.storage.count <= 128 * 1024 else { return }
        var storage: [UInt8] = []
        swap(&storage, &buffer.storage)
        buffers.withLock { if $0.count < 8 { $0.append(storage) } }
    }
}

extension MappedMemory: ImmutableMemory {}

extension CallChannel.Response where Answer == PixelSize {
    /// Takes the picture from the reply's memory.
    mutating func takeImage() throws(LibraryError) -> PixelImage {
        let memory = try takeMemory()
        guard let image = PixelImage(size: reply, memory: memory) else {
            throw LibraryError(.protocolViolation, "a picture of another size than announced")
        }
        return image
    }
}

extension TransportError {
    /// Whether a new connection may succeed where this one ended or could not be opened.
    fileprivate var isLostConnection: Bool {
        code == .connectionClosed || code == .goingAway || code == .protocolViolation
    }
}

extension LibraryError {
    init(_ error: TransportError) {
        let (code, isRetryable): (Code, Bool) =
            switch error.code {
            case .deadlineExceeded: (.deadlineExceeded, true)
            case .messageTooLarge: (.limitExceeded, false)
            case .tooManyStreams: (.limitExceeded, true)
            case .protocolViolation: (.protocolViolation, false)
            default: (.unavailable, true)
            }
        let reason =
            switch error.code {
            case .cannotConnect where error.cause == .anotherUsersServer:
                "another user's server listens where the photo library's would"
            case .cannotConnect:
                "no photo library server" + (error.socketFile.map { " at \($0.text)" } ?? "")
                    + " (\(error.cause?.reason ?? "no answer"))"
            case .handshakeFailed: "the photo library's server refused the connection"
            default: "the photo library's server: \(error)"
            }
        self.init(code, reason, isRetryable: isRetryable)
    }
}

/// Runs `body` and translates its `SystemCallError` into a `LibraryError`.
func translatingSystemErrors<Result: ~Copyable>(
    _ what: String,
    _ body: () throws(SystemCallError) -> Result
) throws(LibraryError) -> Result {
    do throws(SystemCallError) { return try body() } catch {
        throw LibraryError(.internal, "\(what): \(error.reason)", details: ["call": error.call])
    }
}
