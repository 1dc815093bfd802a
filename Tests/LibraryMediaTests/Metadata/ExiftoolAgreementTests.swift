import CivilDates
import FoundationEssentials
import LibraryModel
import LibraryTestSupport
import LinuxSystem
import Testing

@testable import MediaWorker

/// What this library reads beside what exiftool reads, by the rules in `Metadata.md`.
@Suite(.enabled(if: Exiftool.isInstalled, "exiftool is not installed (libimage-exiftool-perl)"))
struct ExiftoolAgreementTests {
    @Test func `files with metadata of every kind are read as exiftool reads them`() throws {
        let folder = try ScratchFolder()
        for (name, bytes) in try AgreementSamples.all() { try folder.write(bytes, to: name) }
        let agreement = try Agreement(of: folder.path)
        print(agreement.table)
        #expect(agreement.differences == [])
        // Each property is compared somewhere.
        #expect(Agreement.properties.allSatisfy { agreement.agreeing[$0, default: 0] > 0 })
    }

    @Test(.enabled(if: SampleFiles.folder != nil, "PHOTOS_SAMPLES names no folder"))
    func `real files are read as exiftool reads them`() throws {
        let agreement = try Agreement(of: #require(SampleFiles.folder))
        print(agreement.table)
        #expect(agreement.differences == [])
    }
}

/// How far two readers agree about the files of a folder.
private struct Agreement {
    static let properties = [
        "date", "position", "size", "orientation", "camera", "title", "caption", "keywords", "rating",
    ]

    /// Files of which both say the same of a property, and something.
    private(set) var agreeing: [String: Int] = [:]
    /// Files of which neither says anything of it, or one cannot.
    private(set) var silent: [String: Int] = [:]
    private(set) var differences: [String] = []
    /// Files that are no photo or video to this library.
    private(set) var refused = 0

    init(of folder: FilePath) throws {
        for report in try Exiftool.reports(of: folder) {
            let path = FilePath(report.text("SourceFile") ?? "")
            let read: MediaMetadata
            do {
                let open = try OwnedDescriptor(opening: path)
                read = try MediaFile(descriptor: open.rawValue).readMetadata()
            } catch is LibraryError {
                refused += 1
                continue
            }
            let theirs = report.facts
            let ours = Agreement.facts(read)
            for property in Agreement.properties {
                // Decoders of the other formats turn the picture themselves: there is nothing to compare.
                if property == "orientation", !report.hasOrientation {
                    silent[property, default: 0] += 1
                    continue
                }
                switch (ours[property], theirs[property]) {
                case (nil, nil): silent[property, default: 0] += 1
                case (let one, let other) where one == other: agreeing[property, default: 0] += 1
                case (let one, let other):
                    differences.append(
                        "\(path.lastComponent.text): \(property): \(one ?? "none"), exiftool \(other ?? "none")"
                    )
                }
            }
        }
    }

    var table: String {
        var lines = ["property      agree  silent  differ"]
        for property in Agreement.properties {
            let differing = differences.count { $0.contains(": \(property): ") }
            func cell(_ number: Int, _ width: Int) -> String {
                String(repeating: " ", count: width - "\(number)".count) + "\(number)"
            }
            lines.append(
                property + String(repeating: " ", count: 12 - property.count)
                    + cell(agreeing[property, default: 0], 7) + cell(silent[property, default: 0], 8)
                    + cell(differing, 8)
            )
        }
        return (lines + ["not read by this library: \(refused)"] + differences).joined(separator: "\n")
    }

    static func facts(_ read: MediaMetadata) -> [String: String] {
        var facts: [String: String] = [:]
        if let date = read.captureDate {
            facts["date"] = Agreement.date(CivilTime(instant: date.instant, offset: Int64(date.utcOffset ?? 0)))
        }
        if let place = read.location { facts["position"] = position(place.latitude, place.longitude) }
        facts["size"] = size([Int(read.pixelWidth), Int(read.pixelHeight)])
        facts["orientation"] = "\(read.orientation)"
        let camera = [read.cameraMake, read.cameraModel].compactMap { $0 }.joined(separator: " ")
        if !camera.isEmpty { facts["camera"] = camera }
        facts["title"] = read.annotations.title
        facts["caption"] = read.annotations.caption
        if !read.annotations.keywords.isEmpty { facts["keywords"] = keywords(read.annotations.keywords) }
        facts["rating"] = read.annotations.rating.map { "\($0)" }
        return facts
    }

    static func date(_ time: CivilTime) -> String {
        "\(time.year)-\(time.month)-\(time.day) \(time.hour):\(time.minute):\(time.second)"
    }

    /// To a hundred-thousandth of a degree, a metre.
    static func position(_ latitude: Double, _ longitude: Double) -> String {
        "\((latitude * 1e5).rounded()) \((longitude * 1e5).rounded())"
    }

    /// Whichever side comes first: this library tells of the picture as it is shown.
    static func size(_ sides: [Int]) -> String { sides.sorted().map(String.init).joined(separator: " x ") }

    static func keywords(_ words: [String]) -> String { Set(words).sorted().joined(separator: ", ") }
}

/// The other reader.
enum Exiftool {
    private static let path: FilePath = "/usr/bin/exiftool"

    static var isInstalled: Bool { (try? FileStatus(of: path)) != nil }

    /// All that it finds in the files of a folder, however deep, for people to read.
    static func everything(of folder: FilePath) throws -> String {
        try RunningProgram(path: path, ["-a", "-u", "-ee", "-G1", "-q", "-q", "-r", folder]).finish().output
    }

    /// By groups, with numbers as they are, and movies' dates in UTC.
    fileprivate static func reports(of folder: FilePath) throws -> [Report] {
        let finished = try RunningProgram(path: path, ["-j", "-G1", "-n", "-q", "-q", "-r", folder]).finish()
        return try JSONDecoder().decode([Report].self, from: Data(finished.output.utf8))
    }

    enum Value: Decodable {
        case text(String), number(Double), list([Value]), other

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let text = try? container.decode(String.self) {
                self = .text(text)
            } else if let number = try? container.decode(Double.self) {
                self = .number(number)
            } else if let list = try? container.decode([Value].self) {
                self = .list(list)
            } else {
                self = .other
            }
        }

        var texts: [String] {
            switch self {
            case .text(let text): [text]
            case .number(let number): [number == number.rounded() ? "\(Int64(number))" : "\(number)"]
            case .list(let values): values.flatMap(\.texts)
            case .other: []
            }
        }
    }

    /// What it says of one file.
    struct Report: Decodable {
        private let values: [String: Value]

        init(from decoder: any Decoder) throws { values = try [String: Value](from: decoder) }

        func texts(_ name: String) -> [String] { values[name]?.texts ?? [] }
        func text(_ names: String...) -> String? {
            names.lazy.compactMap { texts($0).first?.cleaned(maximumLength: 16_384, keepsLines: true) }.first
        }

        func number(_ name: String) -> Double? {
            if case .number(let number)? = values[name] { number } else { nil }
        }

        var hasOrientation: Bool {
            ["image/jpeg", "image/tiff", "image/png", "image/gif"].contains(text("File:MIMEType") ?? "")
        }

        var facts: [String: String] {
            var facts: [String: String] = [:]
            facts["date"] = date
            let latitude = number("Composite:GPSLatitude") ?? number("XMP-exif:GPSLatitude")
            let longitude = number("Composite:GPSLongitude") ?? number("XMP-exif:GPSLongitude")
            if let latitude, let longitude,
                latitude != 0 || longitude != 0
            {
                facts["position"] = Agreement.position(latitude, longitude)
            }
            facts["size"] = text("Composite:ImageSize").map { text in
                Agreement.size(text.split(whereSeparator: { $0 == " " || $0 == "x" }).compactMap { Int($0) })
            }
            let turned = number("IFD0:Orientation").map { Int($0) } ?? 1
            facts["orientation"] = "\((1...8).contains(turned) ? turned : 1)"
            let make = text("IFD0:Make", "Keys:Make", "UserData:Make", "XMP-tiff:Make")
            let model = text("IFD0:Model", "Keys:Model", "UserData:Model", "XMP-tiff:Model")
            let camera = [make, model].compactMap { $0 }.joined(separator: " ")
            if !camera.isEmpty { facts["camera"] = camera }
            facts["title"] = text(
                "XMP-dc:Title",
                "XMP-photoshop:Headline",
                "IPTC:ObjectName",
                "IPTC:Headline",
                "IFD0:XPTitle",
                "PNG:Title",
                "Keys:Title",
                "Keys:DisplayName",
                "UserData:Title"
            )
            facts["caption"] =
                text("XMP-dc:Description", "IPTC:Caption-Abstract") ?? description
                ?? text("IFD0:XPComment", "PNG:Description", "Keys:Description")
            if let words = keywords { facts["keywords"] = Agreement.keywords(words) }
            facts["rating"] = (number("XMP-xmp:Rating") ?? number("IFD0:Rating")).map { "\(max(0, min(5, Int($0))))" }
            return facts
        }

        private var description: String? {
            guard let text = text("IFD0:ImageDescription") else { return nil }
            let words = text.uppercased()
            let names = [self.text("IFD0:Make"), self.text("IFD0:Model")].compactMap { $0?.uppercased() }
            return words.hasSuffix("DIGITAL CAMERA") || names.contains(words) ? nil : text
        }

        private var keywords: [String]? {
            let sources = [
                texts("XMP-dc:Subject"), texts("IPTC:Keywords"),
                texts("IFD0:XPKeywords").flatMap { $0.split(separator: ";").map(String.init) },
                texts("Keys:Keywords").flatMap { $0.split(separator: ",").map(String.init) },
                texts("UserData:Keywords"),
            ]
            return sources.first { !$0.isEmpty }?.compactMap { $0.cleaned(maximumLength: 512) }
        }

        private var date: String? {
            let iptc = text("IPTC:DateCreated").map { $0 + " " + (text("IPTC:TimeCreated") ?? "00:00:00") }
            let candidates = [
                text("ExifIFD:DateTimeOriginal"), text("Keys:CreationDate"), text("QuickTime:CreateDate"),
                text("XMP-exif:DateTimeOriginal"), text("XMP-photoshop:DateCreated"), iptc,
                text("ExifIFD:CreateDate"), text("XMP-xmp:CreateDate"), text("PNG:CreationTime"),
                text("IFD0:ModifyDate"), text("Composite:GPSDateTime"), text("PNG:ModifyDate"),
            ]
            return candidates.lazy.compactMap { $0 }.compactMap { text in
                let stamp = TimestampText(text.contains(" ") ? text : text + " 00:00:00")
                // The start of an epoch is a clock that was never set.
                return stamp.flatMap { $0.time.year > 1904 ? Agreement.date($0.time) : nil }
            }.first
        }
    }
}

/// Files that say the same and other things in several ways.
private enum AgreementSamples {
    static func all() throws -> [(String, [UInt8])] {
        let gps: [UInt16: TIFFFixture.Value] = [
            1: .text("S"), 2: .rationals([(33, 1), (30, 1), (0, 1)]), 3: .text("E"),
            4: .rationals([(151, 1), (15, 1), (0, 1)]),
        ]
        var exif = TIFFFixture()
        exif.fields = [
            0x010E: .text("Zoë in Rome"), 0x010F: .text("Acme"), 0x0110: .text("One"), 0x0112: .short(6),
            0x0132: .text("2024:05:03 10:00:00"), 0x4746: .short(3),
            0x8769: .directory([0x9003: .text("2024:05:01 14:34:56"), 0x9004: .text("2024:05:02 10:00:00")]),
            0x8825: .directory(gps),
        ]
        var windows = TIFFFixture()
        windows.fields = [
            0x010E: .text("OLYMPUS DIGITAL CAMERA         "), 0x9C9B: .wide("Goalie"), 0x9C9C: .wide("Zoë"),
            0x9C9E: .wide("a;b"), 0x0132: .text("2024:05:03 10:00:00"),
        ]
        let words =
            Annotated.alternatives("dc:title", "Title") + Annotated.alternatives("dc:description", "Caption\nof two")
            + Annotated.bag("dc:subject", ["Zoë", "Rome"]) + "<xmp:Rating>-1</xmp:Rating>"
        let camera = """
            <xmp:CreateDate>2024-05-02T10:00:00Z</xmp:CreateDate><tiff:Make>Acme</tiff:Make>
            <exif:DateTimeOriginal>2024-05-01T12:34:56.25+02:00</exif:DateTimeOriginal>
            <exif:GPSLatitude>33,30.0S</exif:GPSLatitude><exif:GPSLongitude>151,15.0E</exif:GPSLongitude>
            """
        let packet = Annotated.packet(words + camera)
        let iptc = Annotated.photoshop([
            (5, Array("Goalie".utf8)), (120, Array("Zoë in Rome".utf8)), (25, Array("Zoë".utf8)),
            (25, Array("x".utf8)), (55, Array("20240501".utf8)), (60, Array("143456+0200".utf8)),
        ])
        var tiff = TIFFFixture()
        tiff.fields = [
            0x100: .short(1), 0x101: .short(1), 0x102: .short(8), 0x103: .short(1), 0x106: .short(1),
            0x10F: .text("Acme"), 0x111: .longs([8]), 0x115: .short(1), 0x116: .short(1), 0x117: .longs([1]),
            0x132: .text("2024:05:03 10:00:00"), 0x2BC: .byteValues(Array(packet.utf8)),
        ]
        var samples = [
            ("plain.jpg", try Annotated.jpeg()), ("exif.jpg", try Annotated.jpeg(exif: exif)),
            ("windows.jpg", try Annotated.jpeg(exif: windows)), ("xmp.jpg", try Annotated.jpeg(xmp: packet)),
            ("iptc.jpg", try Annotated.jpeg(iptc: iptc)),
            ("all.jpg", try Annotated.jpeg(exif: exif, xmp: packet, iptc: iptc)),
            ("words.jpg", try Annotated.jpeg(exif: windows, xmp: Annotated.packet(words), iptc: iptc)),
            ("xmp.png", Annotated.png([Annotated.pngXMP(packet)])),
            (
                "texts.png",
                Annotated.png([
                    ("tEXt", Array("Title\0Here".utf8)), ("tEXt", Array("Description\0There".utf8)),
                    ("tIME", [0x07, 0xE8, 5, 1, 12, 34, 56]),
                ])
            ),
            ("xmp.gif", Annotated.gif(packet)), ("tiff.tif", tiff.bytes),
        ]
        for orientation in 1...8 {
            var turned = TIFFFixture()
            turned.fields = [0x0112: .short(UInt16(orientation))]
            samples.append(("turned-\(orientation).jpg", try Annotated.jpeg(exif: turned)))
        }
        return samples
    }
}
