package import CLibraryProtocol
internal import LibraryModel

/// Measures round trips.
package struct PingCall: Call {
    package static let rules = CallRules.call(10, needs: .open, .short, .none)
    package typealias Reply = PingAnswer
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

extension PingCall {
    /// Returns the size of the reply that a packed request asks for, without unpacking it; `Int.max` for malformed
    /// bytes, whose refusal may wait. `scan`: of `payload`.
    package static func replySize(of payload: Span<UInt8>, _ scan: RequestPrescan) -> Int {
        var position = scan.position
        guard scan.isDelimited, RequestPrescan.varint(payload, &position) != nil else { return .max }
        var size: UInt64 = 0
        while position < payload.count {
            guard let key = RequestPrescan.varint(payload, &position),
                let value = RequestPrescan.varint(payload, &position)
            else { return .max }
            switch key {
            // `payload`, which comes back whole.
            case 1 << 3 | 2:
                guard let length = Int(exactly: value), length <= payload.count - position else { return .max }
                size = max(size, value)
                position += length
            case 2 << 3: size = max(size, value)
            default: return .max
            }
        }
        return Int(clamping: size)
    }
}
