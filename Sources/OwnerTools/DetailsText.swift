internal import CivilDates
internal import Languages
package import LibraryModel
internal import TerminalText

/// An asset's details for people, shared by the command line and the agent's interfaces. Safe to print to a terminal.
package struct DetailsText {
    /// Lines of a name and a text. A line that continues the one before has an empty name.
    package typealias Rows = [(name: String, text: String)]

    /// Title, caption and keywords.
    package private(set) var written: Rows = []
    /// Regions, camera, lens, exposure and damage.
    package private(set) var captured: Rows = []

    package var rows: Rows { written + captured }

    package init(_ details: AssetDetails) {
        DetailsText.add(localized("Title"), details.title?.sanitized, to: &written)
        for (position, line) in (details.caption ?? "").split(separator: "\n").enumerated() {
            written.append((position == 0 ? localized("Caption") : "", String(line).sanitized))
        }
        DetailsText.add(localized("Keywords"), list(details.keywords), to: &written)
        let paths = details.keywordPaths.map {
            $0.split(separator: Annotations.pathSeparator).joined(separator: " > ")
        }
        DetailsText.add("", list(paths.filter { $0.contains(" > ") }), to: &written)
        DetailsText.add(localized("In it"), list(details.regions.compactMap { $0.name ?? $0.kind }), to: &captured)
        DetailsText.add(localized("Camera"), details.camera?.sanitized, to: &captured)
        let settings = details.settings
        DetailsText.add(localized("Lens"), DetailsText.lens(settings), to: &captured)
        DetailsText.add(localized("Exposure"), DetailsText.exposure(settings), to: &captured)
        DetailsText.add(localized("Damaged"), DetailsText.damage(details), to: &captured)
        for other in details.otherOriginals {
            DetailsText.add(localized("Not shown"), DetailsText.other(other), to: &captured)
        }
    }

    /// The offset from UTC of the creation date and its source; nil when there is none.
    package static func zone(_ details: AssetDetails) -> String? {
        guard let offset = details.utcOffset else { return nil }
        let reason =
            switch details.offsetSource {
            case .written, nil: localized("as written")
            case .otherDate: localized("from another date in the file")
            case .makerNote: localized("the camera's setting")
            case .gps: localized("from the GPS time")
            case .universal: localized("the place is not known")
            }
        return "UTC\(offset == 0 ? "" : DateText.offset(Int64(offset))), \(reason)"
    }

    /// The source of the creation date; nil when unknown.
    package static func source(_ details: AssetDetails) -> String? {
        switch details.dateSource {
        case .given: localized("given")
        case .exifOriginal, .exif: "EXIF"
        case .container: localized("the file's own tags")
        case .gps: "GPS"
        case .fileModification: localized("the file's date")
        case .xmp: "XMP"
        case .iptc: "IPTC"
        case .sideCar: localized("the side-car")
        case nil: nil
        }
    }

    /// A description of the damage; nil for an undamaged picture.
    package static func damage(_ details: AssetDetails) -> String? {
        details.isDamaged ? localized("part of the picture is missing or damaged") : nil
    }

    /// A file that another device added beside the one that is shown.
    private static func other(_ original: OtherOriginal) -> String {
        let file = "\(original.filename.sanitized), \(SizeText.bytes(original.size))"
        return localized("{file}: another device's original, kept in the bucket", ["file": file])
    }

    private static func add(_ name: String, _ text: String?, to rows: inout Rows) {
        if let text, !text.isEmpty { rows.append((name, text)) }
    }

    private func list(_ texts: [String]) -> String { texts.map(\.sanitized).listed }

    /// The make is left out where the model begins with it. Returns nil when both are unknown.
    package static func lens(_ settings: CaptureSettings) -> String? {
        let make = settings.lensMake.flatMap { settings.lensModel?.hasPrefix($0) == true ? nil : $0 }
        let parts = [make, settings.lensModel].compactMap { $0?.sanitized }
        return parts.isEmpty ? nil : parts.joined(separator: " ")
    }

    /// `1/250 s, f/2.8, ISO 200, 50 mm`. Returns nil when everything is unknown.
    package static func exposure(_ settings: CaptureSettings) -> String? {
        var parts: [String] = []
        if let time = settings.exposureTime {
            parts.append(time < 0.3 ? "1/\(number((1 / time).rounded())) s" : "\(number(time)) s")
        }
        if let aperture = settings.aperture { parts.append("f/\(number(aperture))") }
        if let speed = settings.isoSpeed { parts.append("ISO \(speed)") }
        if let length = settings.focalLength {
            let film =
                settings.focalLengthOn35mmFilm.map { localized(" ({length} mm on 35 mm film)", ["length": $0]) } ?? ""
            parts.append("\(number(length)) mm\(film)")
        }
        if let bias = settings.exposureBias, bias != 0 { parts.append("\(bias > 0 ? "+" : "")\(number(bias)) EV") }
        if settings.flashFired == true { parts.append(localized("flash")) }
        return parts.isEmpty ? nil : parts.listed
    }

    /// At most two decimals.
    private static func number(_ value: Double) -> String {
        let hundredths = (value * 100).rounded() / 100
        return hundredths == hundredths.rounded() ? String(Int64(hundredths)) : String(hundredths)
    }
}
