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

// A ping tells how long the way takes, so its answer is packed and unpacked by hand: through protobuf-c, a long one would
// be copied four times. The bytes are those of the message `Response` with a `PingResult`.
extension PingAnswer {
    /// `Response.ping` and `PingResult.payload`, each a field with a length.
    private static let outerKey: UInt8 = 10 << 3 | 2
    private static let innerKey: UInt8 = 1 << 3 | 2

    /// Packs the response behind the first `offset` bytes of `buffer`. Returns where it ends.
    func encode(into buffer: inout [UInt8], at offset: Int) -> Int {
        let inner = [PingAnswer.innerKey] + PingAnswer.varint(size)
        let front = [PingAnswer.outerKey] + PingAnswer.varint(inner.count + size) + inner
        let end = offset + front.count + size
        buffer.reserveRoom(upTo: end)
        unsafe buffer.withUnsafeMutableBytes { bytes in
            let room = unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[offset..<end])
            unsafe room.copyBytes(from: front)
            unsafe UnsafeMutableRawBufferPointer(rebasing: room[front.count...]).copyBytes(from: head)
            guard size > head.count, let start = room.baseAddress else { return }
            unsafe memset(start + front.count + head.count, 0, size - head.count)
        }
        return end
    }

    /// Nil for what is not packed exactly like this, which may still be a message.
    init?(decoding payload: Span<UInt8>) {
        var position = 0
        guard PingAnswer.take(PingAnswer.outerKey, payload, &position),
            let outer = FieldPeek.varint(payload, &position), outer == UInt64(payload.count - position),
            PingAnswer.take(PingAnswer.innerKey, payload, &position),
            let inner = FieldPeek.varint(payload, &position), inner == UInt64(payload.count - position)
        else { return nil }
        size = payload.count - position
        head = []
        for index in position..<position + min(size, PingAnswer.maximumHead) { head.append(payload[index]) }
    }

    private static func take(_ key: UInt8, _ payload: Span<UInt8>, _ position: inout Int) -> Bool {
        guard position < payload.count, payload[position] == key else { return false }
        position += 1
        return true
    }

    private static func varint(_ value: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        var rest = UInt64(value)
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
        return bytes
    }
}
