import LibraryModel
import Testing

@testable import MediaWorker

/// What EXIF, maker notes and PNG's texts say beside dates and positions.
@Suite struct CameraFactsTests {
    @Test func `lens, exposure and Windows' texts are read from EXIF`() throws {
        var exif = TIFFFixture()
        exif.fields = [
            0x010E: .text("Zoë in Rome"), 0x010F: .text("Acme"), 0x0110: .text("One"), 0x4746: .short(3),
            0x9C9B: .wide("Goalie"), 0x9C9E: .wide("a;b"),
            0x8769: .directory([
                0x829A: .rationals([(1, 250)]), 0x829D: .rationals([(28, 10)]), 0x8827: .short(65_535),
                0x8832: .short(51_200), 0x9204: .rationals([(-1, 3)]), 0x9209: .short(25),
                0x920A: .rationals([(425, 100)]), 0xA405: .short(26), 0xA433: .text("Acme"), 0xA434: .text("50mm"),
            ]),
        ]
        let metadata = try metadata(of: Annotated.jpeg(exif: exif))
        #expect(metadata.annotations.title == "Goalie")
        #expect(metadata.annotations.caption == "Zoë in Rome")
        #expect(metadata.annotations.keywords == ["a", "b"])
        #expect(metadata.annotations.rating == 3)
        var settings = CaptureSettings()
        settings.lensMake = "Acme"
        settings.lensModel = "50mm"
        settings.exposureTime = 1.0 / 250
        settings.aperture = 2.8
        settings.focalLength = 4.25
        settings.focalLengthOn35mmFilm = 26
        settings.exposureBias = -1.0 / 3
        settings.flashFired = true
        settings.isoSpeed = 51_200
        #expect(metadata.settings == settings)
    }

    @Test(arguments: ["OLYMPUS DIGITAL CAMERA         ", "acme", "ONE", "   "])
    func `a camera's default description is not a caption`(description: String) throws {
        var exif = TIFFFixture()
        exif.fields = [0x010E: .text(description), 0x010F: .text("Acme"), 0x0110: .text("One")]
        #expect(try metadata(of: Annotated.jpeg(exif: exif)).annotations.caption == nil)
    }

    private func photo(make: String, note: [UInt8]) -> TIFFFixture {
        var exif = TIFFFixture()
        exif.fields = [
            0x010F: .text(make), 0x8769: .directory([0x9003: .text("2024:05:01 14:34:56"), 0x927C: .bytes(note)]),
        ]
        return exif
    }

    @Test(arguments: [(60, 1, 7_200), (120, 0, 7_200), (-210, 0, -12_600), (9_999, 0, nil)] as [(Int, UInt8, Int32?)])
    func `Nikon's time zone is read from its maker note`(minutes: Int, isSummer: UInt8, offset: Int32?) throws {
        var note = TIFFFixture()
        note.fields = [
            0x0024: .bytes(TIFFFixture.big(minutes, 2) + [isSummer, 0]),
            0x0084: .rationals([(28, 1), (300, 1), (35, 10), (56, 10)]),
        ]
        let bytes = Array("Nikon\0".utf8) + [2, 16, 0, 0] + note.bytes
        let metadata = try metadata(of: Annotated.jpeg(exif: photo(make: "NIKON CORPORATION", note: bytes)))
        #expect(metadata.captureDate?.utcOffset == offset)
        #expect(metadata.captureDate?.offsetSource == (offset == nil ? nil : .makerNote))
        #expect(metadata.settings.lensModel == "28-300mm f/3.5-5.6")
    }

    @Test func `any byte of a maker note may be wrong`() throws {
        var note = TIFFFixture()
        note.fields = [0x0024: .bytes([0, 60, 1, 0]), 0x0084: .rationals([(28, 1), (300, 1), (35, 10), (56, 10)])]
        let bytes = Array("Nikon\0".utf8) + [2, 16, 0, 0] + note.bytes
        var read = 0
        for index in bytes.indices {
            for value: UInt8 in [0, 0x7F, 0xFF] {
                var damaged = bytes
                damaged[index] = value
                let facts = ExifFacts(block: photo(make: "NIKON", note: damaged).exifBlock)
                read += facts.block.original?.utcOffset == 7_200 ? 1 : 0
            }
        }
        #expect(read > bytes.count)
    }

    @Test(arguments: [
        "Wed, 1 May 2024 14:34:56 +0200", "1 May 2024 14:34:56 +0200", "2024-05-01T14:34:56+02:00",
        "Wed, 01 May 2024 12:34:56 GMT",
    ])
    func `a PNG file's text says when it was made`(text: String) throws {
        let png = Annotated.png([("tEXt", Array("Creation Time\0\(text)".utf8)), ("tEXt", Array("Title\0Here".utf8))])
        let metadata = try metadata(of: png)
        #expect(metadata.captureDate?.instant == 1_714_566_896_000_000)
        #expect(metadata.captureDate?.source == .container)
        #expect(metadata.annotations.title == "Here")
    }

    @Test func `a PNG file's modification date is better than no date`() throws {
        let png = Annotated.png([("tIME", [0x07, 0xE8, 5, 1, 12, 34, 56])])
        let date = try #require(try metadata(of: png).captureDate)
        #expect((date.instant, date.offsetSource) == (1_714_566_896_000_000, .universal))
    }
}
