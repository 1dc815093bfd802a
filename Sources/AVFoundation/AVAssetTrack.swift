internal import LibraryModel

/// One track of an asset.
//
// `@unchecked`, as for every open class that is Sendable: all stored properties are constants of Sendable types.
open class AVAssetTrack: NSObject, NSCopying, @unchecked Sendable {
    private let track: MovieTrack
    /// The asset, which the track retains.
    let movie: AVAsset

    init(_ track: MovieTrack, of movie: AVAsset) {
        self.track = track
        self.movie = movie
        super.init()
    }

    /// Returns the same object: tracks are immutable.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// The asset of the track.
    open var asset: AVAsset? { movie }
    /// The track's identifier in the container.
    open var trackID: CMPersistentTrackID { track.number }
    /// The media type.
    open var mediaType: AVMediaType {
        switch track.kind {
        case .video: .video
        case .audio: .audio
        case .text: .text
        case .timecode: .timecode
        case .metadata: .metadata
        }
    }
    /// The size of the stored frames in pixels, before `preferredTransform`; zero for tracks without video.
    open var naturalSize: CGSize { CGSize(width: Int(track.width), height: Int(track.height)) }
    /// The transform that turns the stored frames upright.
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
    /// Frames per second; 0 when unknown.
    open var nominalFrameRate: Float { Float(track.frameRate) }
    /// The duration of a frame at `nominalFrameRate`; invalid when unknown.
    open var minFrameDuration: CMTime {
        guard track.frameRate > 0 else { return .invalid }
        return CMTime(seconds: 1 / track.frameRate, preferredTimescale: 90_000)
    }
    /// Bits per second; 0 when unknown.
    open var estimatedDataRate: Float { Float(track.dataRate) }
    /// The start and duration of the track within the asset.
    open var timeRange: CMTimeRange { CMTimeRange(start: CMTime(track.start), duration: CMTime(track.duration)) }
    /// The timescale of the track, in units per second.
    open var naturalTimeScale: CMTimeScale { track.duration.timescale }
    /// The natural volume, always 1.
    open var preferredVolume: Float { 1 }
    /// The language as an ISO 639-2 code of three letters; nil when unknown.
    open var languageCode: String? { track.language.isEmpty ? nil : track.language }
    /// Whether the container enables the track by default.
    open var isEnabled: Bool { track.isEnabled }
    /// Always true: playing is up to the app's own player.
    open var isPlayable: Bool { true }
    /// Always true. If the library lacks the decoder, an export fails with `decoderNotFound`.
    open var isDecodable: Bool { true }

    /// Returns whether the track has a characteristic.
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
