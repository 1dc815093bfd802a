internal import LibraryModel

/// One track of a movie: its pictures, its sound, or something else.
//
// `@unchecked`, as every open class that is Sendable must be: all stored properties are constants of Sendable types.
open class AVAssetTrack: NSObject, NSCopying, @unchecked Sendable {
    private let track: MovieTrack
    /// The movie. It stays as long as the track.
    let movie: AVAsset

    init(_ track: MovieTrack, of movie: AVAsset) {
        self.track = track
        self.movie = movie
        super.init()
    }

    /// Itself: a track never changes.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// The movie.
    open var asset: AVAsset? { movie }
    /// The container's number of it.
    open var trackID: CMPersistentTrackID { track.number }
    /// What it has in it.
    open var mediaType: AVMediaType {
        switch track.kind {
        case .video: .video
        case .audio: .audio
        case .text: .text
        case .timecode: .timecode
        case .metadata: .metadata
        }
    }
    /// Pixels, before they are turned; zero for what is not seen.
    open var naturalSize: CGSize { CGSize(width: Int(track.width), height: Int(track.height)) }
    /// How pictures are to be turned.
    open var preferredTransform: CGAffineTransform {
        let transform = track.transform
        return CGAffineTransform(
            a: transform.a,
            b: transform.b,
            c: transform.c,
            d: transform.d,
            tx: transform.tx,
            ty: transform.ty
        )
    }
    /// Pictures a second, 0 when unknown.
    open var nominalFrameRate: Float { Float(track.frameRate) }
    /// The time of one picture; invalid when unknown.
    open var minFrameDuration: CMTime {
        guard track.frameRate > 0 else { return .invalid }
        return CMTime(seconds: 1 / track.frameRate, preferredTimescale: 90_000)
    }
    /// Bits a second, 0 when unknown.
    open var estimatedDataRate: Float { Float(track.dataRate) }
    /// When it begins, and how long it is.
    open var timeRange: CMTimeRange { CMTimeRange(start: CMTime(track.start), duration: CMTime(track.duration)) }
    /// Into how many parts it divides a second.
    open var naturalTimeScale: CMTimeScale { track.duration.timescale }
    /// As loud as it is meant: 1.
    open var preferredVolume: Float { 1 }
    /// The language, three letters of ISO 639-2; nil when unknown.
    open var languageCode: String? { track.language.isEmpty ? nil : track.language }
    /// Whether it is shown, or heard, unless somebody chooses another.
    open var isEnabled: Bool { track.isEnabled }
    /// True: nothing here plays it, another program may.
    open var isPlayable: Bool { true }
    /// True: a decoder of the library's may not be there all the same, which an export session says.
    open var isDecodable: Bool { true }

    /// Whether something is true of it.
    open func hasMediaCharacteristic(_ mediaCharacteristic: AVMediaCharacteristic) -> Bool {
        switch mediaCharacteristic {
        case .visual: track.kind == .video
        case .audible: track.kind == .audio
        case .legible: track.kind == .text
        case .containsHDRVideo: track.isHDR
        default: false
        }
    }
}
