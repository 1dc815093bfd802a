internal import CivilDates
internal import LibraryModel

/// What Canon, Nikon and Pentax write into their maker notes, and EXIF has, or had, no tag for.
struct MakerNote {
    /// The camera's time zone with daylight saving time, in seconds east of UTC.
    private(set) var utcOffset: Int32?
    private(set) var date: CivilTime?
    private(set) var lens: String?

    init?(_ exif: TIFFDirectory, make: String) {
        guard let offset = exif.offset(.makerNote) else { return nil }
        let structure = exif.structure
        let start = structure.source.prefix(at: offset, 16)
        if start.hasText("Nikon\0", at: 0), let note = TIFFStructure(structure.source, base: offset + 10) {
            guard let directory = note.directory(at: note.firstDirectory) else { return nil }
            readNikon(directory)
        } else if start.hasText("AOC\0", at: 0) {
            guard let directory = structure.directory(at: offset - structure.base + 6) else { return nil }
            readPentax(directory)
        } else if make.hasPrefix("Canon"), let directory = structure.directory(at: offset - structure.base) {
            readCanon(directory)
        } else {
            return nil
        }
    }

    /// The zone's offset and the daylight saving time, in minutes.
    private mutating func readCanon(_ note: TIFFDirectory) {
        // Its size in bytes, the zone, a city, and daylight saving time, as signed 32-bit numbers.
        if let bytes = note.bytes(.canonTimeInfo), bytes.count >= 16 {
            setOffset(minutes: note.signed32(bytes, at: 4), summer: note.signed32(bytes, at: 12))
        }
        lens = note.text(.canonLensModel)
    }

    private mutating func readNikon(_ note: TIFFDirectory) {
        // The zone as a signed 16-bit number, and whether daylight saving time is on.
        if let bytes = note.bytes(.nikonWorldTime), bytes.count >= 3 {
            let zone = note.structure.isLittleEndian ? (bytes[1], bytes[0]) : (bytes[0], bytes[1])
            let minutes = Int(Int16(bitPattern: UInt16(zone.0) << 8 | UInt16(zone.1)))
            setOffset(minutes: minutes, summer: bytes[2] == 1 ? 60 : 0)
        }
        guard let lens = note.rationals(.nikonLens, count: 4), lens.allSatisfy({ (0...10_000).contains($0) }),
            lens[0] > 0
        else { return }
        // 28-300mm f/3.5-5.6
        func range(_ low: Double, _ high: Double) -> String {
            low == high || high == 0 ? number(low) : "\(number(low))-\(number(high))"
        }
        self.lens = "\(range(lens[0], lens[1]))mm" + (lens[2] > 0 ? " f/\(range(lens[2], lens[3]))" : "")
    }

    private mutating func readPentax(_ note: TIFFDirectory) {
        guard let day = note.bytes(.pentaxDate), day.count == 4, let time = note.bytes(.pentaxTime), time.count >= 3
        else { return }
        let year = Int64(day[0]) << 8 | Int64(day[1])
        date = CivilTime(recorded: year, Int64(day[2]), Int64(day[3]), Int64(time[0]), Int64(time[1]), Int64(time[2]))
    }

    private mutating func setOffset(minutes: Int, summer: Int) {
        guard (0...60).contains(summer), let seconds = Int32(exactly: (minutes + summer) * 60),
            CaptureDate.plausibleOffsets.contains(seconds)
        else { return }
        utcOffset = seconds
    }

    private func number(_ value: Double) -> String {
        let tenths = (value * 10).rounded() / 10
        return tenths == tenths.rounded() ? String(Int(tenths)) : String(tenths)
    }
}

extension TIFFDirectory {
    fileprivate func signed32(_ bytes: [UInt8], at offset: Int) -> Int {
        let part = bytes[offset..<offset + 4]
        let bits = (structure.isLittleEndian ? Array(part.reversed()) : Array(part)).reduce(UInt32(0)) {
            $0 << 8 | UInt32($1)
        }
        return Int(Int32(bitPattern: bits))
    }
}
