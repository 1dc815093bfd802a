internal import CivilDates
package import LibraryModel
internal import LinuxSystem
package import OwnerTools

/// An XMP side-car with what is written of a photo, in the properties that `photos import`, Lightroom, digiKam and
/// darktable read: what of it a person changed is in no file of the photo.
package struct SideCarText {
    package var title: String?
    package var caption: String?
    package var keywords: [String] = []
    /// Hierarchical keywords; see `Annotations.keywordPaths`.
    package var keywordPaths: [String] = []
    package var regions: [ImageRegion] = []
    package var rating: UInt32 = 0
    /// Microseconds since 1970.
    package var date: Int64?
    /// Seconds east of UTC, for the date; nil where it is not known.
    package var utcOffset: Int32?
    package var dateSource: CaptureDate.Source?
    package var offsetSource: CaptureDate.OffsetSource?
    package var place: Coordinate?
    package var camera: CameraJSON?

    package init() {}

    /// 1e-8 minutes of an angle are less than a tenth of a millimetre.
    private static let minuteDigits = 8
    private static let minuteSteps = 1e8

    private static let spaces = [
        ("rdf", "http://www.w3.org/1999/02/22-rdf-syntax-ns#"), ("dc", "http://purl.org/dc/elements/1.1/"),
        ("xmp", "http://ns.adobe.com/xap/1.0/"), ("exif", "http://ns.adobe.com/exif/1.0/"),
        ("exifEX", "http://cipa.jp/exif/1.0/"), ("tiff", "http://ns.adobe.com/tiff/1.0/"),
        ("photoshop", "http://ns.adobe.com/photoshop/1.0/"), ("lr", "http://ns.adobe.com/lightroom/1.0/"),
        ("mwg-rs", "http://www.metadataworkinggroup.com/schemas/regions/"),
        ("stArea", "http://ns.adobe.com/xmp/sType/Area#"), ("photolibrary", "http://openphotokit.org/ns/library/1.0/"),
    ]

    package var text: String {
        let spaces = SideCarText.spaces.map { " xmlns:\($0)=\"\($1)\"" }.joined()
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <x:xmpmeta xmlns:x="adobe:ns:meta/">
            <rdf:RDF\(spaces)>
            <rdf:Description rdf:about="">
            \(properties.joined(separator: "\n"))
            </rdf:Description>
            </rdf:RDF>
            </x:xmpmeta>

            """
    }

    private var properties: [String] {
        var lines: [String] = []
        func add(_ name: String, _ value: String, _ attribute: String = "") {
            lines.append("<\(name)\(attribute)>\(value)</\(name)>")
        }
        func language(_ text: String) -> String {
            "<rdf:Alt><rdf:li xml:lang=\"x-default\">\(SideCarText.escaped(text))</rdf:li></rdf:Alt>"
        }
        if let title, !title.isEmpty { add("dc:title", language(title)) }
        if let caption, !caption.isEmpty { add("dc:description", language(caption)) }
        if !keywords.isEmpty {
            let items = keywords.map { "<rdf:li>\(SideCarText.escaped($0))</rdf:li>" }.joined()
            add("dc:subject", "<rdf:Bag>\(items)</rdf:Bag>")
        }
        if !keywordPaths.isEmpty {
            let items = keywordPaths.map { "<rdf:li>\(SideCarText.escaped($0))</rdf:li>" }.joined()
            add("lr:hierarchicalSubject", "<rdf:Bag>\(items)</rdf:Bag>")
        }
        if !regions.isEmpty { add("mwg-rs:Regions", regionList, " rdf:parseType=\"Resource\"") }
        if rating > 0 { add("xmp:Rating", "\(rating)") }
        if let date {
            let text = dateText(date)
            add("exif:DateTimeOriginal", text)
            add("photoshop:DateCreated", text)
            if let dateSource { add("photolibrary:DateSource", "\(dateSource.rawValue)") }
            if let offsetSource { add("photolibrary:OffsetSource", "\(offsetSource.rawValue)") }
        }
        if let place {
            add("exif:GPSLatitude", angle(place.latitude, "N", "S"))
            add("exif:GPSLongitude", angle(place.longitude, "E", "W"))
            if let altitude = place.altitude {
                add("exif:GPSAltitude", "\(Int64((altitude.magnitude * 1000).rounded()))/1000")
                add("exif:GPSAltitudeRef", altitude < 0 ? "1" : "0")
            }
        }
        for (name, text) in camera?.properties ?? [] { add(name, SideCarText.escaped(text)) }
        if let fired = camera?.flashFired {
            add("exif:Flash", "<exif:Fired>\(fired ? "True" : "False")</exif:Fired>", " rdf:parseType=\"Resource\"")
        }
        return lines
    }

    /// A camera's time of which no zone is known is written without one. A date that a person gave is a moment: in UTC.
    private func dateText(_ date: Int64) -> String {
        let offset = Int64(utcOffset ?? 0)
        let local = String(DateText.universal(date.saturatingAdding(offset * 1_000_000)).dropLast())
        if utcOffset == nil, dateSource != .given { return local }
        return local + (offset == 0 ? "Z" : DateText.offset(offset))
    }

    /// The Metadata Working Group's structure for the regions of a picture.
    private var regionList: String {
        let items = regions.map { region in
            let name = region.name.map { "<mwg-rs:Name>\(SideCarText.escaped($0))</mwg-rs:Name>" } ?? ""
            let kind = region.kind.map { "<mwg-rs:Type>\(SideCarText.escaped($0))</mwg-rs:Type>" } ?? ""
            let sides = [("x", region.x), ("y", region.y), ("w", region.width), ("h", region.height)]
            let area = sides.map { "<stArea:\($0)>\($1)</stArea:\($0)>" }.joined()
            return """
                <rdf:li rdf:parseType="Resource">\(name)\(kind)<mwg-rs:Area rdf:parseType="Resource">\(area)\
                <stArea:unit>normalized</stArea:unit></mwg-rs:Area></rdf:li>
                """
        }
        return "<mwg-rs:RegionList><rdf:Bag>\(items.joined())</rdf:Bag></mwg-rs:RegionList>"
    }

    /// For example `46,30.00000000N`.
    private func angle(_ degrees: Double, _ positive: String, _ negative: String) -> String {
        let steps = Int64((degrees.magnitude * 60 * SideCarText.minuteSteps).rounded())
        let perMinute = Int64(SideCarText.minuteSteps)
        let (minutes, fraction) = steps.quotientAndRemainder(dividingBy: perMinute)
        let digits = String(fraction)
        let padding = String(repeating: "0", count: SideCarText.minuteDigits - digits.count)
        return "\(minutes / 60),\(minutes % 60).\(padding)\(digits)\(degrees < 0 ? negative : positive)"
    }

    /// Text of an element. Characters that XML does not have are left out.
    private static func escaped(_ text: String) -> String {
        text.unicodeScalars.reduce(into: "") { result, scalar in
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\r": result += "&#13;"
            case "\n", "\t": result.unicodeScalars.append(scalar)
            case _ where scalar.value < 0x20 || scalar.value == 0xFFFE || scalar.value == 0xFFFF: break
            default: result.unicodeScalars.append(scalar)
            }
        }
    }
}

extension CameraJSON {
    /// Names and values of XMP. Numbers as they are: other programs read those, too, where fractions are usual.
    fileprivate var properties: [(String, String)] {
        let all: [(String, String?)] = [
            ("tiff:Make", make), ("tiff:Model", model), ("exifEX:LensMake", lensMake), ("exifEX:LensModel", lensModel),
            ("exif:ExposureTime", exposureTime.map { "\($0)" }), ("exif:FNumber", aperture.map { "\($0)" }),
            ("exifEX:PhotographicSensitivity", isoSpeed.map { "\($0)" }),
            ("exif:FocalLength", focalLength.map { "\($0)" }),
            ("exif:FocalLengthIn35mmFilm", focalLengthOn35mmFilm.map { "\($0)" }),
            ("exif:ExposureBiasValue", exposureBias.map { "\($0)" }),
        ]
        return all.compactMap { name, value in value.map { (name, $0) } }
    }
}
