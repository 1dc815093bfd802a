internal import LibraryModel
internal import LinuxSystem

/// A movie: its length and its tracks.
///
/// There is nothing here that plays or decodes. What is told of the file is read by a worker of the photo library's,
/// outside of this process: by `load(_:)`, or by the first property that is asked for, which waits for it.
//
// `@unchecked`, as every open class that is Sendable must be: all stored properties are constants of Sendable types.
open class AVAsset: NSObject, NSCopying, @unchecked Sendable {
    let file: MovieFile

    init(file: MovieFile) {
        self.file = file
        super.init()
    }

    /// A movie by the path of its file.
    public convenience init(url: URL) { self.init(file: MovieFile(url)) }

    /// Itself: a movie never changes.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// What is known of the file; nil when it cannot be read.
    private var movie: MovieDescription? {
        do throws(AVError) { return try file.movie() } catch { return nil }
    }

    /// How long it is; zero when it cannot be read, which `load(.duration)` says.
    open var duration: CMTime { movie.map { CMTime($0.duration) } ?? .zero }
    /// Its tracks; none when it cannot be read, which `load(.tracks)` says.
    open var tracks: [AVAssetTrack] { movie.map { tracks(of: $0) } ?? [] }
    /// As fast as it is meant: 1.
    open var preferredRate: Float { 1 }
    /// As loud as it is meant: 1.
    open var preferredVolume: Float { 1 }
    /// How its pictures are to be turned: as those of its first track of pictures.
    open var preferredTransform: CGAffineTransform {
        tracks(withMediaType: .video).first?.preferredTransform ?? .identity
    }
    /// Pixels of the pictures, before they are turned.
    open var naturalSize: CGSize { tracks(withMediaType: .video).first?.naturalSize ?? .zero }
    /// Whether it can be read as a movie.
    open var isReadable: Bool { movie != nil }
    /// The same as `isReadable`: nothing here plays it, another program may.
    open var isPlayable: Bool { isReadable }
    /// Whether an export session can take it.
    open var isExportable: Bool { isReadable }
    /// The same as `isReadable`.
    open var isComposable: Bool { isReadable }
    /// False: the library has no protected movies.
    open var hasProtectedContent: Bool { false }
    /// True: lengths are those that the file says.
    open var providesPreciseDurationAndTiming: Bool { true }

    /// The tracks of a kind.
    open func tracks(withMediaType mediaType: AVMediaType) -> [AVAssetTrack] {
        tracks.filter { $0.mediaType == mediaType }
    }

    /// The tracks of which something is true.
    open func tracks(withMediaCharacteristic characteristic: AVMediaCharacteristic) -> [AVAssetTrack] {
        tracks.filter { $0.hasMediaCharacteristic(characteristic) }
    }

    /// The track with a number.
    open func track(withTrackID trackID: CMPersistentTrackID) -> AVAssetTrack? {
        tracks.first { $0.trackID == trackID }
    }

    final func tracks(of movie: MovieDescription) -> [AVAssetTrack] { movie.tracks.map { AVAssetTrack($0, of: self) } }

    /// Reads the file, and waits for it.
    final func read(_ cancellation: Cancellation? = nil) throws(AVError) -> MovieDescription {
        try file.movie(cancellation)
    }
}

/// A movie of which there is a file.
public final class AVURLAsset: AVAsset, @unchecked Sendable {
    /// A movie by the path of its file. The options, such as `AVURLAssetPreferPreciseDurationAndTimingKey`, change
    /// nothing.
    public init(url URL: URL, options: [String: Any]? = nil) { super.init(file: MovieFile(URL)) }

    /// A movie of the library's.
    package init(lent file: MovieFile) { super.init(file: file) }

    /// The file. That of a movie of the photo library's is a copy of the app's own with the name that it had: made when
    /// it is first asked for, sharing blocks with the library's where the file system can, and removed with this object
    /// and its tracks. Where there is no room for it, no file is there.
    public var url: URL { file.url }

    /// The uniform types of the movies that the library reads.
    public class func audiovisualTypes() -> [AVFileType] {
        [.mov, .mp4, .m4v, .mobile3GPP, AVFileType("public.mpeg"), AVFileType("public.avi")]
    }
}

/// An option of `AVURLAsset`: exact lengths are wanted, which they always are.
public let AVURLAssetPreferPreciseDurationAndTimingKey = "AVURLAssetPreferPreciseDurationAndTimingKey"

/// The number of a track.
public typealias CMPersistentTrackID = Int32

extension CMTime {
    init(_ time: MovieTime) { self.init(value: time.value, timescale: time.timescale) }
}
