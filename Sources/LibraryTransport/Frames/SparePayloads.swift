/// The memory of payloads that were read, for the next ones: calls that repeat allocate nothing.
struct SparePayloads: Sendable {
    /// Bytes of the memory of a short payload, which is copied out of the receive buffer.
    static let shortCapacity = 1024

    private var short: [UInt8]?
    /// For a long payload, which takes the receive buffer with it.
    private var standard: [UInt8]?

    /// Keeps memory of a size that is reused; drops any other.
    mutating func keep(_ storage: consuming [UInt8]) {
        switch storage.count {
        case SparePayloads.shortCapacity: short = storage
        case FrameDecoder.standardCapacity: standard = storage
        default: break
        }
    }

    mutating func takeShort() -> [UInt8] {
        short.take() ?? [UInt8](repeating: 0, count: SparePayloads.shortCapacity)
    }

    mutating func takeStandard() -> [UInt8]? { standard.take() }
}

extension [UInt8] {
    /// Overwrites the first bytes, which must exist.
    mutating func overwriteStart(with bytes: Span<UInt8>) {
        precondition(bytes.count <= count)
        unsafe withUnsafeMutableBytes { room in
            unsafe bytes.withUnsafeBytes { unsafe room.copyMemory(from: $0) }
        }
    }
}
