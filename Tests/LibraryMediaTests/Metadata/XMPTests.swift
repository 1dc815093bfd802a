import LibraryModel
import Testing

@testable import MediaWorker

@Suite struct XMPTests {
    @Test func `what people write is read from XMP`() throws {
        let packet = Annotated.packet(
            Annotated.alternatives("dc:title", "Der Goalie &amp; ich")
                + "<dc:description><rdf:Alt><rdf:li xml:lang=\"de\">Zwei</rdf:li>"
                + "<rdf:li xml:lang=\"x-default\">One\nand two</rdf:li></rdf:Alt></dc:description>"
                + Annotated.bag("dc:subject", ["Rome", "Zoë", "Rome"]) + "<xmp:Rating>4</xmp:Rating>"
        )
        let annotations = try metadata(of: Annotated.jpeg(xmp: packet)).annotations
        #expect(annotations.title == "Der Goalie & ich")
        #expect(annotations.caption == "One\nand two")
        #expect(annotations.keywords == ["Rome", "Zoë"])
        #expect(annotations.rating == 4)
    }

    @Test(arguments: [
        Annotated.bag("lightroom:hierarchicalSubject", ["Places|Europe|Rome", "Zoë"]),
        Annotated.bag("digiKam:TagsList", ["Places/Europe/Rome", "Zoë"], kind: "Seq"),
        Annotated.bag("MicrosoftPhoto:LastKeywordXMP", ["Places/Europe/Rome", "Zoë"]),
    ])
    func `keyword hierarchies of all programs are read, and their leaves are keywords`(tree: String) throws {
        let packet = Annotated.packet(Annotated.bag("dc:subject", ["Zoë", "holiday"]) + tree)
        let annotations = try metadata(of: Annotated.jpeg(xmp: packet)).annotations
        #expect(annotations.keywordPaths == ["Places|Europe|Rome", "Zoë"])
        #expect(annotations.keywords == ["Zoë", "holiday", "Rome"])
    }

    @Test(
        arguments: [("-1", 0), ("0", 0), ("3.0", 3), ("5", 5), ("99", 5), ("nan", nil), ("", nil)]
            as [(String, UInt32?)]
    )
    func `a rating is 0 to 5`(text: String, rating: UInt32?) throws {
        let packet = Annotated.packet("<xmp:Rating>\(text)</xmp:Rating>")
        #expect(try metadata(of: Annotated.jpeg(xmp: packet)).annotations.rating == rating)
    }

    @Test(arguments: zip([1, 25, 50, 75, 99], 1...5))
    func `Windows' ratings are per cent`(percent: Int, stars: UInt32) throws {
        let packet = Annotated.packet("<MicrosoftPhoto:Rating>\(percent)</MicrosoftPhoto:Rating>")
        #expect(try metadata(of: Annotated.jpeg(xmp: packet)).annotations.rating == stars)
    }

    @Test func `faces are read with their places`() throws {
        let region = """
            <mwg-rs:Regions rdf:parseType="Resource"><mwg-rs:RegionList><rdf:Bag>
            <rdf:li><rdf:Description mwg-rs:Name="Zoë" mwg-rs:Type="Face">
            <mwg-rs:Area stArea:x="0.5" stArea:y="0.25" stArea:w="0.125" stArea:h="0.5" stArea:unit="normalized"/>
            </rdf:Description></rdf:li>
            <rdf:li rdf:parseType="Resource"><mwg-rs:Type>Pet</mwg-rs:Type>
            <mwg-rs:Area stArea:x="2" stArea:y="0.25" stArea:w="0.125" stArea:h="0.5"/></rdf:li>
            </rdf:Bag></mwg-rs:RegionList></mwg-rs:Regions>
            """
        // The other lies outside of the picture.
        #expect(
            try metadata(of: Annotated.jpeg(xmp: Annotated.packet(region))).annotations.regions
                == [ImageRegion(name: "Zoë", kind: "Face", x: 0.5, y: 0.25, width: 0.125, height: 0.5)]
        )
    }

    @Test func `Microsoft's faces are read with their places`() throws {
        let region = """
            <MP:RegionInfo rdf:parseType="Resource"><MPRI:Regions><rdf:Bag>
            <rdf:li MPReg:Rectangle="0.25, 0.5, 0.5, 0.25" MPReg:PersonDisplayName="Zoë"/>
            </rdf:Bag></MPRI:Regions></MP:RegionInfo>
            """
        #expect(
            try metadata(of: Annotated.jpeg(xmp: Annotated.packet(region))).annotations.regions
                == [ImageRegion(name: "Zoë", kind: "Face", x: 0.5, y: 0.625, width: 0.5, height: 0.25)]
        )
    }

    @Test func `camera metadata that only XMP has is read from it`() throws {
        let packet = Annotated.packet(
            """
            <exif:DateTimeOriginal>2024-05-01T14:34:56.25+02:00</exif:DateTimeOriginal>
            <exif:GPSLatitude>33,30.0S</exif:GPSLatitude><exif:GPSLongitude>151,15,0E</exif:GPSLongitude>
            <exif:GPSAltitude>25/2</exif:GPSAltitude><exif:GPSAltitudeRef>1</exif:GPSAltitudeRef>
            <tiff:Make>Acme</tiff:Make><tiff:Model>One</tiff:Model><aux:Lens>50mm</aux:Lens>
            <exif:ExposureTime>1/250</exif:ExposureTime><exif:FNumber>28/10</exif:FNumber>
            <exif:ISOSpeedRatings><rdf:Seq><rdf:li>200</rdf:li></rdf:Seq></exif:ISOSpeedRatings>
            <exif:FocalLength>50/1</exif:FocalLength><exif:ExposureBiasValue>-1/3</exif:ExposureBiasValue>
            <exif:Flash rdf:parseType="Resource"><exif:Fired>True</exif:Fired></exif:Flash>
            """
        )
        let metadata = try metadata(of: Annotated.jpeg(xmp: packet))
        #expect(
            metadata.captureDate == CaptureDate(instant: 1_714_566_896_250_000, utcOffset: 7_200, source: .xmp)
        )
        #expect(metadata.location == Coordinate(latitude: -33.5, longitude: 151.25, altitude: -12.5))
        #expect((metadata.cameraMake, metadata.cameraModel) == ("Acme", "One"))
        #expect(metadata.settings.lensModel == "50mm")
        #expect(metadata.settings.exposureTime == 1.0 / 250)
        #expect(metadata.settings.aperture == 2.8)
        #expect(metadata.settings.isoSpeed == 200)
        #expect(metadata.settings.focalLength == 50)
        #expect(metadata.settings.exposureBias == -1.0 / 3)
        #expect(metadata.settings.flashFired == true)
    }

    @Test(
        arguments: [
            ("2024-05-01", 1_714_521_600, nil), ("2024-05-01T12:34", 1_714_566_840, nil),
            ("2024-05-01T12:34Z", 1_714_566_840, 0), ("2024-05-01T12:34+02:00", 1_714_559_640, 7_200),
            ("2024:05:01 12:34:56", 1_714_566_896, nil),
        ] as [(String, Int64, Int32?)]
    )
    func `a date may lack its time, its seconds and its offset`(text: String, seconds: Int64, offset: Int32?) {
        #expect(
            XMPDate.captureDate(text, .xmp)
                == CaptureDate(instant: seconds * 1_000_000, utcOffset: offset, source: .xmp)
        )
    }

    @Test(arguments: ["", "2024", "2024-05", "yesterday", "T12:34", "2024-13-01", "2024-05-01T99:00"])
    func `an invalid date is ignored`(text: String) {
        #expect(XMPDate.captureDate(text, .xmp) == nil)
    }

    @Test func `every format's packet is found`() throws {
        let packet = Annotated.packet(Annotated.alternatives("dc:title", "here"))
        #expect(try metadata(of: Annotated.png([Annotated.pngXMP(packet)])).annotations.title == "here")
        #expect(try metadata(of: Annotated.gif(packet)).annotations.title == "here")
        var tiff = TIFFFixture()
        tiff.fields = [
            0x100: .short(1), 0x101: .short(1), 0x102: .short(8), 0x103: .short(1), 0x106: .short(1),
            0x111: .longs([8]), 0x115: .short(1), 0x116: .short(1), 0x117: .longs([1]),
            0x2BC: .byteValues(Array(packet.utf8)),
        ]
        #expect(try metadata(of: tiff.bytes).annotations.title == "here")
    }
}

@Suite struct HostileXMPTests {
    private func title(_ packet: String) throws -> String? {
        try metadata(of: Annotated.png([Annotated.pngXMP(packet)])).annotations.title
    }

    @Test func `a packet with entities, too much depth or too many elements is ignored`() throws {
        let title = Annotated.alternatives("dc:title", "here")
        #expect(try self.title(Annotated.packet(title)) == "here")
        let plain = Annotated.packet(title)
        let entities = "<!DOCTYPE x [<!ENTITY a \"aaaaaaaaaa\">]>" + plain
        #expect(try self.title(entities) == nil)
        let deep = String(repeating: "<xmp:a>", count: 100) + String(repeating: "</xmp:a>", count: 100)
        #expect(try self.title(Annotated.packet(deep + title)) == nil)
        let many = String(repeating: "<xmp:a/>", count: 30_000)
        #expect(XMPPacket(Array(Annotated.packet(many + title).utf8)) == nil)
        let hidden = "<!-- </xmp:a> -->" + deep
        #expect(try self.title(Annotated.packet(hidden + title)) == nil)
        let long = String(repeating: " ", count: XMPPacket.maximumSize)
        #expect(XMPPacket(Array(Annotated.packet(long + title).utf8)) == nil)
    }

    @Test func `tags in comments and quotes do not count`() throws {
        let title = Annotated.alternatives("dc:title", "here")
        let comment = "<!-- " + String(repeating: "<a>", count: 100) + " -->"
        #expect(try self.title(Annotated.packet(comment + "<xmp:a xmp:b=\"/>\"/>" + title)) == "here")
    }

    @Test func `long texts are cut, and numbers out of range are dropped`() throws {
        let packet = Annotated.packet(
            Annotated.alternatives("dc:title", String(repeating: "é", count: 5_000))
                + Annotated.alternatives("dc:description", String(repeating: "x", count: 40_000))
                + Annotated.bag("dc:subject", (0..<3_000).map { "keyword \($0)" })
                + "<exif:ExposureTime>-1</exif:ExposureTime><exif:FNumber>1/0</exif:FNumber>"
                + "<exif:GPSLatitude>99,0N</exif:GPSLatitude><exif:GPSLongitude>1,0E</exif:GPSLongitude>"
        )
        let metadata = try metadata(of: Annotated.png([Annotated.pngXMP(packet)]))
        let annotations = metadata.annotations
        #expect(annotations.title?.utf8.count == 1_024)
        #expect(annotations.caption?.utf8.count == 16_384)
        #expect(annotations.keywords.count == 512)
        #expect(annotations == annotations.bounded)
        #expect(metadata.settings == CaptureSettings())
        #expect(metadata.location == nil)
    }

    @Test func `any byte of a packet may be wrong`() throws {
        let packet = Array(
            Annotated.packet(
                Annotated.alternatives("dc:title", "here") + Annotated.bag("dc:subject", ["a", "b"])
                    + "<xmp:Rating>3</xmp:Rating>"
            ).utf8
        )
        var read = 0
        for index in packet.indices {
            for value: UInt8 in [0, 0x3C, 0x22, 0xFF] {
                var damaged = packet
                damaged[index] = value
                if let packet = XMPPacket(damaged), Annotations(packet).rating == 3 { read += 1 }
            }
        }
        #expect(read > packet.count / 2)
        for length in packet.indices { _ = XMPPacket(Array(packet.prefix(length))) }
    }
}
