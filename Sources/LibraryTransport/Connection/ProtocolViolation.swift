/// What a peer did wrong. Its connection is closed, and nothing else suffers.
package enum ProtocolViolation: String, Hashable, Sendable {
    /// A payload length beyond what is skipped.
    case lengthOutOfRange
    /// The reserved part of a header is not zero.
    case reservedBitsSet
    case unknownFrameType
    case unknownFlags
    /// The declared number of descriptors is not what came with the frame's first byte.
    case descriptorMismatch
    /// Descriptors whose file systems do not answer when they are closed: too many of them are held already.
    case descriptorsHeld
    /// The first frame is not HELLO, or a later one is.
    case helloExpected
    case helloTooLong
    /// This side refused what the HELLO says.
    case helloRefused
    case helloTimeout
    /// A frame that this side never receives.
    case unexpectedFrame
    /// A stream that is not the peer's to open, does not rise, or was never opened.
    case invalidStream
    /// A payload that does not belong to the type.
    case malformedPayload
    /// More credit than may be given, or more events than were allowed.
    case creditExceeded
    /// Bytes of a process that is not the one that connected, or that runs another program by now.
    case foreignSender
    /// More than a HELLO was sent before the server could tell who sends.
    case earlyFrame
}
