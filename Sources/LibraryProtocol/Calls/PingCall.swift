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

// Packed and unpacked by hand, like its answer.
extension PingCall {
    /// The keys of `PingCall.payload`, a length-delimited field, and `PingCall.reply_size`.
    private static let payloadKey: UInt64 = 1 << 3 | 2
    private static let replySizeKey: UInt64 = 2 << 3
    /// Bytes of a message that is unpacked by hand. The memory for longer ones is measured first.
    private static let maximumByHand = 4096

    package func encode(timeout: UInt64?, into buffer: inout [UInt8], at offset: Int) -> Int {
        let replySize = UInt64(UInt32(clamping: replySize))
        let length =
            1 + Envelope.varintLength(UInt64(payload.count)) + payload.count + 1 + Envelope.varintLength(replySize)
        var end = Envelope.packHead(PingCall.rules.number, length, timeout: timeout, into: &buffer, at: offset)
        Envelope.put(PingCall.payloadKey, &buffer, &end)
        Envelope.put(UInt64(payload.count), &buffer, &end)
        unsafe buffer.withUnsafeMutableBytes { bytes in
            unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[end..<end + payload.count]).copyBytes(from: payload)
        }
        end += payload.count
        Envelope.put(PingCall.replySizeKey, &buffer, &end)
        Envelope.put(replySize, &buffer, &end)
        return end
    }

    package init?(packedByHand payload: Span<UInt8>, _ first: RequestPrescan) {
        guard let start = Envelope.messageStart(payload, first), payload.count - start <= PingCall.maximumByHand,
            Envelope.isHeadAsPacked(payload, first, messageStart: start), let places = Places(payload, from: start),
            places.replySize <= UInt64(UInt32.max)
        else { return nil }
        let bytes = payload.extracting(places.payload)
        self.init(
            payload: unsafe bytes.withUnsafeBufferPointer { unsafe Array($0) },
            replySize: Int(places.replySize)
        )
    }

    /// Returns the size of the reply that a packed request asks for, without unpacking it; `Int.max` for malformed
    /// bytes, whose refusal may wait. `first`: of `payload`.
    package static func replySize(of payload: Span<UInt8>, _ first: RequestPrescan) -> Int {
        guard let start = Envelope.messageStart(payload, first), let places = Places(payload, from: start) else {
            return .max
        }
        return Int(clamping: max(places.replySize, UInt64(places.payload.count)))
    }

    /// Where the fields are in a packed message of the usual layout.
    private struct Places {
        var payload = 0..<0
        var replySize: UInt64 = 0

        /// Returns nil for malformed bytes, unknown fields, a field that occurs twice, and numbers that are longer than
        /// they need be: protobuf-c refuses some of these.
        init?(_ bytes: Span<UInt8>, from start: Int) {
            var position = start
            var isKnown = (payload: false, replySize: false)
            while position < bytes.count {
                let keyStart = position
                guard let key = RequestPrescan.varint(bytes, &position),
                    let value = RequestPrescan.varint(bytes, &position),
                    position - keyStart == 1 + Envelope.varintLength(value)
                else { return nil }
                switch key {
                case PingCall.payloadKey where !isKnown.payload:
                    guard let length = Int(exactly: value), length <= bytes.count - position else { return nil }
                    payload = position..<position + length
                    position += length
                    isKnown.payload = true
                case PingCall.replySizeKey where !isKnown.replySize:
                    replySize = value
                    isKnown.replySize = true
                default: return nil
                }
            }
        }
    }
}
