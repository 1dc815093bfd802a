internal import LibraryModel
internal import LibraryProtocol
internal import LibraryTransport
internal import LinuxSystem

/// A call that is answered by a stream of replies, read by one thread at a time. Releasing it ends the call.
final class ReplyStream<Streamed: StreamCall>: Sendable {
    /// The first reply.
    let first: Streamed.Reply
    /// For further calls about the stream's object, which is valid only on this connection.
    let connection: ClientConnection
    private let stream: IncomingStream

    /// Makes the call on `connection` and waits for the first reply; throws its failure. `cancellation` ends the call,
    /// now or later.
    init(
        _ call: Streamed,
        on connection: ClientConnection,
        _ cancellation: Cancellation? = nil,
        descriptors: consuming DescriptorList = DescriptorList()
    ) throws(LibraryError) {
        var message = MessageBuffer()
        message.end = LibraryRequest(call).encode(into: &message.storage, at: MessageBuffer.headerSpace)
        var descriptors = descriptors
        if let memory = try message.memoryForLongRequest() {
            descriptors.append(memory)
            message = .announcingDescriptor
        }
        do throws(TransportError) {
            stream = try connection.openStream(&message, descriptors: descriptors, cancellation: cancellation)
        } catch {
            throw LibraryError(error)
        }
        self.connection = connection
        first = try ReplyStream.decode(stream.response)
    }

    /// False when the first reply was the only one.
    var isOpen: Bool { stream.isOpen }

    /// Waits for the next event. Returns nil when the stream has ended.
    func next() throws(LibraryError) -> Streamed.Event? {
        let event: DetachedPayload?
        do throws(TransportError) { event = try stream.next() } catch { throw LibraryError(error) }
        guard let event else { return nil }
        return try ReplyStream.decode(event)
    }

    /// The last reply, once `next` has returned nil. Throws its failure.
    func last() throws(LibraryError) -> Streamed.Event {
        guard let response = stream.finalResponse else { throw .unexpectedReply }
        return try ReplyStream.decode(response)
    }

    /// Waits for the last reply of a stream without events.
    func end() throws(LibraryError) -> Streamed.Event {
        while try next() != nil {}
        return try last()
    }

    /// Asks the server to end the stream. From any thread.
    func cancel() { stream.cancel() }

    private static func decode<Decoded: CallReply>(_ payload: DetachedPayload) throws(LibraryError) -> Decoded {
        try payload.withBytes { bytes throws(LibraryError) in try Decoded.decode(bytes) }.get()
    }
}

extension CallChannel {
    /// Makes a call that the person answers, on a connection of its own. Blocks until they do. Throws `cancelled` when
    /// `cancellation` withdraws it.
    func askPerson<Asked: StreamCall>(
        _ call: Asked,
        _ cancellation: Cancellation? = nil
    ) throws(LibraryError) -> Asked.Event {
        do throws(LibraryError) {
            return try ReplyStream(call, on: try connectionForStream(), cancellation).end()
        } catch {
            guard cancellation?.isStopped == true else { throw error }
            throw LibraryError(.cancelled, "the question to the person was withdrawn")
        }
    }
}
