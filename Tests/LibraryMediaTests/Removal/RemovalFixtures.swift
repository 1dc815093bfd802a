import LibraryModel
import LibraryTestSupport
import LinuxSystem
import MediaWorkerProtocol
import SamplePhotos

@testable import MediaWorker

/// Files with a place and words in every position that is known.
enum Located {
    /// In every text of a place, and in every one of people.
    static let place = "SECRETPLACE"
    static let words = "SECRETWORDS"

    static let iso6709 = "+46.5000+007.2500+100.000/"

    /// Degrees, minutes and seconds that occur nowhere else.
    static var gps: [UInt16: TIFFFixture.Value] {
        [
            1: .text("N"), 2: .rationals([(46, 1), (3_141_592, 100_000), (27_182, 1_000)]), 3: .text("E"),
            4: .rationals([(7, 1), (1_414_213, 100_000), (17_320, 1_000)]), 5: .byteValues([0]),
            6: .rationals([(1_234_567, 1_000)]), 0x1B: .text(place), 0x1C: .text(place), 0x1D: .text("2024:05:01"),
        ]
    }

    static func exif(thumbnail: Bool = false) throws -> TIFFFixture {
        var fields: [UInt16: TIFFFixture.Value] = [
            0x010E: .text(words), 0x010F: .text("Acme"), 0x0110: .text("One"), 0x0112: .short(6),
            0x4746: .short(4), 0x9C9B: .wide(words), 0x9C9E: .wide(words), 0xC4A5: .bytes(Array(place.utf8)),
            0x8769: .directory([
                0x829A: .rationals([(1, 250)]), 0x9003: .text("2024:05:01 12:34:56"),
                0x927C: .bytes(Array("Canon".utf8) + Array(place.utf8)),
                0x9286: .bytes(Array("ASCII\0\0\0".utf8) + Array(words.utf8)), 0x9402: .rationals([(9_876, 10)]),
                0xA434: .text("35mm"),
            ]),
            0x8825: .directory(gps),
        ]
        if thumbnail {
            // Page two of an EXIF block is its thumbnail; as one of its own pictures it is easier to write.
            fields[0x014A] = .directory([0x0103: .short(6), 0x8825: .directory(gps)])
        }
        return TIFFFixture(fields: fields)
    }

    static let packet = Annotated.packet(
        """
        \(Annotated.alternatives("dc:title", words))\(Annotated.bag("dc:subject", [words]))
        <xmp:Rating>4</xmp:Rating><xmp:CreatorTool>Tool</xmp:CreatorTool>
        <exif:GPSLatitude>46,31.41592N</exif:GPSLatitude><exif:GPSLongitude>7,14.14213E</exif:GPSLongitude>
        <exif:ExposureTime>1/250</exif:ExposureTime><photoshop:City>\(place)</photoshop:City>
        <other:Where xmlns:other="http://example.com/unknown/">
        <rdf:Seq><rdf:li>\(place)</rdf:li></rdf:Seq></other:Where>
        <mwg-rs:Regions rdf:parseType="Resource"><mwg-rs:RegionList><rdf:Bag>
        <rdf:li other:Spot="\(place)" xmlns:other="http://example.com/unknown/" mwg-rs:Name="\(words)"/>
        </rdf:Bag></mwg-rs:RegionList></mwg-rs:Regions><!-- \(place) -->
        """
    )

    static let iptc = Annotated.photoshop([
        (5, Array(words.utf8)), (25, Array(words.utf8)), (55, Array("20240501".utf8)), (90, Array(place.utf8)),
        (92, Array(place.utf8)), (101, Array(place.utf8)), (120, Array(words.utf8)), (118, Array(place.utf8)),
    ])

    static func segment(_ marker: UInt8, _ body: [UInt8]) -> [UInt8] {
        [0xFF, marker] + TIFFFixture.big(body.count + 2, 2) + body
    }

    /// A camera's file: metadata in each segment, a second picture and a movie behind the first, and a maker's trailer.
    static func jpeg() throws -> [UInt8] {
        let plain = try Annotated.jpeg(exif: exif(thumbnail: true), xmp: packet, iptc: iptc)
        let extended = Array("http://ns.adobe.com/xmp/extension/\0".utf8) + Array(place.utf8)
        let others =
            segment(0xE4, Array(place.utf8)) + segment(0xEB, Array("JP".utf8) + Array(place.utf8))
            + segment(0xE1, extended) + segment(0xFE, Array(place.utf8))
        let first = Array(plain.prefix(2)) + others + plain.dropFirst(2)
        let second = try Annotated.jpeg(exif: exif())
        return try first + second + Array("MotionPhoto_Data".utf8) + movie() + Array("SEFT\(place)".utf8)
    }

    static func movie() throws -> [UInt8] {
        var movie = MovieFixture(frames: Array(repeating: try quarters(), count: 3), width: 64, height: 32)
        movie.metadata = [
            ("com.apple.quicktime.location.ISO6709", iso6709), ("com.apple.quicktime.location.name", place),
            ("com.apple.quicktime.title", words), ("com.apple.quicktime.make", "Acme"),
            ("com.example.unknown", place),
        ]
        movie.boxes =
            box("XMP_", Array(packet.utf8))
            + box("\u{A9}xyz", TIFFFixture.big(iso6709.utf8.count, 2) + [0, 0] + Array(iso6709.utf8))
            + box("\u{A9}nam", Array(words.utf8)) + box("loci", loci) + box("GPMF", Array(place.utf8))
        return movie.bytes + box("uuid", xmpIdentifier + Array(packet.utf8)) + box("free", Array(place.utf8))
            + box("emsg", Array(place.utf8))
    }

    /// Version, language, name, role, longitude, latitude and altitude as 16.16, body and notes.
    private static let loci: [UInt8] =
        [0, 0, 0, 0, 0x15, 0xC7] + Array(place.utf8) + [0, 0, 0, 7, 0x40, 0, 0, 46, 0x80, 0, 0, 100, 0, 0, 0, 0]

    private static let xmpIdentifier: [UInt8] = [
        0xBE, 0x7A, 0xCF, 0xCB, 0x97, 0xA9, 0x42, 0xE8, 0x9C, 0x71, 0x99, 0x94, 0x91, 0xE3, 0xAF, 0xAC,
    ]

    static func box(_ type: String, _ body: [UInt8]) -> [UInt8] {
        TIFFFixture.big(body.count + 8, 4) + type.unicodeScalars.map { UInt8($0.value) } + body
    }

    static func png() throws -> [UInt8] {
        try Annotated.png([
            ("eXIf", exif().bytes), Annotated.pngXMP(packet), ("tEXt", Array("Title\0\(words)".utf8)),
            ("tEXt", Array("Software\0Tool".utf8)), ("tEXt", Array("Raw profile type exif\0\(place)".utf8)),
            ("zTXt", Array("Where\0\0\(place)".utf8)), ("caBX", Array(place.utf8)),
        ]) + Array(place.utf8)
    }

    static func gif() -> [UInt8] {
        let plain = Annotated.gif(packet)
        let comment: [UInt8] = [0x21, 0xFE, UInt8(place.utf8.count)] + Array(place.utf8) + [0]
        return Array(plain.prefix(19)) + comment + plain.dropFirst(19) + Array(place.utf8)
    }

    /// A TIFF file of one grey pixel.
    static func tiff() throws -> [UInt8] {
        var fixture = try exif()
        fixture.fields.merge(
            [
                0x0100: .short(1), 0x0101: .short(1), 0x0102: .short(8), 0x0103: .short(1), 0x0106: .short(1),
                0x0111: .short(8), 0x0115: .short(1), 0x0116: .short(1), 0x0117: .short(1),
                0x02BC: .byteValues(Array(packet.utf8)), 0x8649: .bytes(iptc),
                0x8482: .bytes(Array(place.utf8)), 0x87B1: .text(place),
            ]
        ) { $1 }
        return fixture.bytes
    }

    /// The items of a HEIC file, whose picture nobody decodes.
    static func heif() throws -> [UInt8] {
        let tiff = try exif().exifBlock
        let items: [(type: String, name: String, body: [UInt8])] = [
            ("hvc1", "", Array("PICTURE".utf8)), ("Exif", "", TIFFFixture.big(6, 4) + tiff),
            ("mime", "application/rdf+xml", Array(packet.utf8)), ("uri ", "", Array(place.utf8)),
        ]
        let entries = items.enumerated().flatMap { index, item in
            box(
                "infe",
                [2, 0, 0, 0] + TIFFFixture.big(index + 1, 2) + [0, 0] + Array(item.type.utf8) + [0]
                    + (item.name.isEmpty ? [] : Array(item.name.utf8) + [0])
            )
        }
        let list = box("iinf", [0, 0, 0, 0] + TIFFFixture.big(items.count, 2) + entries)
        let handler = box(
            "hdlr",
            [UInt8](repeating: 0, count: 8) + Array("pict".utf8) + [UInt8](repeating: 0, count: 13)
        )
        let properties = box("iprp", box("ipco", box("udes", [0, 0, 0, 0] + Array("en\0\(words)\0\0\0".utf8))))
        let fileType = box("ftyp", Array("heic".utf8) + [0, 0, 0, 0] + Array("mif1heic".utf8))
        func metadata(_ start: Int) -> [UInt8] {
            var place = start
            let locations = items.enumerated().flatMap { index, item in
                defer { place += item.body.count }
                return TIFFFixture.big(index + 1, 2) + [0, 0] + TIFFFixture.big(1, 2) + TIFFFixture.big(place, 4)
                    + TIFFFixture.big(item.body.count, 4)
            }
            let location = box("iloc", [0, 0, 0, 0, 0x44, 0] + TIFFFixture.big(items.count, 2) + locations)
            return box("meta", [0, 0, 0, 0] + handler + list + location + properties)
        }
        let start = fileType.count + metadata(0).count + 8
        return fileType + metadata(start) + box("mdat", items.flatMap(\.body))
    }

    /// All that can be decoded, by name.
    static func files() throws -> [(name: String, bytes: [UInt8])] {
        [
            ("camera.jpg", try jpeg()), ("movie.mov", try movie()), ("text.png", try png()), ("comment.gif", gif()),
            ("scan.tif", try tiff()),
        ]
    }
}

/// A file without some of its metadata, by a plan that went over the wire.
func stripped(_ bytes: [UInt8], _ removal: MetadataRemoval) throws -> [UInt8] {
    let open = try file(bytes)
    let plan = try RemovalPlan.make(for: MediaFile(descriptor: open.rawValue), removing: removal)
    let patches = try FilePatches.decoded(FilePatches.encoded(plan), size: Int64(bytes.count))
    var result = bytes
    for patch in patches {
        let place = Int(patch.offset)..<Int(patch.end)
        switch patch.change {
        case .bytes(let new): result.replaceSubrange(place, with: new)
        case .fill(let byte, _): result.replaceSubrange(place, with: repeatElement(byte, count: place.count))
        }
    }
    return withExtendedLifetime(open) { result }
}

extension [UInt8] {
    func contains(text: String) -> Bool {
        let wanted = Array(text.utf8)
        return indices.contains { self[$0] == wanted[0] && self[$0...].starts(with: wanted) }
    }
}
