package import LibraryModel

extension MovieDescription {
    /// With something in every field.
    package static var sample: MovieDescription {
        var track = MovieTrack(number: 2, kind: .video)
        track.format = 0x6876_6331
        (track.width, track.height) = (1920, 1080)
        track.transform = MovieTrack.Transform(a: 0, b: 1, c: -1, d: 0, tx: 1080, ty: 0)
        track.frameRate = 29.97
        track.dataRate = 12_000_000
        track.start = MovieTime(value: 20, timescale: 600)
        track.duration = MovieTime(value: 6_000, timescale: 600)
        track.language = "deu"
        track.isHDR = true
        let duration = MovieTime(value: 10_000_000, timescale: 1_000_000)
        return MovieDescription(duration: duration, tracks: [track, MovieTrack(number: 3, kind: .audio)])
    }
}
