/// A request or response that is too long for a frame: it travels in sealed memory, and the frame's payload only
/// announces that.
package enum MessageInDescriptor {
    /// Bytes of a message in sealed memory.
    package static let maximumSize = 64 << 20
    /// Bytes of a message that fits into a frame.
    package static let maximumFramedSize = 1 << 20

    /// The announcing payload: `is_in_descriptor = true`, in a `Request` and a `Response`.
    package static let payload: [UInt8] = [2 << 3, 1]

    /// Whether a payload announces a message in sealed memory.
    package static func isAnnounced(by payload: Span<UInt8>) -> Bool {
        RequestPrescan(payload).isInDescriptor
    }
}
