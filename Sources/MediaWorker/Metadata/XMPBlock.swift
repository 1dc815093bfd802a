internal import CivilDates
internal import LibraryModel

extension MetadataBlock {
    /// Parses a packet by the property names of the Metadata Working Group, Lightroom, digiKam, darktable and Windows.
    /// `source`: of its dates.
    init(_ packet: XMPPacket, _ source: CaptureDate.Source) {
        annotations = Annotations(packet)
        original = XMPDate.captureDate(packet.text("exif:DateTimeOriginal", "photoshop:DateCreated"), source)
        if source == .sideCar, let known = original?.known(to: packet) {
            original = known
            isOriginalFinal = true
        }
        created = XMPDate.captureDate(packet.text("xmp:CreateDate", "exif:DateTimeDigitized"), source)
        location = Coordinate(packet)
        cameraMake = packet.text("tiff:Make")?.cleaned(maximumLength: String.maximumCleanLength)
        cameraModel = packet.text("tiff:Model")?.cleaned(maximumLength: String.maximumCleanLength)
        settings = CaptureSettings(packet).bounded
        burst = Burst(packet)
        stillTime = MotionPhoto(packet)?.stillTime
    }
}

extension Burst {
    /// Google's cameras write this.
    fileprivate init?(_ packet: XMPPacket) {
        guard let text = packet.text("GCamera:BurstID"),
            let identifier = text.cleaned(maximumLength: String.maximumCleanLength)
        else { return nil }
        self.init(identifier: identifier, isPick: packet.text("GCamera:BurstPrimary") == "1")
    }
}

extension Annotations {
    init(_ packet: XMPPacket) {
        self.init()
        title = packet.localized("dc:title") ?? packet.text("photoshop:Headline")
        caption = packet.localized("dc:description")
        keywordPaths = Annotations.paths(packet)
        keywords = Annotations.keywords(packet.items("dc:subject"), keywordPaths)
        rating = Annotations.rating(packet)
        regions = ImageRegion.regions(packet)
        self = bounded
    }

    /// The keyword hierarchy, in the form of the first program that wrote one.
    private static func paths(_ packet: XMPPacket) -> [String] {
        let lightroom = packet.items("lr:hierarchicalSubject")
        if !lightroom.isEmpty { return lightroom }
        for tree in ["digiKam:TagsList", "MicrosoftPhoto:LastKeywordXMP"] {
            let paths = packet.items(tree)
            if !paths.isEmpty { return paths.map { $0.replacing("/", with: String(pathSeparator)) } }
        }
        return []
    }

    /// The keywords, with the leaves of the hierarchy that are missing among them.
    private static func keywords(_ flat: [String], _ paths: [String]) -> [String] {
        let known = Set(flat)
        let leaves = paths.compactMap { $0.split(separator: pathSeparator).last.map(String.init) }
        return flat + leaves.filter { !known.contains($0) }
    }

    /// -1 means rejected. Windows has stars, and an older percentage.
    private static func rating(_ packet: XMPPacket) -> UInt32? {
        if let stars = packet.text("xmp:Rating").flatMap(Double.init), stars.isFinite {
            return UInt32(max(0, min(stars, 5)))
        }
        guard let percent = packet.text("MicrosoftPhoto:Rating").flatMap(Double.init), (1...99).contains(percent) else {
            return nil
        }
        return stars(percent: percent)
    }

    /// Windows writes 1, 25, 50, 75 and 99.
    static func stars(percent: Double) -> UInt32 { UInt32((percent + 1) / 25) + 1 }
}

extension ImageRegion {
    /// The most regions examined; fewer are kept.
    private static let maximumCount = 256

    /// The Metadata Working Group's regions, otherwise Microsoft's people.
    static func regions(_ packet: XMPPacket) -> [ImageRegion] {
        var regions: [ImageRegion] = []
        for index in 1...maximumCount {
            let path = "mwg-rs:Regions/mwg-rs:RegionList[\(index)]"
            guard packet.contains(below: path + "/") else { break }
            let sides = ["x", "y", "w", "h"].map { packet.number("\(path)/mwg-rs:Area/stArea:\($0)") ?? 0 }
            regions.append(
                ImageRegion(
                    name: packet.text(path + "/mwg-rs:Name"),
                    kind: packet.text(path + "/mwg-rs:Type"),
                    x: sides[0],
                    y: sides[1],
                    width: sides[2],
                    height: sides[3]
                )
            )
        }
        if !regions.isEmpty { return regions }
        for index in 1...maximumCount {
            let path = "MP:RegionInfo/MPRI:Regions[\(index)]"
            guard packet.contains(below: path + "/") else { break }
            // The top left corner and the size of the rectangle.
            let sides = (packet.text(path + "/MPReg:Rectangle") ?? "").split(separator: ",").map { part in
                Double(part.filter { $0 != " " }) ?? 0
            }
            let area = sides.count == 4 ? sides : [0, 0, 0, 0]
            regions.append(
                ImageRegion(
                    name: packet.text(path + "/MPReg:PersonDisplayName"),
                    kind: "Face",
                    x: area[0] + area[2] / 2,
                    y: area[1] + area[3] / 2,
                    width: area[2],
                    height: area[3]
                )
            )
        }
        return regions
    }
}

extension CaptureSettings {
    init(_ packet: XMPPacket) {
        self.init()
        lensMake = packet.text("exifEX:LensMake")
        lensModel = packet.text("exifEX:LensModel", "aux:Lens")
        exposureTime = packet.number("exif:ExposureTime")
        aperture = packet.number("exif:FNumber")
        isoSpeed =
            (packet.items("exif:ISOSpeedRatings").first ?? packet.text("exifEX:PhotographicSensitivity"))
            .flatMap { UInt32($0) }
        focalLength = packet.number("exif:FocalLength")
        focalLengthOn35mmFilm = packet.text("exif:FocalLengthIn35mmFilm").flatMap { UInt32($0) }
        exposureBias = packet.number("exif:ExposureBiasValue")
        flashFired = packet.text("exif:Flash/exif:Fired").map { $0.lowercased() == "true" }
    }
}

extension XMPPacket {
    /// A number, or a fraction such as `1/250`.
    func number(_ path: String) -> Double? {
        guard let parts = text(path)?.split(separator: "/", omittingEmptySubsequences: false) else { return nil }
        switch parts.count {
        case 1: return Double(parts[0]).flatMap { $0.isFinite ? $0 : nil }
        case 2:
            guard let top = Double(parts[0]), let bottom = Double(parts[1]), bottom != 0, (top / bottom).isFinite else {
                return nil
            }
            return top / bottom
        default: return nil
        }
    }
}

/// XMP's dates: ISO 8601 with optional time, seconds and offset.
enum XMPDate {
    static func captureDate(_ text: String?, _ source: CaptureDate.Source) -> CaptureDate? {
        guard let text, let stamp = TimestampText(completed(text)) else { return nil }
        return CaptureDate(stamp, source)
    }

    private static func completed(_ text: String) -> String {
        guard let middle = text.firstIndex(where: { $0 == "T" || $0 == " " }) else { return text + "T00:00:00" }
        let time = text[text.index(after: middle)...]
        let clock = time.prefix { $0.isASCII && ($0.isNumber || $0 == ":") }
        guard clock.count == 5, clock.count(where: { $0 == ":" }) == 1 else { return text }
        return text[..<middle] + "T" + clock + ":00" + time.dropFirst(clock.count)
    }
}

extension CaptureDate {
    /// The date with what `photos export` wrote of its origin; nil where it wrote nothing.
    fileprivate func known(to packet: XMPPacket) -> CaptureDate? {
        func number(_ path: String) -> UInt8? { packet.text(path).flatMap { UInt8($0) } }
        guard let source = number("photolibrary:DateSource").flatMap(Source.init) else { return nil }
        let offsetSource = number("photolibrary:OffsetSource").flatMap(OffsetSource.init)
        // In UTC without a source of the offset: a moment of which the place is not known.
        let offset = offsetSource == nil && utcOffset == 0 ? nil : utcOffset
        return CaptureDate(instant: instant, utcOffset: offset, source: source, offsetSource: offsetSource ?? .written)
    }

    init(_ stamp: TimestampText, _ source: Source) {
        self.init(
            instant: stamp.time.microsecondsAsUTC - Int64(stamp.utcOffset ?? 0) * 1_000_000,
            utcOffset: stamp.utcOffset,
            source: source
        )
    }
}

extension Coordinate {
    /// XMP's `exif:GPSLatitude` and `exif:GPSLongitude`: `51,30.5N` or `51,30,30N`.
    init?(_ packet: XMPPacket) {
        guard let latitude = Coordinate.angle(packet.text("exif:GPSLatitude"), positive: "N", negative: "S"),
            let longitude = Coordinate.angle(packet.text("exif:GPSLongitude"), positive: "E", negative: "W"),
            latitude != 0 || longitude != 0
        else { return nil }
        self.init(latitude: latitude, longitude: longitude)
        guard isValid else { return nil }
        if let metres = packet.number("exif:GPSAltitude") {
            let signed = packet.text("exif:GPSAltitudeRef") == "1" ? -metres : metres
            if Coordinate.plausibleAltitudes.contains(signed) { altitude = signed }
        }
    }

    private static func angle(_ text: String?, positive: Character, negative: Character) -> Double? {
        guard let text, let reference = text.last?.uppercased().first else { return nil }
        let parts = text.dropLast().split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
        guard (2...3).contains(parts.count), let degrees = parts[0], let minutes = parts[1], degrees >= 0,
            (0..<60.000_001).contains(minutes)
        else { return nil }
        var angle = degrees + minutes / 60
        if parts.count == 3 {
            guard let seconds = parts[2], (0..<60.000_001).contains(seconds) else { return nil }
            angle += seconds / 3600
        }
        switch reference {
        case positive: return angle
        case negative: return -angle
        default: return nil
        }
    }
}
