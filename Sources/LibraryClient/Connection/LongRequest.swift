internal import LibraryModel
internal import LibraryProtocol
internal import LibraryTransport
internal import LinuxSystem

extension MessageBuffer {
    /// The frame of a request that travels in sealed memory.
    static var announcingDescriptor: MessageBuffer { MessageBuffer(payload: MessageInDescriptor.payload) }

    /// The sealed memory for the request in this buffer, which is too long for a frame; nil when it is not.
    func memoryForLongRequest() throws(LibraryError) -> OwnedDescriptor? {
        guard payloadCount > TransportLimits.standard.maximumPayloadLength else { return nil }
        guard payloadCount <= MessageInDescriptor.maximumSize else {
            throw LibraryError(.limitExceeded, "the request is longer than \(MessageInDescriptor.maximumSize) bytes")
        }
        return try translatingSystemErrors("asking") { () throws(SystemCallError) in
            try SealedMemory.make(storage.span.extracting(MessageBuffer.headerSpace..<end))
        }
    }
}
