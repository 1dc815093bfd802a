/// Options of a request for a picture. A request copies them.
///
/// All `CGRect` and `CGSize` are in pixels.
//
// `@safe`: the progress handler's signature, Apple's, has a pointer; the handler is only kept.
@safe
open class PHImageRequestOptions: NSObject, NSCopying {
    /// The version of the asset.
    open var version = PHImageRequestOptionsVersion.current
    /// Whether to prefer speed or quality.
    open var deliveryMode = PHImageRequestOptionsDeliveryMode.opportunistic
    /// How close the picture is to the target size.
    open var resizeMode = PHImageRequestOptionsResizeMode.fast
    /// The part of the picture in unit coordinates; zero for all. Requires `resizeMode` `exact`.
    open var normalizedCropRect = CGRect.zero
    /// Whether files that are in the cloud may be downloaded. Without it, requests for them fail with
    /// `networkAccessRequired`.
    open var isNetworkAccessAllowed = false
    /// Whether the request blocks, and calls its handler before it returns.
    open var isSynchronous = false
    /// Called for a picture that takes longer than a moment: with 0 then, with how far a download is, and with 1 when
    /// it is loaded. Runs on an arbitrary serial queue. Setting the flag cancels the request.
    open var progressHandler: PHAssetImageProgressHandler?
    /// Whether the handler may get a second degraded picture: the preview that the library keeps of large photos.
    open var allowSecondaryDegradedImage = false
    /// Whether to prefer high dynamic range. No effect: pictures are sRGB.
    open var preferHDR = false
    /// How much brighter than white the display can be: 1 for not at all, 0 for unknown, which values below 1 become.
    /// No effect.
    open var targetHDRHeadroom: CGFloat = 1 {
        didSet { if !(targetHDRHeadroom >= 1) { targetHDRHeadroom = 0 } }
    }

    /// Creates options with Apple's defaults.
    public override init() { super.init() }

    /// Options with the same values.
    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = PHImageRequestOptions()
        copy.version = version
        copy.deliveryMode = deliveryMode
        copy.resizeMode = resizeMode
        copy.normalizedCropRect = normalizedCropRect
        copy.isNetworkAccessAllowed = isNetworkAccessAllowed
        copy.isSynchronous = isSynchronous
        unsafe copy.progressHandler = progressHandler
        copy.allowSecondaryDegradedImage = allowSecondaryDegradedImage
        copy.preferHDR = preferHDR
        copy.targetHDRHeadroom = targetHDRHeadroom
        return copy
    }
}

/// Called for long work with the progress from 0 to 1, an error, a flag to cancel, and the info.
public typealias PHAssetImageProgressHandler =
    (Double, (any Error)?, UnsafeMutablePointer<ObjCBool>, [AnyHashable: Any]?) -> Void

/// Versions of an asset.
public enum PHImageRequestOptionsVersion: Int, Sendable {
    /// With all edits.
    case current = 0
    /// Without edits.
    case unadjusted = 1
    /// Without edits, in the best quality.
    case original = 2
}

/// Preferences of speed or quality.
public enum PHImageRequestOptionsDeliveryMode: Int, Sendable {
    /// A degraded picture first if one is ready, then the final one.
    case opportunistic = 0
    /// One picture, of the requested quality or better.
    case highQualityFormat = 1
    /// One picture, as fast as possible: one that is ready, which may be smaller, if there is one.
    case fastFormat = 2
}

/// How close a picture is to the target size.
public enum PHImageRequestOptionsResizeMode: Int, Sendable {
    /// As stored: the smallest rendition that covers the target size, or the size of the file.
    case none = 0
    /// Close to the target size, or larger.
    case fast = 1
    /// Exactly the target size, resampled from the smallest rendition that covers it, or from the file.
    case exact = 2
}

/// How a picture fits into a size of another aspect ratio.
public enum PHImageContentMode: Int, Sendable {
    /// The whole picture inside the size.
    case aspectFit = 0
    /// The picture covers the whole size.
    case aspectFill = 1

    /// `aspectFit`.
    public static var `default`: PHImageContentMode { .aspectFit }
}
