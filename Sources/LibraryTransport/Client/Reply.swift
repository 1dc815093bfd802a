package import LinuxSystem

/// The reply to a call: its bytes and descriptors.
package struct Reply: ~Copyable, Sendable {
    package var payload: DetachedPayload
    /// Those that are not taken are closed.
    package var descriptors: DescriptorList

    init(_ payload: DetachedPayload, _ descriptors: consuming DescriptorList) {
        self.payload = payload
        self.descriptors = descriptors
    }

    /// Calls `body` with the bytes.
    package borrowing func withPayload<Result: ~Copyable, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try payload.withBytes(body)
    }
}
