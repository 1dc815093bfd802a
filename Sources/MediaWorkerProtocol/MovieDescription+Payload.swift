internal import LibraryModel

// The tracks of a movie. Values out of range are dropped before encoding.

extension PayloadWriter {
    mutating func put(_ movie: MovieDescription) {
        put(movie.duration)
        let tracks = movie.tracks.prefix(MovieDescription.maximumTracks)
        put(UInt8(clamping: tracks.count))
        for track in tracks { put(track) }
    }

    private mutating func put(_ track: MovieTrack) {
        put(track.number)
        put(track.kind.rawValue)
        put(track.format)
        let sides = 0...UInt32(clamping: PictureBounds.maximumSide)
        put(sides.contains(track.width) ? track.width : 0)
        put(sides.contains(track.height) ? track.height : 0)
        let isBounded = track.transform.values.allSatisfy { MovieTrack.Transform.numbers.contains($0) }
        for number in (isBounded ? track.transform : .identity).values { put(number) }
        put(MovieTrack.frameRates.contains(track.frameRate) ? track.frameRate : 0)
        put(MovieTrack.dataRates.contains(track.dataRate) ? track.dataRate : 0)
        put(track.start)
        put(track.duration)
        put(track.language, .token)
        put(track.isEnabled)
        put(track.isHDR)
    }

    mutating func put(_ time: MovieTime) {
        let isBounded = MovieTime.values.contains(time.value) && MovieTime.timescales.contains(time.timescale)
        put((isBounded ? time : .zero).value)
        put((isBounded ? time : .zero).timescale)
    }
}

extension PayloadReader {
    mutating func movie() throws(WorkerChannelFailure) -> MovieDescription {
        var movie = MovieDescription(duration: try time(), tracks: [])
        let count: UInt8 = try integer()
        guard count <= MovieDescription.maximumTracks else { throw .violation }
        for _ in 0..<count { movie.tracks.append(try track()) }
        return movie
    }

    private mutating func track() throws(WorkerChannelFailure) -> MovieTrack {
        let number: Int32 = try integer()
        guard let kind = MovieTrack.Kind(rawValue: try integer()) else { throw .violation }
        var track = MovieTrack(number: number, kind: kind)
        track.format = try integer()
        let sides = 0...UInt32(clamping: PictureBounds.maximumSide)
        track.width = try integer(in: sides)
        track.height = try integer(in: sides)
        let numbers = MovieTrack.Transform.numbers
        track.transform = MovieTrack.Transform(
            a: try real(in: numbers),
            b: try real(in: numbers),
            c: try real(in: numbers),
            d: try real(in: numbers),
            tx: try real(in: numbers),
            ty: try real(in: numbers)
        )
        track.frameRate = try real(in: MovieTrack.frameRates)
        track.dataRate = try integer(in: MovieTrack.dataRates)
        track.start = try time()
        track.duration = try time()
        track.language = try text(.token)
        track.isEnabled = try truth()
        track.isHDR = try truth()
        return track
    }

    mutating func time() throws(WorkerChannelFailure) -> MovieTime {
        MovieTime(value: try integer(in: MovieTime.values), timescale: try integer(in: MovieTime.timescales))
    }
}
