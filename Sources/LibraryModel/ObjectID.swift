/// 128 bits that name an asset, an album or a folder inside one library, or the library itself.
///
/// On the wire and on disk an identifier is 16 bytes, most significant first (RFC 9562's layout).
package struct ObjectID: Hashable, Sendable, Comparable {
    /// The first eight bytes, most significant first.
    package var high: UInt64
    /// The last eight bytes, most significant first.
    package var low: UInt64

    package init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// The number of bytes of an identifier on the wire and on disk.
    package static let byteCount = 16

    /// A fresh random identifier.
    package static func random() -> ObjectID {
        var generator = SystemRandomNumberGenerator()
        return ObjectID(high: generator.next(), low: generator.next())
    }

    /// The identifier in 16 bytes, or nil when there are not exactly 16.
    package init?(bytes: [UInt8]) { self.init(bytes: bytes[...]) }

    /// The same of a part of an array. Not generic: other modules would run it without specialization, a hundred times
    /// slower.
    package init?(bytes: ArraySlice<UInt8>) {
        guard bytes.count == ObjectID.byteCount else { return nil }
        let middle = bytes.startIndex + 8
        var (high, low): (UInt64, UInt64) = (0, 0)
        for position in bytes.startIndex..<middle { high = high << 8 | UInt64(bytes[position]) }
        for position in middle..<bytes.endIndex { low = low << 8 | UInt64(bytes[position]) }
        self.init(high: high, low: low)
    }

    /// The 16 bytes, most significant first.
    package var bytes: [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(ObjectID.byteCount)
        for shift in stride(from: 56, through: 0, by: -8) { result.append(UInt8(truncatingIfNeeded: high >> shift)) }
        for shift in stride(from: 56, through: 0, by: -8) { result.append(UInt8(truncatingIfNeeded: low >> shift)) }
        return result
    }

    /// 32 lower-case digits.
    package var hexadecimal: String { bytes.hexadecimal }

    package static func < (left: ObjectID, right: ObjectID) -> Bool {
        (left.high, left.low) < (right.high, right.low)
    }
}
