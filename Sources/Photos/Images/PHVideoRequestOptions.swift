/// Options of a request for a video. A request copies them.
///
/// The delivery mode has no effect: a video that is in the cloud is downloaded as a whole.
//
// `@safe`: the progress handler's signature, Apple's, has a pointer; the handler is only kept.
@safe
open class PHVideoRequestOptions: NSObject, NSCopying {
    /// Whether files that are in the cloud may be downloaded. Without it, requests for them fail with
    /// `networkAccessRequired`.
    open var isNetworkAccessAllowed = false
    /// The version of the asset.
    open var version = PHVideoRequestOptionsVersion.current
    /// Whether to prefer speed or quality. No effect.
    open var deliveryMode = PHVideoRequestOptionsDeliveryMode.automatic
    /// Called for a request that takes longer than a moment: with 0 then, with how far a download is, and with 1 when
    /// it is done. Runs on an arbitrary serial queue. Setting the flag cancels the request.
    open var progressHandler: PHAssetVideoProgressHandler?

    /// Creates options with Apple's defaults.
    public override init() { super.init() }

    /// Options with the same values.
    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = PHVideoRequestOptions()
        copy.isNetworkAccessAllowed = isNetworkAccessAllowed
        copy.version = version
        copy.deliveryMode = deliveryMode
        unsafe copy.progressHandler = progressHandler
        return copy
    }
}

/// Called for long work with the progress from 0 to 1, an error, a flag to cancel, and the info.
public typealias PHAssetVideoProgressHandler =
    (Double, (any Error)?, UnsafeMutablePointer<ObjCBool>, [AnyHashable: Any]?) -> Void

/// Versions of a video.
public enum PHVideoRequestOptionsVersion: Int, Sendable {
    /// With all edits.
    case current = 0
    /// Without edits.
    case original = 1
}

/// Whether to prefer speed or quality.
public enum PHVideoRequestOptionsDeliveryMode: Int, Sendable {
    /// Chosen by the library.
    case automatic = 0
    /// The best quality.
    case highQualityFormat = 1
    /// A compromise.
    case mediumQualityFormat = 2
    /// As fast as possible.
    case fastFormat = 3
}
