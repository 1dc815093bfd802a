import CivilDates
import LibraryModel
import LibraryTestSupport
import SamplePhotos
import Testing

@testable import MediaWorker

@Suite struct ExifTests {
    /// 2024-05-01 12:34:56 UTC.
    private static let instant: Int64 = 1_714_566_896_000_000

    @Test(arguments: [nil, 0, 7200, -12_600, 50_400] as [Int32?])
    func `EXIF that was written is read back`(utcOffset: Int32?) throws {
        var exif = ExifBlock()
        exif.setCaptureDate(ExifTests.instant + 250_000, utcOffset: utcOffset)
        exif.make = " Acme  "
        exif.model = "Model 1"
        exif.location = Coordinate(latitude: -33.5, longitude: 151.25, altitude: -12.5)
        let metadata = try metadata(of: quarters(exif: exif))
        #expect(
            metadata.captureDate
                == CaptureDate(instant: ExifTests.instant + 250_000, utcOffset: utcOffset, source: .exifOriginal)
        )
        #expect(metadata.cameraMake == "Acme")
        #expect(metadata.cameraModel == "Model 1")
        #expect(metadata.location == Coordinate(latitude: -33.5, longitude: 151.25, altitude: -12.5))
        #expect(metadata.kind == .image)
        #expect(metadata.contentType == "image/jpeg")
    }

    @Test func `a missing offset is the difference between the camera's clock and GPS time`() throws {
        var exif = ExifBlock()
        exif.dateTimeOriginal = "2024:05:01 14:34:56"
        exif.gpsDate = "2024:05:01"
        exif.gpsTime = (12, 34, 40)
        let date = try #require(try metadata(of: quarters(exif: exif)).captureDate)
        #expect((date.instant, date.utcOffset) == (ExifTests.instant, 7200))
        #expect((date.source, date.offsetSource) == (.exifOriginal, .gps))
    }

    @Test(arguments: [(11, 34), (12, 41), (14, 20)] as [(UInt32, UInt32)])
    func `GPS time that differs by no time zone's offset yields no offset`(hour: UInt32, minute: UInt32) throws {
        var exif = ExifBlock()
        // 12:34 less 11:34 is an hour, which is one; the others are not.
        exif.dateTimeOriginal = "2024:05:01 12:34:56"
        exif.gpsDate = "2024:05:01"
        exif.gpsTime = (hour, minute, 50)
        let date = try #require(try metadata(of: quarters(exif: exif)).captureDate)
        #expect(date.utcOffset == (hour == 11 ? 3600 : nil))
    }

    @Test func `without a camera's date the GPS date is used`() throws {
        var exif = ExifBlock()
        exif.gpsDate = "2024:05:01"
        exif.gpsTime = (12, 34, 56)
        let date = try #require(try metadata(of: quarters(exif: exif)).captureDate)
        #expect((date.instant, date.utcOffset) == (ExifTests.instant, 0))
        #expect((date.source, date.offsetSource) == (.gps, .universal))
    }

    @Test func `the file's modification date is the last resort`() throws {
        var exif = ExifBlock()
        exif.dateTime = "2024:05:01 12:34:56"
        #expect(
            try metadata(of: quarters(exif: exif)).captureDate
                == CaptureDate(instant: ExifTests.instant, utcOffset: nil, source: .exif)
        )
        exif.dateTimeOriginal = "2023:05:01 12:34:56"
        #expect(try metadata(of: quarters(exif: exif)).captureDate?.source == .exifOriginal)
    }

    @Test(arguments: [
        "0000:00:00 00:00:00", "    :  :     :  :  ", "2024:13:01 12:00:00", "2023:02:29 12:00:00",
        "2024:05:01 24:00:00",
        "2024:05:01", "garbage", "1700:01:01 00:00:00", "",
    ])
    func `an invalid date is ignored`(text: String) throws {
        var exif = ExifBlock()
        exif.dateTimeOriginal = text
        #expect(try metadata(of: quarters(exif: exif)).captureDate == nil)
    }

    @Test func `a screenshot is recognized`() throws {
        var exif = ExifBlock()
        exif.userComment = "Screenshot"
        #expect(try metadata(of: quarters(exif: exif)).subtypes == .photoScreenshot)
        exif.userComment = "Screenshots are nice"
        #expect(try metadata(of: quarters(exif: exif)).subtypes == [])
    }

    @Test(arguments: [
        ([(0, 0), (0, 1), (0, 1)], "N"), ([(91, 1), (0, 1), (0, 1)], "N"), ([(10, 1), (60, 0), (0, 1)], "N"),
        ([(10, 1), (61, 1), (0, 1)], "N"), ([(10, 1), (20, 1), (30, 1)], "X"), ([(10, 1), (20, 1)], "N"),
    ])
    func `an invalid position is ignored`(latitude: [(UInt32, UInt32)], reference: String) throws {
        #expect(location(latitude: latitude, reference) == nil)
        #expect(location(latitude: [(10, 1), (30, 1), (0, 1)], "S")?.latitude == -10.5)
    }

    @Test func `a GPS receiver without a fix yields no position`() {
        let zeros: [(UInt32, UInt32)] = [(0, 1), (0, 1), (0, 1)]
        #expect(location(latitude: zeros, "N", longitude: zeros) == nil)
    }

    @Test func `any byte of a block may be wrong`() throws {
        var exif = ExifBlock()
        exif.setCaptureDate(ExifTests.instant, utcOffset: 3600)
        exif.location = Coordinate(latitude: 1, longitude: 2, altitude: 3)
        exif.make = "Apple"
        let block = exif.bytes
        var read = 0
        for index in block.indices {
            for value: UInt8 in [0, 0x7F, 0xFF] {
                var damaged = block
                damaged[index] = value
                let facts = ExifFacts(block: damaged)
                if let location = facts.block.location { #expect(location.isValid) }
                read += facts.block.original == nil ? 0 : 1
            }
        }
        #expect(read > block.count)
        for length in block.indices { _ = ExifFacts(block: Array(block.prefix(length))) }
    }

    @Test(
        arguments: [
            ("2014-06-05T12:34:56+0200", 1_401_964_496, 7200), ("2014-06-05T12:34:56.000000Z", 1_401_971_696, 0),
            ("2014-06-05T12:34:56-07:30", 1_401_998_696, -27_000),
        ] as [(String, Int64, Int32)]
    )
    func `a movie's date has its offset`(text: String, seconds: Int64, offset: Int32) {
        #expect(
            MovieDates(local: [nil, text], universal: nil).captureDate
                == CaptureDate(instant: seconds * 1_000_000, utcOffset: offset, source: .container)
        )
    }

    @Test func `a movie's header date is UTC, and ignored when the clock was never set`() {
        #expect(
            MovieDates(local: ["2014"], universal: "2014-06-05T12:34:56.000000Z").captureDate
                == CaptureDate(
                    instant: 1_401_971_696_000_000,
                    utcOffset: 0,
                    source: .container,
                    offsetSource: .universal
                )
        )
        #expect(MovieDates(local: [], universal: "1904-01-01T00:00:00.000000Z").captureDate == nil)
        #expect(MovieDates(local: [], universal: "1970-01-01T00:00:00.000000Z").captureDate == nil)
    }

    @Test(
        arguments: [
            ("+37.3349-122.0090+013.000/", 37.3349, -122.009, 13), ("-27.5916+153.2640/", -27.5916, 153.264, nil),
            ("+5124.5-00005.0/", 51.408_333, -0.083_333, nil), ("+401213.2-0750015.1/", 40.203_667, -75.004_194, nil),
        ] as [(String, Double, Double, Double?)]
    )
    func `a movie's position is read`(text: String, latitude: Double, longitude: Double, altitude: Double?) throws {
        let location = try #require(Coordinate(iso6709: text))
        #expect(abs(location.latitude - latitude) < 0.000_001)
        #expect(abs(location.longitude - longitude) < 0.000_001)
        #expect(location.altitude == altitude)
    }

    @Test(arguments: ["", "+91.0+000.0/", "+37.3", "37.3-122.0", "+a-b/", "+nan+inf/", "+00.0000+000.0000/", "++1+2"])
    func `a movie's invalid position is ignored`(text: String) {
        #expect(Coordinate(iso6709: text) == nil)
    }

    @Test func `days are counted as the calendar does`() throws {
        for microseconds in stride(from: -2_000_000_000_000_000, to: 4_000_000_000_000_000, by: 37_123_456_789_012) {
            let time = CivilTime(instant: Int64(microseconds))
            #expect(time.microsecondsAsUTC == Int64(microseconds))
        }
        let leap = try #require(CivilTime(recorded: 2000, 2, 29, 0, 0, 0))
        #expect(leap.microsecondsAsUTC == 951_782_400_000_000)
    }

    private func location(
        latitude: [(UInt32, UInt32)],
        _ reference: String,
        longitude: [(UInt32, UInt32)] = [(20, 1), (0, 1), (0, 1)]
    ) -> Coordinate? {
        // A GPS directory by hand, at offset 8 of a big-endian structure: two texts inline, two lists behind it.
        func big(_ number: Int, _ count: Int) -> [UInt8] {
            (0..<count).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
        }
        func rationals(_ values: [(UInt32, UInt32)]) -> [UInt8] {
            values.flatMap { big(Int($0.0), 4) + big(Int($0.1), 4) }
        }
        let start = 8 + 2 + 4 * 12 + 4
        let bytes: [UInt8] =
            Array("MM".utf8) + big(42, 2) + big(8, 4) + big(4, 2)
            + big(1, 2) + big(2, 2) + big(2, 4) + Array(reference.utf8) + [0, 0, 0]
            + big(2, 2) + big(5, 2) + big(latitude.count, 4) + big(start, 4)
            + big(3, 2) + big(2, 2) + big(2, 4) + Array("E".utf8) + [0, 0, 0]
            + big(4, 2) + big(5, 2) + big(longitude.count, 4) + big(start + latitude.count * 8, 4)
            + big(0, 4) + rationals(latitude) + rationals(longitude)
        let tiff = TIFFStructure(ByteSource(bytes))
        return tiff.flatMap { $0.directory(at: $0.firstDirectory) }.flatMap { Coordinate(gps: $0) }
    }
}
