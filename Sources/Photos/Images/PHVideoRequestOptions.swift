/// How a movie of an asset is wanted.
///
/// What takes these options on Apple's systems hands out AVFoundation's objects, which Linux has not: they are here so
/// that code that prepares them compiles. A movie's bytes come from `PHAssetResourceManager`.
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
    /// Called while something is fetched over the network.
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

/// Called while something is fetched over the network: how much of 1, an error, whether to stop, and the info keys.
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
