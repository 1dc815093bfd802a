internal import LibraryModel
internal import LibraryProtocol
internal import LibraryTransport
internal import LinuxSystem

/// A call that is answered by a stream of replies, taken by one thread at a time.
///
/// Dropping it ends the call.
final class ReplyStream: Sendable {
    /// What the server answered first.
    let first: LibraryReply
    /// For other calls about what the stream stands for.
    let connection: ClientConnection
    private let stream: IncomingStream

    /// Makes the call on `connection`. Waits for the first reply; a failure is thrown.
    init(_ call: some Call, on connection: ClientConnection) throws(LibraryError) {
        var message = MessageBuffer()
        message.end = LibraryRequest(call).encode(into: &message.storage, at: MessageBuffer.headerSpace)
        var descriptors = DescriptorList()
        if message.payloadCount > TransportLimits.standard.maximumPayloadLength {
            guard message.payloadCount <= MessageInDescriptor.maximumSize else {
                throw LibraryError(
                    .limitExceeded,
                    "the request is longer than \(MessageInDescriptor.maximumSize) bytes"
                )
            }
            let whole = message
            descriptors = try translatingSystemErrors("asking") { () throws(SystemCallError) in
                let payload = whole.storage.span.extracting(MessageBuffer.headerSpace..<whole.end)
                return DescriptorList(try SealedMemory.make(payload))
            }
            message = MessageBuffer(payload: MessageInDescriptor.payload)
        }
        do throws(TransportError) {
            stream = try connection.openStream(&message, descriptors: descriptors)
        } catch {
            throw LibraryError(error)
        }
        self.connection = connection
        first = try ReplyStream.decode(stream.response)
    }

    /// False when the first reply was the only one.
    var isOpen: Bool { stream.isOpen }

    /// Waits for the next event; nil when the stream has ended. Throws `deadlineExceeded` when there was none in time,
    /// and the stream goes on.
    func next(timeoutNanoseconds: UInt64? = nil) throws(LibraryError) -> LibraryReply? {
        let event: DetachedPayload?
        do throws(TransportError) { event = try stream.next(timeoutNanoseconds: timeoutNanoseconds) } catch {
            throw LibraryError(error)
        }
        guard let event else { return nil }
        return try ReplyStream.decode(event)
    }

    /// The last reply, once `next` has returned nil. A failure is thrown.
    func last() throws(LibraryError) -> LibraryReply {
        guard let response = stream.finalResponse else { throw .unexpectedReply }
        return try ReplyStream.decode(response)
    }

    /// Waits for the end of a stream that has no events.
    func end() throws(LibraryError) -> LibraryReply {
        guard isOpen else { return first }
        while try next() != nil {}
        return try last()
    }

    /// Asks the server to end the stream. From any thread.
    func cancel() { stream.cancel() }

    private static func decode(_ payload: DetachedPayload) throws(LibraryError) -> LibraryReply {
        let reply = try payload.withBytes { bytes throws(LibraryError) in try LibraryReply(decoding: bytes) }
        return try reply.result()
    }
}
