/// The EXIF of an iPhone's photo, as far as pairs and bursts go.
package struct AppleExif {
    /// `YYYY:MM:DD HH:MM:SS`, UTC.
    package var date: String
    /// Digits behind the second's decimal point.
    package var fraction = "000"
    package var contentIdentifier: String?
    package var burstIdentifier: String?

    package init(date: String = "2024:05:01 12:34:56", contentIdentifier: String? = nil, burstIdentifier: String? = nil)
    {
        self.date = date
        self.contentIdentifier = contentIdentifier
        self.burstIdentifier = burstIdentifier
    }

    /// `jpeg` with this as its first segment.
    package func inserted(intoJPEG jpeg: [UInt8]) -> [UInt8] {
        let block = Array("Exif\0\0".utf8) + tiff
        return [0xFF, 0xD8, 0xFF, 0xE1] + big(UInt16(block.count + 2)) + block + jpeg[2...]
    }

    private typealias Entry = (tag: UInt16, type: UInt16, value: [UInt8])

    private var tiff: [UInt8] {
        var notes: [Entry] = []
        if let burstIdentifier { notes.append((0x000B, 2, text(burstIdentifier))) }
        if let contentIdentifier { notes.append((0x0011, 2, text(contentIdentifier))) }
        let note = Array("Apple iOS\0".utf8) + [0, 1] + Array("MM".utf8) + directory(notes, at: 14)
        let main: [Entry] = [(0x010F, 2, text("Apple")), (0x8769, 4, big(UInt32(0)))]
        let exifStart = 8 + directory(main, at: 8).count
        let exif: [Entry] = [
            (0x9003, 2, text(date)), (0x9011, 2, text("+00:00")), (0x927C, 7, note), (0x9291, 2, text(fraction)),
        ]
        return Array("MM".utf8) + [0, 42] + big(UInt32(8))
            + directory([main[0], (0x8769, 4, big(UInt32(exifStart)))], at: 8) + directory(exif, at: exifStart)
    }

    private func text(_ text: String) -> [UInt8] { Array(text.utf8) + [0] }

    /// A directory at an offset, and its values behind it.
    private func directory(_ entries: [Entry], at offset: Int) -> [UInt8] {
        var table = big(UInt16(entries.count))
        var behind: [UInt8] = []
        let start = offset + 2 + entries.count * 12 + 4
        for entry in entries {
            let count = entry.type == 4 ? 1 : entry.value.count
            table += big(entry.tag) + big(entry.type) + big(UInt32(count))
            if entry.value.count <= 4 {
                table += entry.value + [UInt8](repeating: 0, count: 4 - entry.value.count)
            } else {
                table += big(UInt32(start + behind.count))
                behind += entry.value + (entry.value.count.isMultiple(of: 2) ? [] : [0])
            }
        }
        return table + big(UInt32(0)) + behind
    }
}
