/// An EXIF block to be written: what a camera would say of a photo.
package struct ExifBlock: Sendable {
    package var make: String?
    package var model: String?
    /// 1 to 8.
    package var orientation: UInt16?
    /// `YYYY:MM:DD HH:MM:SS`, in the camera's local time.
    package var dateTimeOriginal: String?
    /// Digits behind the second's decimal point.
    package var subSecondOriginal: String?
    /// For example `+02:00`.
    package var offsetTimeOriginal: String?
    /// When the file was last changed, in the same form.
    package var dateTime: String?
    package var location: Coordinate?
    /// `YYYY:MM:DD` and the UTC time of a receiver's fix.
    package var gpsDate: String?
    package var gpsTime: (hour: UInt32, minute: UInt32, second: UInt32)?
    package var userComment: String?
    package var caption: String?
    package var settings = CaptureSettings()

    package init() {}

    /// Bytes that fit into one segment of a JPEG file.
    package static let maximumByteCount = Int(UInt16.max) - 2

    /// The block as it stands in a file, from its `Exif` prefix on.
    package var bytes: [UInt8] {
        var main = DirectoryWriter()
        if let caption { main.addText(0x010E, caption) }
        if let make { main.addText(0x010F, make) }
        if let model { main.addText(0x0110, model) }
        if let orientation { main.addShort(0x0112, orientation) }
        if let dateTime { main.addText(0x0132, dateTime) }

        var exif = DirectoryWriter()
        if let dateTimeOriginal { exif.addText(0x9003, dateTimeOriginal) }
        if let offsetTimeOriginal { exif.addText(0x9011, offsetTimeOriginal) }
        if let userComment { exif.add(0x9286, type: 7, Array("ASCII\0\0\0".utf8) + Array(userComment.utf8)) }
        if let subSecondOriginal { exif.addText(0x9291, subSecondOriginal) }
        exif.add(settings.bounded)

        var gps = DirectoryWriter()
        if let location {
            gps.addText(0x0001, location.latitude < 0 ? "S" : "N")
            gps.addAngle(0x0002, abs(location.latitude))
            gps.addText(0x0003, location.longitude < 0 ? "W" : "E")
            gps.addAngle(0x0004, abs(location.longitude))
            if let altitude = location.altitude {
                gps.add(0x0005, type: 1, [altitude < 0 ? 1 : 0])
                gps.addRationals(0x0006, [(UInt32(abs(altitude) * 100), 100)])
            }
        }
        if let gpsTime { gps.addRationals(0x0007, [(gpsTime.hour, 1), (gpsTime.minute, 1), (gpsTime.second, 1)]) }
        if let gpsDate { gps.addText(0x001D, gpsDate) }

        // The two pointers have fixed sizes, so all offsets are known in advance.
        let header = 8
        let pointers = [exif, gps].count { !$0.isEmpty }
        var next = header + main.byteCount(extraEntries: pointers)
        if !exif.isEmpty {
            main.addLong(0x8769, UInt32(next))
            next += exif.byteCount()
        }
        if !gps.isEmpty { main.addLong(0x8825, UInt32(next)) }

        var tiff: [UInt8] = Array("MM".utf8) + [0, 42] + bigEndian(UInt32(header))
        tiff += main.bytes(at: tiff.count)
        if !exif.isEmpty { tiff += exif.bytes(at: tiff.count) }
        if !gps.isEmpty { tiff += gps.bytes(at: tiff.count) }
        return Array("Exif\0\0".utf8) + tiff
    }

    /// `bytes` without the prefix, for formats other than JPEG.
    package var bytesBehindPrefix: [UInt8] { Array(bytes.dropFirst(6)) }

    /// `jpeg` with this block as its first segment.
    package func inserted(intoJPEG jpeg: [UInt8]) -> [UInt8] {
        let block = bytes
        precondition(jpeg.starts(with: [0xFF, 0xD8]) && block.count <= ExifBlock.maximumByteCount)
        return [0xFF, 0xD8, 0xFF, 0xE1] + bigEndian(UInt16(block.count + 2)) + block + jpeg[2...]
    }
}

private func bigEndian(_ number: some FixedWidthInteger) -> [UInt8] {
    stride(from: number.bitWidth - 8, through: 0, by: -8).map { UInt8(truncatingIfNeeded: number >> $0) }
}

/// One TIFF directory with its values behind it, big-endian.
private struct DirectoryWriter {
    private struct Entry {
        var tag: UInt16
        var type: UInt16
        var count: UInt32
        var value: [UInt8]
    }

    private var entries: [Entry] = []

    var isEmpty: Bool { entries.isEmpty }

    mutating func add(_ tag: UInt16, type: UInt16, _ value: [UInt8], count: Int? = nil) {
        entries.append(Entry(tag: tag, type: type, count: UInt32(count ?? value.count), value: value))
    }

    mutating func addText(_ tag: UInt16, _ text: String) { add(tag, type: 2, Array(text.utf8) + [0]) }

    mutating func addShort(_ tag: UInt16, _ number: UInt16) { add(tag, type: 3, bigEndian(number), count: 1) }

    mutating func addLong(_ tag: UInt16, _ number: UInt32) { add(tag, type: 4, bigEndian(number), count: 1) }

    mutating func addRationals(_ tag: UInt16, _ values: [(UInt32, UInt32)]) {
        add(tag, type: 5, values.flatMap { bigEndian($0.0) + bigEndian($0.1) }, count: values.count)
    }

    /// Degrees, minutes and seconds to a ten-thousandth, which is three millimetres.
    mutating func addAngle(_ tag: UInt16, _ degrees: Double) {
        let total = UInt64((degrees * 3600 * 10_000).rounded())
        let (minutes, seconds) = (total / 600_000, total % 600_000)
        addRationals(tag, [(UInt32(minutes / 60), 1), (UInt32(minutes % 60), 1), (UInt32(seconds), 10_000)])
    }

    mutating func add(_ settings: CaptureSettings) {
        if let time = settings.exposureTime {
            // Cameras write short times as 1/n.
            addRationals(0x829A, [time < 0.5 ? (1, UInt32((1 / time).rounded())) : (UInt32(time * 10_000), 10_000)])
        }
        if let aperture = settings.aperture { addRationals(0x829D, [(UInt32((aperture * 100).rounded()), 100)]) }
        if let speed = settings.isoSpeed { addShort(0x8827, UInt16(clamping: speed)) }
        if let bias = settings.exposureBias {
            let hundredths = Int32((bias * 100).rounded())
            add(0x9204, type: 10, bigEndian(hundredths) + bigEndian(100 as Int32), count: 1)
        }
        if let flashFired = settings.flashFired { addShort(0x9209, flashFired ? 1 : 0) }
        if let length = settings.focalLength { addRationals(0x920A, [(UInt32((length * 100).rounded()), 100)]) }
        if let length = settings.focalLengthOn35mmFilm { addShort(0xA405, UInt16(clamping: length)) }
        if let make = settings.lensMake { addText(0xA433, make) }
        if let model = settings.lensModel { addText(0xA434, model) }
    }

    func byteCount(extraEntries: Int = 0) -> Int {
        let values = entries.reduce(0) { $0 + ($1.value.count > 4 ? $1.value.count + $1.value.count % 2 : 0) }
        return 2 + (entries.count + extraEntries) * 12 + 4 + values
    }

    func bytes(at offset: Int) -> [UInt8] {
        var table = bigEndian(UInt16(entries.count))
        var values: [UInt8] = []
        let start = offset + 2 + entries.count * 12 + 4
        for entry in entries.sorted(by: { $0.tag < $1.tag }) {
            table += bigEndian(entry.tag) + bigEndian(entry.type) + bigEndian(entry.count)
            if entry.value.count <= 4 {
                table += entry.value + [UInt8](repeating: 0, count: 4 - entry.value.count)
            } else {
                table += bigEndian(UInt32(start + values.count))
                values += entry.value
                if !values.count.isMultiple(of: 2) { values.append(0) }
            }
        }
        return table + [0, 0, 0, 0] + values
    }
}
