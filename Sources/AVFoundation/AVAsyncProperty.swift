internal import LibraryModel

// What is loaded with `load(_:)`, named as in `try await asset.load(.duration)`.

/// A property that is loaded, whatever its value is.
public class AVPartialAsyncProperty<Root: AnyObject & Sendable>: @unchecked Sendable {
    fileprivate init() {}
}

/// A property that is loaded, with its value.
public final class AVAsyncProperty<Root: AnyObject & Sendable, Value>: AVPartialAsyncProperty<Root>,
    @unchecked Sendable
{
    /// Of what has been read.
    let value: @Sendable (Root) -> Value

    init(_ value: @escaping @Sendable (Root) -> Value) {
        self.value = value
        super.init()
    }
}

extension AVPartialAsyncProperty where Root: AVAsset {
    /// How long it is.
    public static var duration: AVAsyncProperty<Root, CMTime> { AVAsyncProperty { $0.duration } }
    /// Its tracks.
    public static var tracks: AVAsyncProperty<Root, [AVAssetTrack]> { AVAsyncProperty { $0.tracks } }
    /// As fast as it is meant.
    public static var preferredRate: AVAsyncProperty<Root, Float> { AVAsyncProperty { $0.preferredRate } }
    /// How its pictures are to be turned.
    public static var preferredTransform: AVAsyncProperty<Root, CGAffineTransform> {
        AVAsyncProperty { $0.preferredTransform }
    }
    /// Whether it can be read.
    public static var isReadable: AVAsyncProperty<Root, Bool> { AVAsyncProperty { $0.isReadable } }
    /// Whether it can be played.
    public static var isPlayable: AVAsyncProperty<Root, Bool> { AVAsyncProperty { $0.isPlayable } }
    /// Whether an export session can take it.
    public static var isExportable: AVAsyncProperty<Root, Bool> { AVAsyncProperty { $0.isExportable } }
    /// Whether it is protected.
    public static var hasProtectedContent: AVAsyncProperty<Root, Bool> { AVAsyncProperty { $0.hasProtectedContent } }
}

extension AVPartialAsyncProperty where Root: AVAssetTrack {
    /// Pixels, before they are turned.
    public static var naturalSize: AVAsyncProperty<Root, CGSize> { AVAsyncProperty { $0.naturalSize } }
    /// How pictures are to be turned.
    public static var preferredTransform: AVAsyncProperty<Root, CGAffineTransform> {
        AVAsyncProperty { $0.preferredTransform }
    }
    /// Pictures a second.
    public static var nominalFrameRate: AVAsyncProperty<Root, Float> { AVAsyncProperty { $0.nominalFrameRate } }
    /// The time of one picture.
    public static var minFrameDuration: AVAsyncProperty<Root, CMTime> { AVAsyncProperty { $0.minFrameDuration } }
    /// Bits a second.
    public static var estimatedDataRate: AVAsyncProperty<Root, Float> { AVAsyncProperty { $0.estimatedDataRate } }
    /// When it begins, and how long it is.
    public static var timeRange: AVAsyncProperty<Root, CMTimeRange> { AVAsyncProperty { $0.timeRange } }
    /// Into how many parts it divides a second.
    public static var naturalTimeScale: AVAsyncProperty<Root, CMTimeScale> { AVAsyncProperty { $0.naturalTimeScale } }
    /// The language.
    public static var languageCode: AVAsyncProperty<Root, String?> { AVAsyncProperty { $0.languageCode } }
    /// Whether it is shown, or heard.
    public static var isEnabled: AVAsyncProperty<Root, Bool> { AVAsyncProperty { $0.isEnabled } }
    /// Whether it can be played.
    public static var isPlayable: AVAsyncProperty<Root, Bool> { AVAsyncProperty { $0.isPlayable } }
}
