package import LibraryModel

/// A small message that is in no other: what is in a HELLO frame.
package protocol WholeMessage: MessageValue {}

extension WholeMessage {
    package func encoded() -> [UInt8] { MessageArena().message(self).packed }

    /// Throws `protocolViolation` when the bytes are no such message.
    package init(decoding payload: Span<UInt8>) throws(LibraryError) {
        let cost = try UnpackCost.measure(payload, Self.messageKind, atMost: UnpackCost.maximumOfSmallMessage)
        guard let message = MessageArena(budget: cost.messages).unpack(payload, Self.messageKind) else {
            throw .malformed("\(Self.self)")
        }
        try self.init(reading: message)
    }
}
