/// A camera's RAW files.
package enum RawFixture {
    /// A DNG file of 64 x 48 sensor pixels without a preview.
    package static func dng(orientation: UInt16 = 1) -> [UInt8] {
        let (width, height) = (64, 48)
        let sensor = (0..<height).flatMap { _ in (0..<width).flatMap { big(UInt16($0 < width / 2 ? 40_000 : 4_000)) } }
        let matrix = [1, 0, 0, 0, 1, 0, 0, 0, 1].flatMap { big(UInt32($0)) + big(UInt32(1)) }
        var entries: [(UInt16, UInt16, Int, [UInt8])] = [
            (0x00FE, 4, 1, big(UInt32(0))), (0x0100, 4, 1, big(UInt32(width))), (0x0101, 4, 1, big(UInt32(height))),
            (0x0102, 3, 1, big(UInt16(16))), (0x0103, 3, 1, big(UInt16(1))), (0x0106, 3, 1, big(UInt16(32803))),
            (0x010F, 2, 5, Array("Acme\0".utf8)), (0x0110, 2, 6, Array("Raw 1\0".utf8)), (0x0111, 4, 1, []),
            (0x0112, 3, 1, big(orientation)), (0x0115, 3, 1, big(UInt16(1))), (0x0116, 4, 1, big(UInt32(height))),
            (0x0117, 4, 1, big(UInt32(sensor.count))), (0x011C, 3, 1, big(UInt16(1))),
            (0x0132, 2, 20, Array("2024:05:01 12:34:56\0".utf8)), (0x828D, 3, 2, big(UInt16(2)) + big(UInt16(2))),
            (0x828E, 1, 4, [0, 1, 1, 2]), (0xC612, 1, 4, [1, 4, 0, 0]), (0xC614, 2, 5, Array("Acme\0".utf8)),
            (0xC621, 10, 9, matrix),
        ]
        let tableEnd = 8 + 2 + entries.count * 12 + 4
        let values = entries.filter { $0.3.count > 4 }.reduce(0) { $0 + $1.3.count + $1.3.count % 2 }
        if let strip = entries.firstIndex(where: { $0.0 == 0x0111 }) {
            entries[strip].3 = big(UInt32(tableEnd + values))
        }
        var table = Array("MM".utf8) + big(UInt16(42)) + big(UInt32(8)) + big(UInt16(entries.count))
        var behind: [UInt8] = []
        for (tag, type, count, value) in entries {
            table += big(tag) + big(type) + big(UInt32(count))
            if value.count <= 4 {
                table += value + [UInt8](repeating: 0, count: 4 - value.count)
            } else {
                table += big(UInt32(tableEnd + behind.count))
                behind += value + [UInt8](repeating: 0, count: value.count % 2)
            }
        }
        return table + big(UInt32(0)) + behind + sensor
    }
}
