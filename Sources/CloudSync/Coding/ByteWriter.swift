internal import LibraryModel

/// Writes numbers and bytes. Integers are LEB128, as in protobuf; lengths precede their bytes.
struct ByteWriter {
    private(set) var bytes: [UInt8] = []

    /// The bytes that `body` writes.
    static func bytes(_ body: (inout ByteWriter) -> Void) -> [UInt8] {
        var writer = ByteWriter()
        body(&writer)
        return writer.bytes
    }

    mutating func put(_ byte: UInt8) { bytes.append(byte) }

    mutating func put(integer: UInt64) {
        var rest = integer
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: rest))
    }

    mutating func put(count: Int) { put(integer: UInt64(count)) }

    /// Bytes of a length that the reader knows.
    mutating func put(raw: [UInt8]) { bytes += raw }

    mutating func put(_ id: ObjectID) {
        for word in [id.high, id.low] {
            for shift in stride(from: 56, through: 0, by: -8) { bytes.append(UInt8(truncatingIfNeeded: word >> shift)) }
        }
    }

    mutating func put(counted: some Collection<UInt8>) {
        put(count: counted.count)
        bytes += counted
    }
}
