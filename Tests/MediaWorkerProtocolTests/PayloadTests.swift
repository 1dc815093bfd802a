import Foundation
import LibraryModel
import LibraryTestSupport
import Testing

@testable import MediaWorkerProtocol

@Suite struct PayloadTests {
    private static let size = PixelSize(width: 3, height: 2)

    private static let export = {
        var export = MovieExport(.fragments)
        export.transcodes = true
        export.box = size
        export.quality = 51
        export.isQuick = true
        export.keepsMetadata = false
        export.start = 1
        export.duration = 2
        export.maximumSize = 3
        return export
    }()

    private static let jobs: [MediaJob] = [
        .examine(thumbnail: nil, hasSideCar: true), .examine(thumbnail: size, hasSideCar: false), .thumbnail(size),
        .decode(size, onlyPictures: false), .decode(size, onlyPictures: true),
        .encodeJPEG(size, quality: 85), .makeJPEG(quality: 90), .copy(CopyLimits(size: 1 << 40, pictureSize: -1)),
        .describeMovie, .planRemoval(.location), .exportMovie(MovieExport(.quickTime)), .exportMovie(export),
    ]

    static let metadata = {
        var metadata = MediaMetadata(kind: .video, contentType: "video/mp4", pixelWidth: 1920, pixelHeight: 1080)
        metadata.captureDate = CaptureDate(instant: -5, utcOffset: -3600, source: .container)
        metadata.location = Coordinate(latitude: -1, longitude: 2, altitude: 3)
        metadata.orientation = 6
        metadata.isAnimated = true
        metadata.isDamaged = true
        metadata.duration = 1.5
        metadata.subtypes = [.videoHighFrameRate]
        metadata.cameraMake = "Märklin"
        metadata.contentIdentifier = "C"
        metadata.burst = Burst(identifier: "B", isPick: true)
        metadata.stillTime = 0.75
        metadata.embeddedMovieSize = 12
        metadata.isSideCarUnreadable = true
        metadata.settings.lensModel = "35mm"
        metadata.settings.exposureTime = 0.5
        metadata.settings.isoSpeed = 100
        metadata.settings.flashFired = false
        metadata.annotations.title = "T"
        metadata.annotations.caption = "a\nb"
        metadata.annotations.keywords = ["k", "l"]
        metadata.annotations.keywordPaths = ["k|l"]
        metadata.annotations.rating = 3
        metadata.annotations.regions = [
            ImageRegion(name: "N", kind: "Face", x: 0.5, y: 0.5, width: 0.25, height: 0.25)
        ]
        return metadata
    }()

    private static let results: [MediaResult] = [
        .failure(LibraryError(.invalidResource, "the file is damaged")),
        .failure(LibraryError(.internal, "no memory", isRetryable: true)), .metadata(metadata, picture: nil),
        .metadata(metadata, picture: size), .picture(size),
        .copy(.copied(digest: [UInt8](repeating: 7, count: 32), size: 9)), .copy(.tooLarge(size: 9)),
        .copy(.notStored(errorNumber: 28, call: "write")), .movie(.sample), .removalPlan, .exported(size: 1 << 33),
        .exported(size: nil),
    ]

    /// The bytes of all jobs and then all results, a line each. `RECORD_GOLDEN=1` writes them anew, and fails.
    @Test func `jobs and results have their bytes, both ways`() throws {
        let url = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Golden.txt")
        let lines = (PayloadTests.jobs.map(\.encoded) + PayloadTests.results.map(\.encoded)).map { bytes in
            bytes.map { String(format: "%02x", $0) }.joined()
        }
        if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] != nil {
            try lines.map { $0 + "\n" }.joined().write(to: url, atomically: true, encoding: .utf8)
            Issue.record("Golden.txt was written anew")
        }
        let golden = try String(contentsOf: url, encoding: .utf8).split(separator: "\n").map { String($0) }
        #expect(lines == golden)
        let payloads = golden.map { line in
            let digits = Array(line.utf8)
            return stride(from: 0, to: digits.count, by: 2).compactMap { start in
                UInt8(String(decoding: digits[start..<start + 2], as: UTF8.self), radix: 16)
            }
        }
        #expect(try payloads.prefix(PayloadTests.jobs.count).map { try MediaJob(decoding: $0) } == PayloadTests.jobs)
        #expect(
            try payloads.dropFirst(PayloadTests.jobs.count).map { try MediaResult(decoding: $0) }
                == PayloadTests.results
        )
    }

    @Test func `a payload that is cut off or has something behind it is refused`() {
        for job in PayloadTests.jobs.map(\.encoded) {
            for end in 0..<job.count {
                #expect(throws: WorkerChannelFailure.violation) { _ = try MediaJob(decoding: Array(job[..<end])) }
            }
            #expect(throws: WorkerChannelFailure.violation) { _ = try MediaJob(decoding: job + [0]) }
        }
        for result in PayloadTests.results.map(\.encoded) {
            for end in 0..<result.count {
                #expect(throws: WorkerChannelFailure.violation) { _ = try MediaResult(decoding: Array(result[..<end])) }
            }
            #expect(throws: WorkerChannelFailure.violation) { _ = try MediaResult(decoding: result + [0]) }
        }
    }

    @Test func `every byte may be any byte: what is read is in its range and is written as it came`() {
        for result in PayloadTests.results.map(\.encoded) {
            for position in result.indices {
                for byte in UInt8.min...UInt8.max {
                    var changed = result
                    changed[position] = byte
                    do throws(WorkerChannelFailure) {
                        let read = try MediaResult(decoding: changed)
                        // What is outside its range is left out when it is written.
                        #expect(read.encoded == changed)
                    } catch {
                        #expect(error == .violation)
                    }
                }
            }
        }
    }

    @Test func `a worker says of a file only what may be said of one`() throws {
        let lies: [(inout MediaMetadata) -> Void] = [
            { $0.kind = .unknown }, { $0.kind = .image }, { $0.contentType = "text/html" }, { $0.contentType = "" },
            { $0.subtypes = MediaSubtypes(rawValue: 1 << 31) }, { $0.pixelWidth = 0 }, { $0.pixelWidth = 65_501 },
            {
                $0.pixelWidth = 40_000
                $0.pixelHeight = 40_000
            },
        ]
        for lie in lies {
            var metadata = PayloadTests.metadata
            lie(&metadata)
            #expect(throws: WorkerChannelFailure.violation) {
                _ = try MediaResult(decoding: MediaResult.metadata(metadata, picture: nil).encoded)
            }
        }
    }

    @Test func `progress grows, and ends before the answer`() throws {
        let first = try JobProgress(decoding: [0, 1], after: nil)
        #expect(try JobProgress(decoding: [3, 231], after: first).thousandths == 999)
        for payload in [[0, 0], [0, 1], [3, 232], [255, 255], [0], [0, 2, 0]] as [[UInt8]] {
            #expect(throws: WorkerChannelFailure.violation) { _ = try JobProgress(decoding: payload, after: first) }
        }
    }

    @Test func `what a file says of its tracks beyond all bounds is left out`() throws {
        var movie = MovieDescription.sample
        movie.duration.timescale = 0
        movie.tracks[0].width = 70_000
        movie.tracks[0].transform.tx = .nan
        movie.tracks[0].frameRate = .infinity
        movie.tracks[0].dataRate = -1
        movie.tracks[0].start.value = -1
        movie.tracks[0].language = "\u{1B}é["
        movie.tracks += Array(repeating: movie.tracks[1], count: 100)
        guard case .movie(let read) = try MediaResult(decoding: MediaResult.movie(movie).encoded) else {
            Issue.record("another result")
            return
        }
        #expect(read.duration == .zero)
        #expect(read.tracks.count == MovieDescription.maximumTracks)
        let track = try #require(read.tracks.first)
        #expect((track.width, track.height) == (0, 1080))
        #expect(track.transform == .identity)
        #expect((track.frameRate, track.dataRate) == (0, 0))
        #expect(track.start == .zero)
        #expect(track.language == "[")
    }

    @Test func `what a file says of itself beyond all bounds is left out`() throws {
        var metadata = PayloadTests.metadata
        metadata.orientation = 9
        metadata.duration = .infinity
        metadata.captureDate?.instant = .max
        metadata.location = Coordinate(latitude: .nan, longitude: 0)
        metadata.cameraMake = "A\u{1B}[31m\u{9B}\u{7F}\n" + String(repeating: "é", count: 1_000)
        guard
            case .metadata(let read, nil) = try MediaResult(
                decoding: MediaResult.metadata(metadata, picture: nil).encoded
            )
        else {
            Issue.record("another result")
            return
        }
        #expect(read.orientation == 1)
        #expect(read.duration == 0)
        #expect(read.captureDate == nil)
        #expect(read.location == nil)
        // 256 bytes: two of them to each é.
        #expect(read.cameraMake == "A[31m" + String(repeating: "é", count: 125))
    }

    @Test func `a text that is too long, has control characters or is no UTF-8 is refused`() {
        let start = Array(MediaResult.failure(LibraryError(.internal, "")).encoded.prefix(2))
        for text in [Array("a\u{1B}[0m".utf8), Array("é".utf8), [0xFF], [UInt8](repeating: 0x41, count: 201)] {
            let payload: [UInt8] = start + [UInt8(text.count >> 8), UInt8(text.count & 0xFF)] + text + [0]
            #expect(throws: WorkerChannelFailure.violation) { _ = try MediaResult(decoding: payload) }
        }
    }

    @Test func `a failure has one of the codes that a worker can find`() {
        for code in [LibraryError.Code.notEnoughSpace, .accessDenied, .confirmationRequired] {
            #expect(throws: WorkerChannelFailure.violation) {
                _ = try MediaResult(decoding: MediaResult.failure(LibraryError(code, "no")).encoded)
            }
        }
    }
}
