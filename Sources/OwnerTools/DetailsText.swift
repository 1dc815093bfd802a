internal import CivilDates
package import LibraryModel
internal import TerminalText

/// What files say of an asset, for people: names and texts in the order in which they are told.
package struct DetailsText {
    package private(set) var rows: [(name: String, text: String)] = []

    package init(_ details: AssetDetails) {
        add("Title", details.title?.sanitized)
        for (position, line) in (details.caption ?? "").split(separator: "\n").enumerated() {
            rows.append((position == 0 ? "Caption" : "", String(line).sanitized))
        }
        add("Keywords", list(details.keywords))
        let paths = details.keywordPaths.map {
            $0.split(separator: Annotations.pathSeparator).joined(separator: " > ")
        }
        add("", list(paths.filter { $0.contains(" > ") }))
        add("In it", list(details.regions.compactMap { $0.name ?? $0.kind }))
        add("Camera", details.camera?.sanitized)
        let settings = details.settings
        add("Lens", DetailsText.lens(settings))
        add("Exposure", DetailsText.exposure(settings))
        add("Damaged", DetailsText.damage(details))
    }

    /// How the offset of a date is known; nil when there is none.
    package static func zone(_ details: AssetDetails) -> String? {
        guard let offset = details.utcOffset else { return nil }
        let reason =
            switch details.offsetSource {
            case .written, nil: "as written"
            case .otherDate: "of another date in the file"
            case .makerNote: "the camera's setting"
            case .gps: "by the satellites' clock"
            case .universal: "where it was is not known"
            }
        return "UTC\(offset == 0 ? "" : DateText.offset(Int64(offset))), \(reason)"
    }

    /// Where a date is from.
    package static func source(_ details: AssetDetails) -> String? {
        switch details.dateSource {
        case .given: "given"
        case .exifOriginal, .exif: "EXIF"
        case .container: "the file's own tags"
        case .gps: "GPS"
        case .fileModification: "the file's date"
        case .xmp: "XMP"
        case .iptc: "IPTC"
        case .sideCar: "the side-car"
        case nil: nil
        }
    }

    /// Nil for a picture that is whole.
    package static func damage(_ details: AssetDetails) -> String? {
        details.isDamaged ? "some of the picture is missing or not as it was" : nil
    }

    private mutating func add(_ name: String, _ text: String?) {
        if let text, !text.isEmpty { rows.append((name, text)) }
    }

    private func list(_ texts: [String]) -> String { texts.map(\.sanitized).joined(separator: ", ") }

    /// Most models begin with their make already. Nil when nothing is known.
    package static func lens(_ settings: CaptureSettings) -> String? {
        let make = settings.lensMake.flatMap { settings.lensModel?.hasPrefix($0) == true ? nil : $0 }
        let parts = [make, settings.lensModel].compactMap { $0?.sanitized }
        return parts.isEmpty ? nil : parts.joined(separator: " ")
    }

    /// `1/250 s, f/2.8, ISO 200, 50 mm`; nil when nothing is known.
    package static func exposure(_ settings: CaptureSettings) -> String? {
        var parts: [String] = []
        if let time = settings.exposureTime {
            parts.append(time < 0.3 ? "1/\(number((1 / time).rounded())) s" : "\(number(time)) s")
        }
        if let aperture = settings.aperture { parts.append("f/\(number(aperture))") }
        if let speed = settings.isoSpeed { parts.append("ISO \(speed)") }
        if let length = settings.focalLength {
            let film = settings.focalLengthOn35mmFilm.map { " (\($0) mm on 35 mm film)" } ?? ""
            parts.append("\(number(length)) mm\(film)")
        }
        if let bias = settings.exposureBias, bias != 0 { parts.append("\(bias > 0 ? "+" : "")\(number(bias)) EV") }
        if settings.flashFired == true { parts.append("flash") }
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }

    /// With two decimals at most.
    private static func number(_ value: Double) -> String {
        let hundredths = (value * 100).rounded() / 100
        return hundredths == hundredths.rounded() ? String(Int64(hundredths)) : String(hundredths)
    }
}
