import LibraryModel
import LibraryTestSupport
import Testing

@testable import MediaWorker

/// What files say of the asset that they are a part of: of Live Photos, motion photos and bursts.
@Suite struct PairedFilesTests {
    private func movie(_ stillTime: MovieFixture.StillTime?, frames: Int = 30) throws -> [UInt8] {
        let frame = try quarters(width: 16, height: 16)
        var fixture = MovieFixture(frames: Array(repeating: frame, count: frames), width: 16, height: 16)
        fixture.stillTime = stillTime
        fixture.metadata = [("com.apple.quicktime.content.identifier", "PAIR")]
        return fixture.bytes
    }

    @Test func `an iPhone's photo says which Live Photo and which burst it is of`() throws {
        let exif = AppleExif(contentIdentifier: "PAIR", burstIdentifier: "BURST")
        let metadata = try metadata(of: exif.inserted(intoJPEG: quarters()))
        #expect(metadata.contentIdentifier == "PAIR")
        #expect(metadata.burst == Burst(identifier: "BURST"))
        #expect(metadata.captureDate?.instant == 1_714_566_896_000_000)
    }

    @Test func `only Apple's maker note is read as such`() throws {
        var bytes = try AppleExif(contentIdentifier: "PAIR", burstIdentifier: "B").inserted(intoJPEG: quarters())
        let make = try #require(bytes.indices.first { bytes.starts(with: Array("Apple\0".utf8), at: $0) })
        bytes[make] = UInt8(ascii: "X")
        let metadata = try metadata(of: bytes)
        #expect((metadata.contentIdentifier, metadata.burst) == (nil, nil))
    }

    @Test func `Google's XMP says which burst a photo is of, and which one was chosen`() throws {
        func burst(_ primary: String) throws -> Burst? {
            let packet = Annotated.packet(
                """
                <GCamera:BurstID xmlns:GCamera="http://ns.google.com/photos/1.0/camera/">B-1</GCamera:BurstID>
                <GCamera:BurstPrimary xmlns:GCamera="http://ns.google.com/photos/1.0/camera/">\(primary)\
                </GCamera:BurstPrimary>
                """
            )
            return try metadata(of: Annotated.jpeg(xmp: packet)).burst
        }
        #expect(try burst("1") == Burst(identifier: "B-1", isPick: true))
        #expect(try burst("0") == Burst(identifier: "B-1"))
    }

    @Test func `a movie says where in it the still is, by empty time or by samples before`() throws {
        // Ten frames a second.
        #expect(try metadata(of: movie(.behindNothing(frames: 15))).stillTime == 1.5)
        #expect(try metadata(of: movie(.behindNothing(frames: 0))).stillTime == 0)
        #expect(try metadata(of: movie(.behindSamples(frames: 7))).stillTime == 0.7)
        #expect(try metadata(of: movie(nil)).stillTime == nil)
        #expect(try metadata(of: movie(.behindNothing(frames: 15))).contentIdentifier == "PAIR")
    }

    @Test func `any byte of a track of timed metadata may be wrong`() throws {
        let whole = try movie(.behindSamples(frames: 3), frames: 2)
        let start = try #require(whole.indices.last { whole.starts(with: Array("trak".utf8), at: $0) })
        var different = 0
        for index in start..<whole.count {
            for value: UInt8 in [0, 0x7F, 0xFF] {
                var damaged = whole
                damaged[index] = value
                let time = ISOBoxes(ByteSource(damaged)).stillImageTime
                #expect(time.map { $0.isFinite && $0 >= 0 } != false)
                different += time == 0.3 ? 0 : 1
            }
        }
        #expect(different > 0)
        for length in start..<whole.count {
            _ = ISOBoxes(ByteSource(Array(whole[..<length]))).stillImageTime
        }
    }

    private func motionPhoto(_ properties: String, _ movie: [UInt8]) throws -> MediaMetadata {
        try metadata(of: Annotated.jpeg(xmp: Annotated.packet(properties)) + movie)
    }

    @Test func `a motion photo says how much of its file is the movie, in the newer words and the older`() throws {
        let movie = try movie(nil, frames: 3)
        let directory = """
            <GCamera:MotionPhoto xmlns:GCamera="http://ns.google.com/photos/1.0/camera/">1</GCamera:MotionPhoto>
            <GCamera:MotionPhotoPresentationTimestampUs xmlns:GCamera="http://ns.google.com/photos/1.0/camera/">250000\
            </GCamera:MotionPhotoPresentationTimestampUs>
            <Container:Directory xmlns:Container="http://ns.google.com/photos/1.0/container/"
                xmlns:Item="http://ns.google.com/photos/1.0/container/item/"><rdf:Seq>
            <rdf:li rdf:parseType="Resource"><Container:Item Item:Mime="image/jpeg" Item:Semantic="Primary"/></rdf:li>
            <rdf:li rdf:parseType="Resource"><Container:Item Item:Mime="video/mp4" Item:Semantic="MotionPhoto"
                Item:Length="\(movie.count)"/></rdf:li>
            </rdf:Seq></Container:Directory>
            """
        let newer = try motionPhoto(directory, movie)
        #expect(newer.embeddedMovieSize == Int64(movie.count))
        #expect(newer.stillTime == 0.25)
        func older(_ size: Int) -> String {
            """
            <GCamera:MicroVideo xmlns:GCamera="http://ns.google.com/photos/1.0/camera/">1</GCamera:MicroVideo>
            <GCamera:MicroVideoOffset xmlns:GCamera="http://ns.google.com/photos/1.0/camera/">\(size)\
            </GCamera:MicroVideoOffset>
            """
        }
        #expect(try motionPhoto(older(movie.count), movie).embeddedMovieSize == Int64(movie.count))
        // Nothing is said of a movie that is not there.
        for size in [0, -1, 1, movie.count - 1, movie.count + 1, 1 << 40, .max] {
            #expect(try motionPhoto(older(size), movie).embeddedMovieSize == nil, "\(size)")
        }
        #expect(try motionPhoto(older(movie.count), []).embeddedMovieSize == nil)
    }
}
