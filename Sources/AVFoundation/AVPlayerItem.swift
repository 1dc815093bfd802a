internal import Synchronization

/// An asset prepared for playback.
///
/// There is no player on Linux: pass the file of `asset` to one of your own.
//
// `@unchecked`, as for every open class that is Sendable: mutable state is in a Mutex.
open class AVPlayerItem: NSObject, @unchecked Sendable {
    /// The asset.
    public let asset: AVAsset
    private let mix = Mutex<AVAudioMix?>(nil)

    /// Creates an item for an asset.
    public init(asset: AVAsset) {
        self.asset = asset
        super.init()
    }

    /// Creates an item for a file URL.
    public convenience init(url URL: URL) { self.init(asset: AVURLAsset(url: URL)) }

    /// Creates an item for an asset. The keys have no effect: properties load on first use.
    public convenience init(asset: AVAsset, automaticallyLoadedAssetKeys: [String]?) { self.init(asset: asset) }

    /// The duration of the asset. Blocks for the first read; zero when the file cannot be read.
    open var duration: CMTime { asset.duration }
    /// The size of the upright frames in pixels; zero without video.
    open var presentationSize: CGSize {
        guard let track = asset.tracks(withMediaType: .video).first else { return .zero }
        let shown = CGRect(origin: .zero, size: track.naturalSize).applying(track.preferredTransform)
        return shown.size
    }
    /// The volumes of the tracks; nil for the natural ones. Only stored.
    open var audioMix: AVAudioMix? {
        get { mix.withLock { $0 } }
        set { mix.withLock { $0 = newValue } }
    }
}
