extension [UInt8] {
    /// Appends the bytes of a span by one memcpy, also in debug builds.
    package mutating func append(_ bytes: Span<UInt8>) {
        unsafe bytes.withUnsafeBufferPointer { unsafe append(contentsOf: $0) }
    }
}
