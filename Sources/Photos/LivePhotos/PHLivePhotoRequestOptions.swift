/// How a Live Photo is wanted.
//
// `@safe`: the progress handler's signature, Apple's, has a pointer; the handler is only kept.
@safe
open class PHLivePhotoRequestOptions: NSObject, NSCopying {
    /// With edits, or without.
    open var version = PHImageRequestOptionsVersion.current
    /// Quick, or good. The handler is called once in any mode.
    open var deliveryMode = PHImageRequestOptionsDeliveryMode.opportunistic
    /// Whether the network may be used for what is not on this machine.
    open var isNetworkAccessAllowed = false
    /// Called while something is fetched over the network.
    open var progressHandler: PHAssetImageProgressHandler?
    /// Whether high dynamic range is wanted. Changes nothing yet.
    open var preferHDR = false

    /// Options with Apple's defaults.
    public override init() { super.init() }

    /// Options with the same values.
    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = PHLivePhotoRequestOptions()
        copy.version = version
        copy.deliveryMode = deliveryMode
        copy.isNetworkAccessAllowed = isNetworkAccessAllowed
        unsafe copy.progressHandler = progressHandler
        copy.preferHDR = preferHDR
        return copy
    }
}
