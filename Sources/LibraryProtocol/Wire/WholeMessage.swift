package import LibraryModel

/// A small message that is a payload by itself: that of a HELLO frame.
package protocol WholeMessage: MessageValue {}

extension WholeMessage {
    package func encoded() -> [UInt8] { MessageArena().message(self).packed }

    /// Throws `protocolViolation` for malformed bytes.
    package init(decoding payload: Span<UInt8>) throws(LibraryError) {
        let cost = try UnpackCost.measure(payload, Self.messageKind, atMost: UnpackCost.maximumOfSmallMessage)
        guard let message = MessageArena(budget: cost.messages).unpack(payload, Self.messageKind) else {
            throw .malformed("\(Self.self)")
        }
        try self.init(reading: message)
    }
}
