/// A reflected cyclic redundancy check of 32 bits, with initial and final inversion.
package struct CRC32: Sendable {
    /// Castagnoli's polynomial, as in RFC 3720.
    package static let castagnoli = CRC32(polynomial: 0x82F6_3B78)
    /// The polynomial of IEEE 802.3, as in PNG and ZIP.
    package static let ieee = CRC32(polynomial: 0xEDB8_8320)

    private let table: [UInt32]

    private init(polynomial: UInt32) {
        table = (0..<256).map { index in
            (0..<8).reduce(UInt32(index)) { value, _ in value & 1 == 1 ? value >> 1 ^ polynomial : value >> 1 }
        }
    }

    package func checksum(of bytes: some Sequence<UInt8>) -> UInt32 {
        ~bytes.reduce(~UInt32(0)) { table[Int(UInt8(truncatingIfNeeded: $0) ^ $1)] ^ $0 >> 8 }
    }
}
