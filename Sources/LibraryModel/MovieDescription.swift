/// The description of a movie's tracks.
package struct MovieDescription: Hashable, Sendable {
    /// The most tracks of a movie. Cameras write a handful.
    package static let maximumTracks = 64

    package var duration: MovieTime
    package var tracks: [MovieTrack]

    package init(duration: MovieTime, tracks: [MovieTrack]) {
        self.duration = duration
        self.tracks = tracks
    }
}

/// A time or duration in a movie: `value / timescale` seconds.
package struct MovieTime: Hashable, Sendable {
    /// The range of `value`: a hundred years of nanoseconds.
    package static let values: ClosedRange<Int64> = 0...(1 << 62)
    package static let timescales: ClosedRange<Int32> = 1...Int32.max

    package static let zero = MovieTime(value: 0, timescale: 1)

    package var value: Int64
    package var timescale: Int32

    package init(value: Int64, timescale: Int32) {
        self.value = value
        self.timescale = timescale
    }

    package var seconds: Double { Double(value) / Double(timescale) }
}

/// One track of a movie.
package struct MovieTrack: Hashable, Sendable {
    package enum Kind: UInt8, CaseIterable, Sendable {
        case video = 1
        case audio = 2
        case text = 3
        case timecode = 4
        case metadata = 5
    }

    /// The transform for display: `x' = ax + cy + tx`, `y' = bx + dy + ty`.
    package struct Transform: Hashable, Sendable {
        /// The range of its numbers: pixels, and factors.
        package static let numbers = -1_000_000.0...1_000_000.0

        package static let identity = Transform(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)

        package var a, b, c, d, tx, ty: Double

        package init(a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double) {
            (self.a, self.b, self.c, self.d, self.tx, self.ty) = (a, b, c, d, tx, ty)
        }

        package var values: [Double] { [a, b, c, d, tx, ty] }
    }

    /// Frames per second.
    package static let frameRates = 0.0...100_000.0
    /// Bits per second.
    package static let dataRates: ClosedRange<Int64> = 0...1_000_000_000_000

    /// The track's identifier in the container.
    package var number: Int32
    package var kind: Kind
    /// The four-character code of the samples, for example `hvc1`; 0 when unknown.
    package var format: UInt32 = 0
    /// The size of the stored frames, with the pixel aspect ratio applied; zero for tracks without video.
    package var width: UInt32 = 0
    package var height: UInt32 = 0
    package var transform = Transform.identity
    package var frameRate: Double = 0
    package var dataRate: Int64 = 0
    package var start = MovieTime.zero
    package var duration = MovieTime.zero
    /// ISO 639-2, three letters; empty when unknown.
    package var language = ""
    package var isEnabled = true
    /// Whether it is HDR (PQ or HLG).
    package var isHDR = false

    package init(number: Int32, kind: Kind) {
        self.number = number
        self.kind = kind
    }
}
