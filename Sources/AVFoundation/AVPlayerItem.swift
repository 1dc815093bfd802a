internal import Synchronization

/// A movie as a player takes it.
///
/// There is no player here: a program hands the file of the `asset` to its own.
//
// `@unchecked`, as every open class that is Sendable must be: what changes is in a Mutex.
open class AVPlayerItem: NSObject, @unchecked Sendable {
    /// The movie.
    public let asset: AVAsset
    private let mix = Mutex<AVAudioMix?>(nil)

    /// An item for a movie.
    public init(asset: AVAsset) {
        self.asset = asset
        super.init()
    }

    /// An item for a movie by the path of its file.
    public convenience init(url URL: URL) { self.init(asset: AVURLAsset(url: URL)) }

    /// An item for a movie. The properties that are named are read when they are asked for.
    public convenience init(asset: AVAsset, automaticallyLoadedAssetKeys: [String]?) { self.init(asset: asset) }

    /// How long the movie is; waits for it to be read, the first time.
    open var duration: CMTime { asset.duration }
    /// The movie's tracks of pictures as they are shown, in pixels.
    open var presentationSize: CGSize {
        guard let track = asset.tracks(withMediaType: .video).first else { return .zero }
        let shown = CGRect(origin: .zero, size: track.naturalSize).applying(track.preferredTransform)
        return shown.size
    }
    /// How loud each track is to be; nil for as loud as it is.
    open var audioMix: AVAudioMix? {
        get { mix.withLock { $0 } }
        set { mix.withLock { $0 = newValue } }
    }
}
