package import LibraryModel
package import LibraryProtocol
internal import LibraryServer
package import LibraryTransport
package import LinuxSystem

/// A client that sends what it likes.
package struct RawClient: ~Copyable {
    package let socket: OwnedDescriptor
    private var decoder: FrameDecoder
    private var nextStream: UInt32 = 1

    package struct Frame: Sendable {
        package var header: FrameHeader
        package var payload: [UInt8]

        /// The reply in it, whichever it is.
        package func reply() throws -> Result<any CallReply, LibraryError> {
            try CallTable.reply(decoding: payload.span)
        }

        /// The reply in it, to a call that is answered so.
        fileprivate func reply<Reply: CallReply>(as type: Reply.Type) throws -> Result<Reply, LibraryError> {
            let bytes = payload
            return try Reply.decode(bytes.span)
        }
    }

    package init(_ server: ServerProcess, isManagement: Bool = false, sayingHello: Bool = true) throws {
        let socket = try UnixSocket.connect(to: isManagement ? server.managementSocket : server.socket)
        try self.init(socket, sayingHello: sayingHello)
    }

    package init(connectingTo socket: FilePath) throws { try self.init(UnixSocket.connect(to: socket)) }

    /// A client of a library within the test's own process.
    package init(_ library: InProcessLibrary, isManagement: Bool = false) throws {
        let socket = try UnixSocket.pair().take { own, servers in
            library.service.serve(servers, isManagement: isManagement)
            return own
        }
        try self.init(socket)
    }

    private init(_ socket: consuming OwnedDescriptor, sayingHello: Bool = true) throws {
        // A test that waits for what never comes fails instead of hanging.
        try socket.setReceiveTimeout(60_000_000_000)
        if sayingHello {
            let hello = Hello().encoded()
            var header = [UInt8](repeating: 0, count: FrameHeader.byteCount)
            FrameHeader(.hello, payloadLength: hello.count).encode(into: &header)
            _ = try socket.send((header + hello).span)
        }
        var decoder = FrameDecoder()
        // An app sends nothing further before it has heard from the server.
        if sayingHello { try RawClient.waitForHello(socket, &decoder) }
        self.decoder = decoder
        self.socket = socket
    }

    private static func waitForHello(_ socket: borrowing OwnedDescriptor, _ decoder: inout FrameDecoder) throws {
        while true {
            switch decoder.next() {
            case .frame: return
            case .needsBytes: if try !receive(socket, &decoder) { return }
            case .oversize, .violation: throw ConnectionEnded()
            }
        }
    }

    /// One receive; false when the server has closed.
    private static func receive(
        _ socket: borrowing OwnedDescriptor,
        _ decoder: inout FrameDecoder
    ) throws -> Bool {
        do throws(SystemCallError) {
            return try decoder.receive { (room, offset) throws(SystemCallError) in
                // Descriptors are counted and closed.
                let received = try socket.receive(into: &room, at: offset)
                return (received.count, received.descriptors.count)
            } > 0
        } catch {
            if error.errorNumber == SystemCallError.connectionReset { return false }
            throw error
        }
    }

    package func send(
        _ type: FrameType,
        stream: UInt32,
        payload: [UInt8] = [],
        declaring descriptorCount: Int? = nil,
        descriptors: borrowing DescriptorList = DescriptorList()
    ) throws {
        var bytes = [UInt8](repeating: 0, count: FrameHeader.byteCount)
        FrameHeader(
            type,
            stream: stream,
            payloadLength: payload.count,
            descriptorCount: descriptorCount ?? descriptors.count
        ).encode(into: &bytes)
        try send(bytes + payload, descriptors: descriptors)
    }

    package func send(_ bytes: [UInt8], descriptors: borrowing DescriptorList = DescriptorList()) throws {
        var sent = try socket.send(bytes.span, descriptors: descriptors)
        while sent < bytes.count { sent += try socket.send(bytes.span.extracting(sent..<bytes.count)) }
    }

    /// Sends a request on a stream of its own, and returns the stream.
    @discardableResult
    package mutating func request(
        _ payload: [UInt8],
        descriptors: borrowing DescriptorList = DescriptorList()
    ) throws -> UInt32 {
        defer { nextStream += 2 }
        try send(.request, stream: nextStream, payload: payload, descriptors: descriptors)
        return nextStream
    }

    /// Sends a request and waits for the answer to it.
    package mutating func ask<Asked: Call>(
        _ call: Asked,
        descriptors: borrowing DescriptorList = DescriptorList()
    ) throws -> Result<Asked.Reply, LibraryError> {
        try answer(to: call, descriptors: descriptors).reply(as: Asked.Reply.self)
    }

    /// Sends a request and waits for the frame that answers it.
    private mutating func answer(
        to call: any Call,
        descriptors: borrowing DescriptorList = DescriptorList()
    ) throws -> Frame {
        let stream = try request(call.encoded, descriptors: descriptors)
        while let frame = try next() {
            if frame.header.stream == stream { return frame }
        }
        throw ConnectionEnded()
    }

    /// Sends a request that opens a stream of events, with all the credit that one can have, and waits for its first
    /// answer.
    package mutating func openStream<Asked: StreamCall>(
        _ call: Asked
    ) throws -> Result<Asked.Reply, LibraryError> {
        let stream = try request(call.encoded)
        guard let frame = try next() else { throw ConnectionEnded() }
        let room = TransportLimits.standard.maximumStreamCredit
        let credit = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: room >> $0) }
        try send(.credit, stream: stream, payload: credit)
        return try frame.reply(as: Asked.Reply.self)
    }

    /// How many events came before the answer to a question that is put now.
    package mutating func eventsSoFar() throws -> Int {
        let stream = try request(PingCall(payload: [], replySize: 0).encoded)
        var events = 0
        while let frame = try next() {
            if frame.header.stream == stream { return events }
            if frame.header.type == .data { events += 1 }
        }
        throw ConnectionEnded()
    }

    /// Sends a request and waits for all that comes of it. `cancels`: a stream that would not end is, after its first
    /// answer.
    package mutating func frames(
        of payload: [UInt8],
        descriptors: borrowing DescriptorList = DescriptorList(),
        cancels: Bool = false
    ) throws -> [Frame] {
        let stream = try request(payload, descriptors: descriptors)
        var frames: [Frame] = []
        while let frame = try next() {
            guard frame.header.stream == stream else { continue }
            frames.append(frame)
            if frame.header.flags.contains(.endStream) { return frames }
            if cancels, frames.count == 1 { try send(.cancel, stream: stream) }
        }
        throw ConnectionEnded()
    }

    /// The error that a request is answered with.
    package mutating func failure(
        of call: any Call,
        descriptors: borrowing DescriptorList = DescriptorList()
    ) throws -> LibraryError? {
        let reply = try answer(to: call, descriptors: descriptors).reply()
        return if case .failure(let error) = reply { error } else { nil }
    }

    /// The next frame after HELLO, nil when the server has closed.
    package mutating func next() throws -> Frame? {
        while true {
            switch decoder.next() {
            case .frame(let header, let range):
                let payload = decoder.detach(range)
                if header.type == .hello { continue }
                return Frame(header: header, payload: Array(payload.storage[payload.range]))
            case .needsBytes:
                if try !RawClient.receive(socket, &decoder) { return nil }
            case .oversize, .violation: throw ConnectionEnded()
            }
        }
    }

    /// Waits until the server has dropped this client.
    package mutating func waitForEnd() throws {
        while try next() != nil {}
    }

    package struct ConnectionEnded: Error {
        package init() {}
    }
}

extension Call {
    /// The packed request.
    package var encoded: [UInt8] {
        var bytes: [UInt8] = []
        let end = LibraryRequest(self).encode(into: &bytes, at: 0)
        return Array(bytes[..<end])
    }
}
