package import LibraryModel
package import LinuxSystem

/// A movie: its duration and tracks.
///
/// Does not play or decode. A worker process of the photo library parses the file, never the app: `load(_:)` starts the
/// worker without blocking; the synchronous properties block until it is done, the first time.
//
// `@unchecked`, as for every open class that is Sendable: all stored properties are constants of Sendable types.
open class AVAsset: NSObject, NSCopying, @unchecked Sendable {
    let file: MovieFile

    init(file: MovieFile) {
        self.file = file
        super.init()
    }

    /// Creates an asset for a file URL. Does not read the file yet.
    public convenience init(url: URL) { self.init(file: MovieFile(url)) }

    /// Returns the same object: assets are immutable.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// The parsed file; nil when it cannot be read.
    private var movie: MovieDescription? {
        do throws(AVError) { return try file.movie() } catch { return nil }
    }

    /// The duration; zero when the file cannot be read (`load(.duration)` throws the reason). Blocks for the first
    /// read.
    open var duration: CMTime { movie.map { CMTime($0.duration) } ?? .zero }
    /// The tracks; empty when the file cannot be read (`load(.tracks)` throws the reason). Blocks for the first read.
    open var tracks: [AVAssetTrack] { movie.map { tracks(of: $0) } ?? [] }
    /// The natural rate, always 1.
    open var preferredRate: Float { 1 }
    /// The natural volume, always 1.
    open var preferredVolume: Float { 1 }
    /// The transform that turns the stored frames upright: that of the first video track.
    open var preferredTransform: CGAffineTransform {
        tracks(withMediaType: .video).first?.preferredTransform ?? .identity
    }
    /// The size of the stored frames in pixels, before `preferredTransform`: that of the first video track.
    open var naturalSize: CGSize { tracks(withMediaType: .video).first?.naturalSize ?? .zero }
    /// Whether the file can be parsed as a movie.
    open var isReadable: Bool { movie != nil }
    /// Like `isReadable`: playing is up to the app's own player.
    open var isPlayable: Bool { isReadable }
    /// Whether an export session accepts the asset.
    open var isExportable: Bool { isReadable }
    /// Like `isReadable`.
    open var isComposable: Bool { isReadable }
    /// Always false: the library has no movies with DRM.
    open var hasProtectedContent: Bool { false }
    /// Always true: durations are those of the container.
    open var providesPreciseDurationAndTiming: Bool { true }

    /// Returns the tracks of a media type.
    open func tracks(withMediaType mediaType: AVMediaType) -> [AVAssetTrack] {
        tracks.filter { $0.mediaType == mediaType }
    }

    /// Returns the tracks with a characteristic.
    open func tracks(withMediaCharacteristic characteristic: AVMediaCharacteristic) -> [AVAssetTrack] {
        tracks.filter { $0.hasMediaCharacteristic(characteristic) }
    }

    /// Returns the track with an identifier; nil for an unknown one.
    open func track(withTrackID trackID: CMPersistentTrackID) -> AVAssetTrack? {
        tracks.first { $0.trackID == trackID }
    }

    final func tracks(of movie: MovieDescription) -> [AVAssetTrack] { movie.tracks.map { AVAssetTrack($0, of: self) } }

    /// Parses the file unless that was done before. Blocks.
    package final func read(_ cancellation: Cancellation? = nil) throws(AVError) -> MovieDescription {
        try file.movie(cancellation)
    }
}

/// An asset with a file URL.
public final class AVURLAsset: AVAsset, @unchecked Sendable {
    /// Creates an asset for a file URL. No option has an effect, `AVURLAssetPreferPreciseDurationAndTimingKey`
    /// included.
    public init(url URL: URL, options: [String: Any]? = nil) { super.init(file: MovieFile(URL)) }

    /// Creates an asset for a file that the library lent as a descriptor.
    package init(lent file: MovieFile) { super.init(file: file) }

    /// The file. For an asset of the library, the app's private copy under the original filename: made on first access
    /// (a reflink where the file system supports it) and deleted with this object and its tracks. If the copy fails,
    /// for example on a full disk, no file exists at this URL.
    public var url: URL { file.url }

    /// Returns the types of movie files that the library reads.
    public class func audiovisualTypes() -> [AVFileType] {
        [.mov, .mp4, .m4v, .mobile3GPP, AVFileType("public.mpeg"), AVFileType("public.avi")]
    }
}

/// An `AVURLAsset` option for exact durations. Has no effect: durations are always exact.
public let AVURLAssetPreferPreciseDurationAndTimingKey = "AVURLAssetPreferPreciseDurationAndTimingKey"

/// The identifier of a track within its asset.
public typealias CMPersistentTrackID = Int32

extension CMTime {
    init(_ time: MovieTime) { self.init(value: time.value, timescale: time.timescale) }
}
