internal import LibraryModel

// Properties for `load(_:)`, as in `try await asset.load(.duration)`.

/// An asynchronous property, without its type.
public class AVPartialAsyncProperty<Root: AnyObject & Sendable>: @unchecked Sendable {
    // `@unchecked`, as for every class that is Sendable and has subclasses: its and their properties are constants.
    fileprivate init() {}
}

/// An asynchronous property with values of a type.
public final class AVAsyncProperty<Root: AnyObject & Sendable, Value>: AVPartialAsyncProperty<Root>,
    @unchecked Sendable
{
    /// Reads the value from an object whose file is parsed.
    let value: @Sendable (Root) -> Value

    init(_ value: @escaping @Sendable (Root) -> Value) {
        self.value = value
        super.init()
    }
}

extension AVPartialAsyncProperty where Root: AVAsset {
    /// The duration.
    public static var duration: AVAsyncProperty<Root, CMTime> { AVAsyncProperty { $0.duration } }
    /// The tracks.
    public static var tracks: AVAsyncProperty<Root, [AVAssetTrack]> { AVAsyncProperty { $0.tracks } }
    /// The natural rate.
    public static var preferredRate: AVAsyncProperty<Root, Float> { AVAsyncProperty { $0.preferredRate } }
    /// The transform that turns the stored frames upright.
    public static var preferredTransform: AVAsyncProperty<Root, CGAffineTransform> {
        AVAsyncProperty { $0.preferredTransform }
    }
    /// Whether the file can be parsed.
    public static var isReadable: AVAsyncProperty<Root, Bool> { AVAsyncProperty { $0.isReadable } }
    /// Whether the asset can be played.
    public static var isPlayable: AVAsyncProperty<Root, Bool> { AVAsyncProperty { $0.isPlayable } }
    /// Whether an export session accepts the asset.
    public static var isExportable: AVAsyncProperty<Root, Bool> { AVAsyncProperty { $0.isExportable } }
    /// Whether the asset has DRM.
    public static var hasProtectedContent: AVAsyncProperty<Root, Bool> { AVAsyncProperty { $0.hasProtectedContent } }
}

extension AVPartialAsyncProperty where Root: AVAssetTrack {
    /// The size of the stored frames in pixels.
    public static var naturalSize: AVAsyncProperty<Root, CGSize> { AVAsyncProperty { $0.naturalSize } }
    /// The transform that turns the stored frames upright.
    public static var preferredTransform: AVAsyncProperty<Root, CGAffineTransform> {
        AVAsyncProperty { $0.preferredTransform }
    }
    /// Frames per second.
    public static var nominalFrameRate: AVAsyncProperty<Root, Float> { AVAsyncProperty { $0.nominalFrameRate } }
    /// The duration of a frame.
    public static var minFrameDuration: AVAsyncProperty<Root, CMTime> { AVAsyncProperty { $0.minFrameDuration } }
    /// Bits per second.
    public static var estimatedDataRate: AVAsyncProperty<Root, Float> { AVAsyncProperty { $0.estimatedDataRate } }
    /// The start and duration within the asset.
    public static var timeRange: AVAsyncProperty<Root, CMTimeRange> { AVAsyncProperty { $0.timeRange } }
    /// The timescale, in units per second.
    public static var naturalTimeScale: AVAsyncProperty<Root, CMTimeScale> { AVAsyncProperty { $0.naturalTimeScale } }
    /// The language.
    public static var languageCode: AVAsyncProperty<Root, String?> { AVAsyncProperty { $0.languageCode } }
    /// Whether the container enables the track by default.
    public static var isEnabled: AVAsyncProperty<Root, Bool> { AVAsyncProperty { $0.isEnabled } }
    /// Whether the track can be played.
    public static var isPlayable: AVAsyncProperty<Root, Bool> { AVAsyncProperty { $0.isPlayable } }
}
