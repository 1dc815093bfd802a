/// A camera's RAW files.
package enum RawFixture {
    /// A DNG file of 64 x 48 sensor pixels without a preview.
    package static func dng(orientation: UInt16 = 1) -> [UInt8] {
        let (width, height) = (64, 48)
        let sensor = (0..<height).flatMap { _ in (0..<width).flatMap { big(UInt16($0 < width / 2 ? 40_000 : 4_000)) } }
        let matrix = [1, 0, 0, 0, 1, 0, 0, 0, 1].flatMap { big(UInt32($0)) + big(UInt32(1)) }
        var head = TIFFHead([
            (0x00FE, 4, 1, big(UInt32(0))), (0x0100, 4, 1, big(UInt32(width))), (0x0101, 4, 1, big(UInt32(height))),
            (0x0102, 3, 1, big(UInt16(16))), (0x0103, 3, 1, big(UInt16(1))), (0x0106, 3, 1, big(UInt16(32803))),
            (0x010F, 2, 5, Array("Acme\0".utf8)), (0x0110, 2, 6, Array("Raw 1\0".utf8)), (0x0111, 4, 1, []),
            (0x0112, 3, 1, big(orientation)), (0x0115, 3, 1, big(UInt16(1))), (0x0116, 4, 1, big(UInt32(height))),
            (0x0117, 4, 1, big(UInt32(sensor.count))), (0x011C, 3, 1, big(UInt16(1))),
            (0x0132, 2, 20, Array("2024:05:01 12:34:56\0".utf8)), (0x828D, 3, 2, big(UInt16(2)) + big(UInt16(2))),
            (0x828E, 1, 4, [0, 1, 1, 2]), (0xC612, 1, 4, [1, 4, 0, 0]), (0xC614, 2, 5, Array("Acme\0".utf8)),
            (0xC621, 10, 9, matrix),
        ])
        if let strip = head.entries.firstIndex(where: { $0.tag == 0x0111 }) {
            head.entries[strip].value = big(UInt32(head.byteCount))
        }
        return head.bytes + sensor
    }
}
