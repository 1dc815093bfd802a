import LibraryModel
import LinuxSystem
import Testing

@testable import MediaWorker

/// Which of several blocks counts.
@Suite struct MetadataSourcesTests {
    private static func block(_ name: String, date: CaptureDate? = nil) -> MetadataBlock {
        var block = MetadataBlock()
        block.annotations.title = name
        block.annotations.keywords = [name]
        block.cameraModel = name
        block.original = date
        return block
    }

    @Test
    func `people's metadata comes from the sidecar, XMP, IPTC, EXIF in this order; the camera's from EXIF before XMP`()
    {
        var sources = MetadataSources()
        var titles: [String?] = []
        var models: [String?] = []
        let steps: [(WritableKeyPath<MetadataSources, MetadataBlock?>, String)] = [
            (\.container, "container"), (\.iptc, "iptc"), (\.xmp, "xmp"), (\.exif, "exif"), (\.sideCar, "side-car"),
        ]
        for (block, name) in steps {
            sources[keyPath: block] = MetadataSourcesTests.block(name)
            titles.append(sources.annotations.title)
            models.append(sources.cameraModel)
        }
        #expect(titles == ["container", "iptc", "xmp", "xmp", "side-car"])
        #expect(models == ["container", "container", "container", "exif", "side-car"])
        #expect(sources.annotations.keywords == ["side-car"])
    }

    @Test func `a value that a block lacks comes from the next one`() {
        var sources = MetadataSources()
        sources.sideCar = MetadataBlock()
        sources.sideCar?.annotations.rating = 5
        sources.xmp = MetadataSourcesTests.block("xmp")
        sources.xmp?.annotations.rating = 2
        #expect(sources.annotations.rating == 5)
        #expect(sources.annotations.title == "xmp")
    }

    @Test func `the winning date gets offset and fraction from another one with the same local time`() {
        var sources = MetadataSources()
        sources.exif = MetadataBlock()
        sources.exif?.original = CaptureDate(instant: 1_000_000_000_000, utcOffset: nil, source: .exifOriginal)
        sources.xmp = MetadataBlock()
        sources.xmp?.original = CaptureDate(
            instant: 1_000_000_000_000 + 250_000 - 7_200_000_000,
            utcOffset: 7_200,
            source: .xmp
        )
        #expect(
            sources.captureDate
                == CaptureDate(
                    instant: 1_000_000_250_000 - 7_200_000_000,
                    utcOffset: 7_200,
                    source: .exifOriginal,
                    offsetSource: .otherDate
                )
        )
        // Another local time says nothing of this one.
        sources.xmp?.original?.instant += 60_000_000
        #expect(sources.captureDate == sources.exif?.original)
    }

    @Test func `a capture date wins over other dates, in whatever block`() {
        var sources = MetadataSources()
        sources.exif = MetadataBlock()
        sources.exif?.changed = CaptureDate(instant: 3_000_000, utcOffset: nil, source: .exif)
        #expect(sources.captureDate?.source == .exif)
        sources.iptc = MetadataBlock()
        sources.iptc?.created = CaptureDate(instant: 2_000_000, utcOffset: nil, source: .iptc)
        #expect(sources.captureDate?.source == .iptc)
        sources.xmp = MetadataBlock()
        sources.xmp?.original = CaptureDate(instant: 1_000_000, utcOffset: nil, source: .xmp)
        #expect(sources.captureDate?.source == .xmp)
    }

    @Test func `a side-car is read with the photo it lies beside`() throws {
        let open = try file(Annotated.jpeg(xmp: Annotated.packet(Annotated.alternatives("dc:title", "inside"))))
        let sideCar = Annotated.packet(
            "<xmp:Rating>2</xmp:Rating><exif:DateTimeOriginal>2024-05-01T12:34:56</exif:DateTimeOriginal>"
        )
        let media = try MediaFile(descriptor: open.rawValue)
        let metadata = try media.readMetadata(sideCar: Array(sideCar.utf8))
        #expect(withExtendedLifetime(open) { metadata.annotations.title } == "inside")
        #expect(metadata.annotations.rating == 2)
        #expect(
            metadata.captureDate == CaptureDate(instant: 1_714_566_896_000_000, utcOffset: nil, source: .sideCar)
        )
        #expect(try media.readMetadata(sideCar: Array("<html>".utf8)).annotations.title == "inside")
    }

    @Test func `a side-car that is cut off anywhere is reported as unreadable`() throws {
        let photo = try file(quarters())
        let media = try MediaFile(descriptor: photo.rawValue)
        let packet = Annotated.packet(Annotated.alternatives("dc:title", "Zoë") + "<xmp:Rating>4</xmp:Rating>")
        #expect(try !media.readMetadata(sideCar: Array(packet.utf8)).isSideCarUnreadable)
        // Nothing but a processing instruction follows the outermost element.
        let end = try #require(packet.firstRange(of: "</x:xmpmeta>"))
        let needed = Array(packet[..<end.upperBound].utf8).dropLast()
        for length in stride(from: 0, through: needed.count, by: 61) {
            let metadata = try media.readMetadata(sideCar: Array(needed.prefix(length)))
            #expect(metadata.isSideCarUnreadable, "\(length)")
            #expect(metadata.annotations == Annotations(), "\(length)")
        }
        withExtendedLifetime(photo) {}
    }
}
