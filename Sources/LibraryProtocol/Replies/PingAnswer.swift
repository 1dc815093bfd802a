internal import Glibc
package import LibraryModel

/// The reply to a ping. Keeps only its first bytes; the others are zeros.
package struct PingAnswer: Hashable, Sendable {
    package var head: [UInt8]
    package var size: Int

    package init(_ head: [UInt8], size: Int? = nil) {
        self.head = head
        self.size = max(size ?? 0, head.count)
    }

    /// Bytes kept of a long reply.
    package static let maximumHead = 256
}

// Packed and unpacked by hand, because a ping measures the transport and protobuf-c copies a long one four times. The
// bytes are those of a `Response` with a `PingResult`.
extension PingAnswer: CallReply {
    package static let fields = [ResponseField.ping]

    /// The keys of `Response.ping` and `PingResult.payload`, both length-delimited fields.
    private static let outerKey: UInt64 = 10 << 3 | 2
    private static let innerKey: UInt64 = 1 << 3 | 2

    package func encode(into buffer: inout [UInt8], at offset: Int) -> Int {
        let inner = 1 + Envelope.varintLength(UInt64(size)) + size
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

    package static func decode(_ payload: Span<UInt8>) throws(LibraryError) -> Result<PingAnswer, LibraryError> {
        if let answer = PingAnswer(packedByHand: payload) { return .success(answer) }
        return try PingResult.decode(payload).map { PingAnswer($0.payload) }
    }

    package init(carriedBy envelope: Envelope.Carried) throws(LibraryError) {
        self.init(try PingResult(carriedBy: envelope).payload)
    }

    /// Returns nil for a message that is packed in another way.
    private init?(packedByHand payload: Span<UInt8>) {
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
}
