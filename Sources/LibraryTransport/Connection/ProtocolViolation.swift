/// How a peer broke the protocol. Its connection is closed, and nothing else suffers.
package enum ProtocolViolation: String, Hashable, Sendable {
    /// A payload length above `maximumSkippedLength`.
    case lengthOutOfRange
    /// The reserved part of a header is not zero.
    case reservedBitsSet
    case unknownFrameType
    case unknownFlags
    /// The declared number of descriptors is not what came with the frame's first byte.
    case descriptorMismatch
    /// Too many descriptors of the peer's wait for file systems that do not answer.
    case descriptorsHeld
    /// The first frame is not HELLO, or a later one is.
    case helloExpected
    case helloTooLong
    /// This side refused what the HELLO says.
    case helloRefused
    case helloTimeout
    /// A frame type that only the other side receives.
    case unexpectedFrame
    /// A stream number that is even, does not increase, or was never opened.
    case invalidStream
    /// A payload that the frame type does not allow.
    case malformedPayload
    /// More credit than the limit, or events beyond their credit.
    case creditExceeded
    /// Bytes from another process than the one that connected, or after it executed another program.
    case foreignSender
    /// More than a HELLO arrived before the server had pinned the sending process.
    case earlyFrame
}
