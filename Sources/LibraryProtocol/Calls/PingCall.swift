package import CLibraryProtocol
internal import LibraryModel

/// For round-trip times; answered with `PingAnswer`.
package struct PingCall: Call {
    package static let rules = CallRules.call(10, needs: .open, .short, .none)
    package static let messageKind = MessageKind(photolibrary__ping_call__init)

    package var payload: [UInt8]
    /// Bytes.
    package var replySize: Int

    package init(payload: [UInt8], replySize: Int) {
        self.payload = payload
        self.replySize = replySize
    }

    package func write(to message: Message<Photolibrary__PingCall>) {
        message.put(\.has_payload, \.payload, payload)
        message.put(\.has_reply_size, \.reply_size, UInt32(clamping: replySize))
    }

    package init(reading message: Message<Photolibrary__PingCall>) {
        payload = message.bytes(\.has_payload, \.payload) ?? []
        replySize = Int(message.number(\.has_reply_size, \.reply_size) ?? 0)
    }
}
