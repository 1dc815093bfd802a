/// A request or response too long for a frame: the frame's payload says only that the message is in the descriptor that
/// comes with it, sealed memory.
package enum MessageInDescriptor {
    /// Bytes of the longest such message.
    package static let maximumSize = 64 << 20
    /// Bytes of a message that needs none, because it fits into a frame.
    package static let maximumFramedSize = 1 << 20

    /// The payload that stands for the message: `is_in_descriptor = true`, in a `Request` as in a `Response`.
    package static let payload: [UInt8] = [2 << 3, 1]

    /// Whether a payload is such a stand-in.
    package static func isAnnounced(by payload: Span<UInt8>) -> Bool {
        RequestPrescan(payload).isInDescriptor
    }
}
