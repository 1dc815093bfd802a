/// A request or response too long for a frame: the frame's payload says only that the message is in the descriptor that
/// comes with it, sealed memory.
package enum MessageInDescriptor {
    /// Bytes of the longest such message.
    package static let maximumSize = 64 << 20

    /// The payload that stands for the message: `is_in_descriptor = true`, in a `Request` as in a `Response`.
    package static let payload: [UInt8] = [2 << 3, 1]

    /// Whether a payload is such a stand-in.
    package static func isAnnounced(by payload: Span<UInt8>) -> Bool {
        FieldPeek(payload).isInDescriptor
    }
}

/// What can be told from the first bytes of a packed `Request` or `Response`, without unpacking it.
///
/// Fields below 10 are scalars and come first, because protobuf-c packs in the order of field numbers.
struct FieldPeek {
    /// The first field from 10 on, 0 when there is none.
    private(set) var firstMessageField: UInt64 = 0
    private(set) var isInDescriptor = false
    /// `Request.timeout`.
    private(set) var timeout: UInt64?
    /// Whether that field has a length, as messages have.
    private(set) var isFirstMessageDelimited = false
    /// Where that field's length is.
    private(set) var position = 0

    /// Bytes of the longest varint.
    static let longestVarint = 10

    init(_ payload: Span<UInt8>) {
        while let key = FieldPeek.varint(payload, &position) {
            guard key >> 3 < 10 else {
                firstMessageField = key >> 3
                isFirstMessageDelimited = key & 7 == 2
                return
            }
            guard key & 7 == 0, let value = FieldPeek.varint(payload, &position) else { return }
            switch key >> 3 {
            case 1: timeout = value
            case 2: isInDescriptor = value != 0
            default: break
            }
        }
    }

    static func varint(_ payload: Span<UInt8>, _ position: inout Int) -> UInt64? {
        var value: UInt64 = 0
        var shift: UInt64 = 0
        while position < payload.count, shift < 64 {
            let byte = payload[position]
            position += 1
            value |= UInt64(byte & 0x7F) << shift
            if byte & 0x80 == 0 { return value }
            shift += 7
        }
        return nil
    }
}
