package import LinuxSystem

/// The answer to a call: its bytes and the descriptors that came with it.
package struct Reply: ~Copyable, Sendable {
    package var payload: DetachedPayload
    /// What is not taken is closed.
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
