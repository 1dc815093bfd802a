import LibraryModel
import LibraryTestSupport
import Testing

@testable import MediaWorker

@Suite struct MovieTests {
    private func movie(_ change: (inout MovieFixture) -> Void = { _ in }) throws -> [UInt8] {
        let frame = try quarters(width: 64, height: 32)
        var fixture = MovieFixture(frames: Array(repeating: frame, count: 20), width: 64, height: 32)
        change(&fixture)
        return fixture.bytes
    }

    @Test func `size, duration and kind are read`() throws {
        let metadata = try metadata(of: movie())
        #expect(metadata.kind == .video)
        #expect(metadata.contentType == "video/quicktime")
        #expect((metadata.pixelWidth, metadata.pixelHeight) == (64, 32))
        #expect(abs(metadata.duration - 2) < 0.01)
        #expect(metadata.subtypes == [])
        #expect(metadata.captureDate == nil)
    }

    @Test func `the brand determines the type of a movie`() throws {
        #expect(try metadata(of: movie { $0.brand = "isom" }).contentType == "video/mp4")
    }

    /// a, b, c, d of the matrix; the orientation, and the corners of the poster clockwise from the top left.
    @Test(
        arguments: [
            ((1, 0, 0, 1), 1, "rgwb"), ((-1, 0, 0, 1), 2, "grbw"), ((-1, 0, 0, -1), 3, "wbrg"),
            ((1, 0, 0, -1), 4, "bwgr"),
            ((0, 1, 1, 0), 5, "rbwg"), ((0, 1, -1, 0), 6, "brgw"), ((0, -1, -1, 0), 7, "wgrb"),
            ((0, -1, 1, 0), 8, "gwbr"),
        ] as [((Int32, Int32, Int32, Int32), UInt8, String)]
    )
    func `a movie's matrix rotates its poster`(
        matrix: (Int32, Int32, Int32, Int32),
        orientation: UInt8,
        expected: String
    ) throws {
        let bytes = try movie { $0.matrix = matrix }
        let metadata = try metadata(of: bytes)
        #expect(metadata.orientation == orientation)
        #expect((metadata.pixelWidth, metadata.pixelHeight) == (orientation < 5 ? (64, 32) : (32, 64)))
        let poster = try pixels(of: bytes, fitting: PixelSize(width: 500, height: 500))
        #expect(poster.size == PixelSize(width: Int(metadata.pixelWidth), height: Int(metadata.pixelHeight)))
        #expect(corners(of: poster) == expected)
    }

    @Test func `a poster is scaled down to fit, also when it is rotated`() throws {
        let bytes = try movie { $0.matrix = (0, 1, -1, 0) }
        #expect(try pixels(of: bytes, fitting: PixelSize(width: 100, height: 32)).size == .init(width: 16, height: 32))
    }

    @Test(arguments: [(30, false), (100, false), (120, true), (240, true)] as [(UInt32, Bool)])
    func `a high frame rate is recognized`(rate: UInt32, isHigh: Bool) throws {
        let metadata = try metadata(of: movie { $0.framesPerSecond = rate })
        #expect(metadata.subtypes.contains(.videoHighFrameRate) == isHigh)
    }

    /// A key and its value, and what the movie is by it.
    @Test(
        arguments: [
            ("com.apple.photos.captureMode", "Time-lapse", .videoTimelapse),
            ("com.apple.photos.captureMode", "Photo", []),
            ("com.android.capture.fps", "240.000000", .videoHighFrameRate),
            ("com.android.capture.fps", "30.000000", []), ("com.android.capture.fps", "nan", []),
        ] as [(String, String, MediaSubtypes)]
    )
    func `time-lapse and slow motion are recognized by the file's metadata`(
        key: String,
        value: String,
        subtypes: MediaSubtypes
    ) throws {
        #expect(try metadata(of: movie { $0.metadata = [(key, value)] }).subtypes == subtypes)
    }

    @Test func `a cinematic movie is recognized by its metadata track`() throws {
        let key = "com.apple.quicktime.cinematic-video.cinematography"
        #expect(try metadata(of: movie { $0.timedMetadata = key }).subtypes == .videoCinematic)
        let other = "com.apple.quicktime.detected-face"
        #expect(try metadata(of: movie { $0.timedMetadata = other }).subtypes == [])
    }

    @Test func `Apple's metadata is read`() throws {
        let metadata = try metadata(
            of: movie {
                $0.metadata = [
                    ("com.apple.quicktime.creationdate", "2014-06-05T12:34:56+0200"),
                    ("com.apple.quicktime.location.ISO6709", "+37.3349-122.0090+013.000/"),
                    ("com.apple.quicktime.make", "Apple"), ("com.apple.quicktime.model", "iPhone 5s"),
                    ("com.apple.quicktime.content.identifier", "ABCD-1234"),
                ]
                // The header's own date is the lesser one.
                $0.creationTime = 3_486_816_000
            }
        )
        #expect(
            metadata.captureDate
                == CaptureDate(instant: 1_401_964_496_000_000, utcOffset: 7200, source: .container)
        )
        #expect(metadata.location == Coordinate(latitude: 37.3349, longitude: -122.009, altitude: 13))
        #expect(metadata.cameraMake == "Apple")
        #expect(metadata.cameraModel == "iPhone 5s")
        #expect(metadata.contentIdentifier == "ABCD-1234")
    }

    @Test func `the header's date is UTC`() throws {
        // 1904 is 2,082,844,800 seconds before 1970.
        let date = try metadata(of: movie { $0.creationTime = 2_082_844_800 + 1_401_971_696 }).captureDate
        #expect((date?.instant, date?.utcOffset) == (1_401_971_696_000_000, 0))
        #expect((date?.source, date?.offsetSource) == (.container, .universal))
    }

    @Test func `every prefix of a movie is read or refused`() throws {
        let whole = try movie()
        for length in stride(from: 0, to: whole.count, by: 61) {
            #expect(throws: LibraryError.self, "\(length) of \(whole.count) bytes") {
                // The header is last, so no beginning is a movie.
                _ = try pixels(of: Array(whole.prefix(length)), fitting: PixelSize(width: 10, height: 10))
            }
        }
    }
}

@Suite struct MediaFormatTests {
    static func contentType(of bytes: [UInt8]) throws -> String { try metadata(of: bytes).contentType }

    @Test func `a RAW photo is told apart from a TIFF picture, and developed`() throws {
        let dng = RawFixture.dng(orientation: 6)
        let metadata = try metadata(of: dng)
        #expect(metadata.contentType == "image/x-adobe-dng")
        #expect((metadata.pixelWidth, metadata.pixelHeight) == (48, 64))
        #expect(metadata.orientation == 6)
        #expect(metadata.cameraMake == "Acme")
        #expect(metadata.cameraModel == "Raw 1")
        #expect(metadata.captureDate == CaptureDate(instant: 1_714_566_896_000_000, utcOffset: nil, source: .exif))
        let image = try pixels(of: dng, fitting: PixelSize(width: 40, height: 40))
        #expect(image.size == PixelSize(width: 30, height: 40))
        // The sensor is bright on its left half, which is the upper one when it is turned clockwise.
        let (top, bottom) = (image.rgba[(4 * 30 + 15) * 4], image.rgba[(35 * 30 + 15) * 4])
        #expect(Int(top) > Int(bottom) + 50)
        #expect(throws: LibraryError.self) {
            _ = try pixels(of: Array(dng.prefix(300)), fitting: PixelSize(width: 40, height: 40))
        }
    }
}
