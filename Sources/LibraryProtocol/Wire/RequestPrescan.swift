/// What can be told from the first bytes of a packed `Request` or `Response`, without unpacking it: who may ask it, how
/// long it may be and how to run it are decided by this.
///
/// Fields below 10 are scalars and come first, because protobuf-c packs in the order of field numbers; the first field
/// from 10 on is the call, and a request in which protobuf-c finds another is refused. A scalar behind the call is not
/// seen here.
package struct RequestPrescan: Sendable {
    /// The number of the field that carries the call or the result, 0 when there is none.
    package private(set) var callNumber: UInt64 = 0
    /// The message is in a descriptor, and this only stands for it.
    package private(set) var isInDescriptor = false
    /// `Request.timeout`, in nanoseconds.
    package private(set) var timeout: UInt64?
    /// Whether the field that carries the call has a length, as messages have.
    private(set) var isDelimited = false
    /// Where that length is.
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

    /// Reads a varint and goes on behind it; nil when there is none.
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
