/// The call number and scalars of a packed `Request` or `Response`, read without unpacking it. Access, size and thread
/// of a call are decided by these.
///
/// Fields below 10 are scalars and come first, because packers write in the order of field numbers. The first field
/// from 10 on is the call; a request in which protobuf-c finds another one is refused. A scalar after the call is
/// ignored here.
package struct RequestPrescan: Sendable {
    /// The field number of the call or the result; 0 without one.
    package private(set) var callNumber: UInt64 = 0
    /// The message is in a descriptor; this one only announces it.
    package private(set) var isInDescriptor = false
    /// `Request.timeout`, in nanoseconds.
    package private(set) var timeout: UInt64?
    /// Whether the call's field is length-delimited, as messages are.
    private(set) var isDelimited = false
    /// The position of that length.
    private(set) var position = 0

    /// Bytes of the longest varint.
    static let longestVarint = 10

    package init(_ payload: Span<UInt8>) {
        while let key = RequestPrescan.varint(payload, &position) {
            guard key >> 3 < 10 else {
                callNumber = key >> 3
                isDelimited = key & 7 == 2
                return
            }
            guard key & 7 == 0, let value = RequestPrescan.varint(payload, &position) else { return }
            switch key >> 3 {
            case 1: timeout = value
            case 2: isInDescriptor = value != 0
            default: break
            }
        }
    }

    /// What was read, in one word, for who keeps it beside the payload. Positions are below 2^30 in any frame, and no
    /// call has a number above 2^32.
    package var note: UInt64 {
        UInt64(UInt32(clamping: callNumber)) << 32 | (isDelimited ? 1 << 31 : 0) | (isInDescriptor ? 1 << 30 : 0)
            | UInt64(min(position, RequestPrescan.positionMask))
    }

    /// What an earlier scan of the same payload found.
    package init(note: UInt64, timeout: UInt64?) {
        callNumber = note >> 32
        isDelimited = note & 1 << 31 != 0
        isInDescriptor = note & 1 << 30 != 0
        position = Int(note & UInt64(RequestPrescan.positionMask))
        self.timeout = timeout
    }

    private static let positionMask = 1 << 30 - 1

    /// Reads a varint and advances past it. Returns nil when there is none.
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
