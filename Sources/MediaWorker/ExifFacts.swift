internal import LibraryModel

/// The EXIF metadata of a photo.
struct ExifFacts {
    var block = MetadataBlock()
    var subtypes: MediaSubtypes = []
    /// From Apple's maker note.
    var contentIdentifier: String?

    init() {}

    /// Parses an `exif-data` block, with or without its `Exif` prefix.
    init(block: [UInt8]) {
        let prefix: [UInt8] = [0x45, 0x78, 0x69, 0x66, 0, 0]
        self.init(TIFFStructure(ByteSource(block), base: block.starts(with: prefix) ? prefix.count : 0))
    }

    init(_ tiff: TIFFStructure?) {
        guard let tiff, let first = tiff.directory(at: tiff.firstDirectory) else {
            self.init()
            return
        }
        self.init(
            first,
            exif: first.integer(.exifDirectory).flatMap { tiff.directory(at: $0) },
            gps: first.integer(.gpsDirectory).flatMap { tiff.directory(at: $0) }
        )
    }

    init(_ first: TIFFDirectory, exif: TIFFDirectory?, gps: TIFFDirectory?) {
        let make = first.text(.make)
        let note = exif.flatMap { MakerNote($0, make: make ?? "") }
        let dates = ExifDates(first: first, exif: exif, gps: gps, note: note)
        block.cameraMake = make
        block.cameraModel = first.text(.model)
        block.original = dates.original
        block.created = dates.digitized
        block.changed = dates.changed
        block.location = gps.flatMap { Coordinate(gps: $0) }
        block.annotations = Annotations(exif: first)
        guard let exif else { return }
        block.settings = CaptureSettings(exif, note).bounded
        if ExifFacts.comment(exif) == "Screenshot" { subtypes.insert(.photoScreenshot) }
        if make == "Apple" { readApple(exif) }
    }

    private mutating func readApple(_ exif: TIFFDirectory) {
        // Apple's own values of this tag; other makers only write 0 and 1 (EXIF 2.32).
        switch exif.integer(.customRendered) {
        case 2, 3: subtypes.insert(.photoHDR)
        case 6: subtypes.insert(.photoPanorama)
        case 7: subtypes.formUnion([.photoHDR, .photoDepthEffect])
        case 8: subtypes.insert(.photoDepthEffect)
        default: break
        }
        guard let note = AppleMakerNote(exif) else { return }
        // 3 is the merged exposure, 4 the plain one beside it.
        if note.directory.integer(.appleHDRImageType) == 3 { subtypes.insert(.photoHDR) }
        contentIdentifier = note.directory.text(.appleContentIdentifier)
        block.burst = note.directory.text(.appleBurstIdentifier).map { Burst(identifier: $0) }
    }

    /// A user comment starts with its character code, eight bytes; only ASCII is read.
    private static func comment(_ exif: TIFFDirectory) -> String? {
        guard let bytes = exif.bytes(.userComment), bytes.starts(with: Array("ASCII".utf8)), bytes.count > 8 else {
            return nil
        }
        return String(cleaning: bytes[8...])
    }
}

/// The directory in Apple's maker note: `Apple iOS`, a version, the byte order, and entries.
private struct AppleMakerNote {
    let directory: TIFFDirectory

    init?(_ exif: TIFFDirectory) {
        guard let (bytes, offset) = exif.valueAndOffset(.makerNote), bytes.hasText("Apple iOS", at: 0), bytes.count > 16
        else { return nil }
        let note = TIFFStructure(
            exif.structure.source,
            base: offset,
            isLittleEndian: bytes[12] == UInt8(ascii: "I"),
            firstDirectory: 14
        )
        guard let directory = note.directory(at: note.firstDirectory) else { return nil }
        self.directory = directory
    }
}

extension Coordinate {
    /// Metres: from the Challenger Deep to above any aircraft.
    static let plausibleAltitudes = -11_000.0...100_000.0

    /// Nil without a position or with one out of range.
    init?(gps: TIFFDirectory) {
        guard
            let latitude = Coordinate.angle(gps, .gpsLatitude, .gpsLatitudeReference, positive: "N", negative: "S"),
            let longitude = Coordinate.angle(gps, .gpsLongitude, .gpsLongitudeReference, positive: "E", negative: "W")
        else { return nil }
        // A receiver without a fix writes zeros, so a real position at 0, 0 is lost.
        guard latitude != 0 || longitude != 0 else { return nil }
        self.init(latitude: latitude, longitude: longitude, altitude: nil)
        guard isValid else { return nil }
        if let metres = gps.rationals(.gpsAltitude, count: 1)?.first {
            let isBelow = gps.integer(.gpsAltitudeReference) == 1
            let signed = isBelow ? -metres : metres
            if Coordinate.plausibleAltitudes.contains(signed) { altitude = signed }
        }
    }

    private static func angle(
        _ gps: TIFFDirectory,
        _ value: TIFFTag,
        _ reference: TIFFTag,
        positive: String,
        negative: String
    ) -> Double? {
        guard let parts = gps.rationals(value, count: 3), parts.allSatisfy({ $0 >= 0 }), parts[1] < 60.000_001,
            parts[2] < 60.000_001
        else { return nil }
        let degrees = parts[0] + parts[1] / 60 + parts[2] / 3600
        switch gps.text(reference)?.uppercased().prefix(1) {
        case .some(Substring(positive)): return degrees
        case .some(Substring(negative)): return -degrees
        default: return nil
        }
    }
}
