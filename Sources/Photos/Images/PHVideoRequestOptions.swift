/// How a movie of an asset is wanted.
///
/// Files are all there: nothing is fetched, so the mode changes nothing of a movie that is handed out.
//
// `@safe`: the progress handler's signature, Apple's, has a pointer; the handler is only kept.
@safe
open class PHVideoRequestOptions: NSObject, NSCopying {
    /// Whether the network may be used for what is not on this machine.
    open var isNetworkAccessAllowed = false
    /// With edits, or without.
    open var version = PHVideoRequestOptionsVersion.current
    /// Quick, or good.
    open var deliveryMode = PHVideoRequestOptionsDeliveryMode.automatic
    /// Called while the library works on a request that takes longer than a moment: with 0 then, and with 1 when it is
    /// done. Setting the flag cancels the request.
    open var progressHandler: PHAssetVideoProgressHandler?

    /// Options with Apple's defaults.
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

/// Called while something takes long: how much of 1, an error, whether to stop, and the info keys.
public typealias PHAssetVideoProgressHandler =
    (Double, (any Error)?, UnsafeMutablePointer<ObjCBool>, [AnyHashable: Any]?) -> Void

/// Which of a movie's versions.
public enum PHVideoRequestOptionsVersion: Int, Sendable {
    /// With all edits.
    case current = 0
    /// Without edits.
    case original = 1
}

/// Quick, or good.
public enum PHVideoRequestOptionsDeliveryMode: Int, Sendable {
    /// As the library thinks best.
    case automatic = 0
    /// As good as there is.
    case highQualityFormat = 1
    /// Somewhere between.
    case mediumQualityFormat = 2
    /// As quick as possible.
    case fastFormat = 3
}
