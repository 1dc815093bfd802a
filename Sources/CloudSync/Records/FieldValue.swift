/// The encodings of values without a type of their own.
package enum FieldValue {
    package static func integer(_ value: Int64) -> [UInt8] {
        stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: value >> $0) }
    }

    package static func integer(from bytes: [UInt8]) -> Int64? {
        bytes.count == 8 ? bytes.reduce(0) { $0 << 8 | Int64($1) } : nil
    }

    package static func text(_ value: String) -> [UInt8] { Array(value.utf8) }

    package static func text(from bytes: [UInt8]) -> String? { String(validating: bytes, as: UTF8.self) }

    /// Latitude and longitude in degrees, and altitude in metres if known.
    package static func coordinate(_ latitude: Double, _ longitude: Double, altitude: Double?) -> [UInt8] {
        ([latitude, longitude] + (altitude.map { [$0] } ?? [])).flatMap {
            integer(Int64(bitPattern: $0.bitPattern))
        }
    }

    package static func coordinate(
        from bytes: [UInt8]
    ) -> (latitude: Double, longitude: Double, altitude: Double?)? {
        guard bytes.count == 16 || bytes.count == 24 else { return nil }
        let numbers = stride(from: 0, to: bytes.count, by: 8).compactMap { start in
            integer(from: Array(bytes[start..<start + 8])).map { Double(bitPattern: UInt64(bitPattern: $0)) }
        }
        guard (-90...90).contains(numbers[0]), (-180...180).contains(numbers[1]), numbers.allSatisfy(\.isFinite) else {
            return nil
        }
        return (numbers[0], numbers[1], numbers.count == 3 ? numbers[2] : nil)
    }
}
