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
    package init?(bytes: some Collection<UInt8>) {
        guard bytes.count == ObjectID.byteCount else { return nil }
        var high: UInt64 = 0
        var low: UInt64 = 0
        for (position, byte) in bytes.enumerated() {
            if position < 8 { high = high << 8 | UInt64(byte) } else { low = low << 8 | UInt64(byte) }
        }
        self.init(high: high, low: low)
    }

    /// The 16 bytes, most significant first.
    package var bytes: [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(ObjectID.byteCount)
        for word in [high, low] {
            for shift in stride(from: 56, through: 0, by: -8) {
                result.append(UInt8(truncatingIfNeeded: word >> shift))
            }
        }
        return result
    }

    /// 32 lower-case digits.
    package var hexadecimal: String { bytes.hexadecimal }

    package static func < (left: ObjectID, right: ObjectID) -> Bool {
        (left.high, left.low) < (right.high, right.low)
    }
}
