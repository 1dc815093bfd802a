internal import LibraryModel
internal import LibraryProtocol
internal import LibraryTransport
internal import LinuxSystem

extension MessageBuffer {
    /// The frame that announces a request in sealed memory.
    static var announcingDescriptor: MessageBuffer { MessageBuffer(payload: MessageInDescriptor.payload) }

    /// Copies a request that is too long for a frame into sealed memory. Returns nil when it fits.
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
