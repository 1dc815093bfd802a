internal import CMedia
package import LibraryModel

// The tracks of a movie, for apps that ask for them.

extension MediaFile {
    /// Describes the tracks of a movie. Throws for an image.
    package func describeMovie() throws(LibraryError) -> MovieDescription {
        guard case .movie(_, let demuxer) = format else { throw .unreadable("the file is no movie") }
        let movie = try OpenMovie(descriptor, demuxer: demuxer)
        let microseconds = (movie.header.duration * 1_000_000).rounded()
        return MovieDescription(
            duration: MovieTime(value: Int64(exactly: microseconds) ?? 0, timescale: 1_000_000),
            tracks: movie.tracks
        )
    }
}

extension OpenMovie {
    fileprivate var tracks: [MovieTrack] {
        let count = unsafe min(Int(cmedia_movie_track_count(movie)), MovieDescription.maximumTracks)
        return (0..<count).compactMap { index in
            MovieTrack(unsafe cmedia_movie_get_track(movie, Int32(index)))
        }
    }
}

extension MovieTrack {
    /// Nil for an unknown kind.
    fileprivate init?(_ track: cmedia_track) {
        guard let kind = UInt8(exactly: track.kind.rawValue).flatMap(Kind.init) else { return nil }
        self.init(number: track.number, kind: kind)
        format = track.format
        width = UInt32(clamping: track.width)
        height = UInt32(clamping: track.height)
        let (a, b, c, d, tx, ty) = track.transform
        transform = Transform(a: a, b: b, c: c, d: d, tx: tx, ty: ty)
        frameRate = track.frame_rate
        dataRate = track.data_rate
        start = MovieTime(value: max(0, track.start), timescale: track.timescale)
        duration = MovieTime(value: track.duration, timescale: track.timescale)
        let letters = [track.language.0, track.language.1, track.language.2].map { UInt8(bitPattern: $0) }
        language = letters.contains(0) ? "" : String(decoding: letters, as: UTF8.self)
        isEnabled = track.is_enabled != 0
        isHDR = track.is_hdr != 0
    }
}
