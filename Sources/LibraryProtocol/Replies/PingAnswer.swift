internal import Glibc

/// The answer to a ping: its first bytes, and how many there are. Those that are not kept are zeros.
package struct PingAnswer: Hashable, Sendable {
    package var head: [UInt8]
    package var size: Int

    package init(_ head: [UInt8], size: Int? = nil) {
        self.head = head
        self.size = max(size ?? 0, head.count)
    }

    /// Bytes that are kept of a long answer.
    package static let maximumHead = 256
}

// A ping tells how long the way takes, so its answer is packed and unpacked by hand: through protobuf-c, a long one
// would be copied four times. The bytes are those of the message `Response` with a `PingResult`.
extension PingAnswer {
    /// `Response.ping` and `PingResult.payload`, each a field with a length.
    private static let outerKey: UInt64 = 10 << 3 | 2
    private static let innerKey: UInt64 = 1 << 3 | 2

    /// Packs the response behind the first `offset` bytes of `buffer`. Returns where it ends.
    func encode(into buffer: inout [UInt8], at offset: Int) -> Int {
        let inner = 1 + PingAnswer.varintLength(size) + size
        buffer.reserveRoom(upTo: offset + 1 + RequestPrescan.longestVarint + inner)
        var start = offset
        Envelope.put(PingAnswer.outerKey, &buffer, &start)
        Envelope.put(UInt64(inner), &buffer, &start)
        Envelope.put(PingAnswer.innerKey, &buffer, &start)
        Envelope.put(UInt64(size), &buffer, &start)
        unsafe buffer.withUnsafeMutableBytes { bytes in
            let room = unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[start..<start + size])
            unsafe room.copyBytes(from: head)
            guard size > head.count, let first = room.baseAddress else { return }
            unsafe memset(first + head.count, 0, size - head.count)
        }
        return start + size
    }

    /// Nil for what is not packed exactly like this, which may still be a message.
    init?(decoding payload: Span<UInt8>) {
        var position = 0
        guard PingAnswer.take(PingAnswer.outerKey, payload, &position),
            let outer = RequestPrescan.varint(payload, &position), outer == UInt64(payload.count - position),
            PingAnswer.take(PingAnswer.innerKey, payload, &position),
            let inner = RequestPrescan.varint(payload, &position), inner == UInt64(payload.count - position)
        else { return nil }
        size = payload.count - position
        let kept = payload.extracting(position..<position + min(size, PingAnswer.maximumHead))
        head = unsafe kept.withUnsafeBufferPointer { unsafe Array($0) }
    }

    private static func take(_ key: UInt64, _ payload: Span<UInt8>, _ position: inout Int) -> Bool {
        guard position < payload.count, payload[position] == key else { return false }
        position += 1
        return true
    }

    private static func varintLength(_ value: Int) -> Int {
        var length = 1
        var rest = value >> 7
        while rest > 0 {
            length += 1
            rest >>= 7
        }
        return length
    }
}
